// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "judged_registry.hpp"
#include "setup.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/measure/hidden.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::liveness_test {

/// Subjects that register with tollgate and deregister again. In the end each registers once more
/// and stays: that scope is found, whole, and no record is there that was not needed.
class registered_ground {
public:
    explicit registered_ground(const setup& how)
        : checkpoints_(how.checkpoints), registry_(how.stamp) {}
    [[nodiscard]] liveness::registry& registry() noexcept { return registry_.get(); }
    [[nodiscard]] std::uint64_t checkpoints() const noexcept { return checkpoints_; }
    [[nodiscard]] std::string wrong(std::size_t threads, std::uint64_t /*times*/) {
        const std::size_t records = registry_.get().so_far().records;
        if (records >= threads + made_at_once) {
            return fmt::format("{} records for {} scopes: records were lost", records, threads);
        }
        return registry_.wrong(threads, 1 + checkpoints_,
                               checkpoints_ == 0 ? first_checkpoint : next_checkpoint);
    }

private:
    static constexpr std::size_t made_at_once = 64;

    const std::uint64_t checkpoints_;
    judged_registry registry_;
};

class registering {
public:
    using ground = registered_ground;
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

/// Registering, so many checkpoints, and deregistering.
class cycling {
public:
    using ground = registered_ground;

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
    class ground {
    public:
        explicit ground(const setup& how) : registry_(how.stamp) {}
        [[nodiscard]] liveness::registry& registry() noexcept { return registry_.get(); }
        [[nodiscard]] std::string wrong(std::size_t threads, std::uint64_t times) {
            return registry_.wrong(threads, 1 + times, first_checkpoint);
        }

    private:
        judged_registry registry_;
    };

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
