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

/// A registry that is not looked at before the work is over. Then time is made to pass for it
/// alone: every scope is reported as frozen, and the reports say how far each of them had come.
///
/// Threads: any may register and pass checkpoints; `wrong` is for one, while all others stand
/// still.
class judged_registry {
public:
    explicit judged_registry(liveness::stamps stamp);
    judged_registry(const judged_registry&) = delete;
    judged_registry& operator=(const judged_registry&) = delete;

    [[nodiscard]] liveness::registry& get() noexcept { return registry_; }

    /// What is wrong if there should be that many scopes, each of which has passed that many
    /// checkpoints, this one last; empty if nothing is. Nor may there be records that were not
    /// needed.
    [[nodiscard]] std::string wrong(std::size_t scopes, std::uint64_t checkpoints,
                                    std::uint32_t last);

private:
    std::vector<liveness::event> frozen_;
    liveness::registry registry_;
};

/// The ground (subjects.hpp) of those that are watched by tollgate. Each leaves one scope, which
/// passes EachTime checkpoints whenever its subject does its thing, the last of them Last.
template <std::uint64_t EachTime, std::uint32_t Last = next_checkpoint>
class judged_ground {
public:
    explicit judged_ground(const setup& how)
        : checkpoints_(how.checkpoints), registry_(how.stamp) {}
    [[nodiscard]] liveness::registry& registry() noexcept { return registry_.get(); }
    [[nodiscard]] std::uint64_t checkpoints() const noexcept { return checkpoints_; }
    [[nodiscard]] std::string wrong(std::size_t threads, std::uint64_t times) {
        const std::uint64_t passed = EachTime * times + checkpoints_;
        return registry_.wrong(threads, 1 + passed, passed == 0 ? first_checkpoint : Last);
    }

private:
    const std::uint64_t checkpoints_;
    judged_registry registry_;
};

class passing {
public:
    using ground = judged_ground<1>;
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
    using ground = judged_ground<1>;

    explicit passing_migrating(ground& on) : scope_(on.registry(), scope_name, first_checkpoint) {}
    void once() {
        measure::hidden(&scope_)->checkpoint(next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    liveness::migrating_scope scope_;
};

/// A scope in which nothing blocks: it passes its checkpoint at either end.
class passing_blocking {
public:
    using ground = judged_ground<2>;

    explicit passing_blocking(ground& on) : scope_(on.registry(), scope_name, first_checkpoint) {}
    void once() {
        liveness::blocking_scope waiting(next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    liveness::watched_scope scope_;
};

/// Registering and deregistering. In the end it registers once more and stays.
class registering {
public:
    using ground = judged_ground<0>;
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

/// Registering, some checkpoints, and deregistering.
class cycling {
public:
    using ground = judged_ground<0>;

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

/// A scope within a scope. The outer one passes its last checkpoint anew each time.
class registering_nested {
public:
    using ground = judged_ground<1, first_checkpoint>;

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
