// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/measure/hidden.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// A registry that is not scanned before the end of the work. Then its time is advanced: every
/// scope is reported as frozen, and its report has the number of its checkpoints.
///
/// Any thread may register and pass checkpoints. `wrong` is for one thread while all others wait.
class checked_registry {
public:
    explicit checked_registry(liveness::stamps stamp);
    checked_registry(const checked_registry&) = delete;
    checked_registry& operator=(const checked_registry&) = delete;

    [[nodiscard]] liveness::registry& get() noexcept { return registry_; }

    /// The first error, or an empty text. There must be this number of scopes, each with this
    /// number of checkpoints and this last checkpoint, and no more records than needed.
    [[nodiscard]] std::string wrong(std::size_t scopes, std::uint64_t checkpoints,
                                    std::uint32_t last);

private:
    std::vector<liveness::event> frozen_;
    liveness::registry registry_;
};

/// The ground (subjects.hpp) of subjects of the library `liveness`. Each subject leaves one scope,
/// with EachTime checkpoints for each operation; the last one is Last.
template <std::uint64_t EachTime, std::uint32_t Last = next_checkpoint>
class checked_ground {
public:
    explicit checked_ground(const setup& options)
        : checkpoints_(options.checkpoints), registry_(options.stamp) {}
    [[nodiscard]] liveness::registry& registry() noexcept { return registry_.get(); }
    [[nodiscard]] std::uint64_t checkpoints() const noexcept { return checkpoints_; }
    [[nodiscard]] std::string wrong(std::size_t threads, std::uint64_t times) {
        const std::uint64_t passed = EachTime * times + checkpoints_;
        return registry_.wrong(threads, 1 + passed, passed == 0 ? first_checkpoint : Last);
    }

private:
    const std::uint64_t checkpoints_;
    checked_registry registry_;
};

class passing {
public:
    using ground = checked_ground<1>;
    static constexpr double about_ns = 2;

    explicit passing(ground& on) : scope_(on.registry(), scope_name, first_checkpoint) {}
    void once() {
        liveness::checkpoint(next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    liveness::watched_scope scope_;
};

class passing_migrating {
public:
    using ground = checked_ground<1>;

    explicit passing_migrating(ground& on) : scope_(on.registry(), scope_name, first_checkpoint) {}
    void once() {
        measure::hidden(&scope_)->checkpoint(next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    liveness::migrating_scope scope_;
};

/// A blocking_scope around nothing: it passes its checkpoint at its beginning and its end.
class passing_blocking {
public:
    using ground = checked_ground<2>;

    explicit passing_blocking(ground& on) : scope_(on.registry(), scope_name, first_checkpoint) {}
    void once() {
        liveness::blocking_scope waiting(next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    liveness::watched_scope scope_;
};

/// Registering and deregistering. At the end it registers once more and stays.
class registering {
public:
    using ground = checked_ground<0>;
    static constexpr double about_ns = 10;

    explicit registering(ground& on) : registry_(&on.registry()) {}
    void once() {
        liveness::watched_scope scope(*measure::hidden(registry_), scope_name, first_checkpoint);
        measure::used();
    }
    void stay() { last_.emplace(*registry_, scope_name, first_checkpoint); }

private:
    liveness::registry* registry_;
    std::optional<liveness::watched_scope> last_;
};

/// Registering, a number of checkpoints, and deregistering.
class cycling {
public:
    using ground = checked_ground<0>;

    explicit cycling(ground& on) : registry_(&on.registry()), checkpoints_(on.checkpoints()) {}
    void once() {
        liveness::watched_scope scope(*measure::hidden(registry_), scope_name, first_checkpoint);
        pass();
    }
    void stay() {
        last_.emplace(*registry_, scope_name, first_checkpoint);
        pass();
    }

private:
    void pass() const {
        for (std::uint64_t i = 0; i < checkpoints_; ++i) {
            liveness::checkpoint(next_checkpoint);
            measure::used();
        }
    }

    liveness::registry* registry_;
    std::uint64_t checkpoints_;
    std::optional<liveness::watched_scope> last_;
};

/// A scope within a scope. The outer scope passes its last checkpoint anew each time.
class registering_nested {
public:
    using ground = checked_ground<1, first_checkpoint>;

    explicit registering_nested(ground& on)
        : registry_(&on.registry()), outer_(on.registry(), scope_name, first_checkpoint) {}
    void once() {
        liveness::watched_scope scope(*measure::hidden(registry_), "inner scope", next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    liveness::registry* registry_;
    liveness::watched_scope outer_;
};

} // namespace tollgate::liveness_test
