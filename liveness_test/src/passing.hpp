// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "judged_registry.hpp"
#include "setup.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/measure/hidden.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace tollgate::liveness_test {

/// Subjects that pass checkpoints of tollgate's; what a subject is, block_loop.hpp says. Each
/// checkpoint that was due is found in the reports that the registry makes in the end.
template <std::uint64_t CheckpointsEach>
class passed_ground {
public:
    explicit passed_ground(const setup& how) : registry_(how.stamp) {}
    [[nodiscard]] liveness::registry& registry() noexcept { return registry_.get(); }
    [[nodiscard]] std::string wrong(std::size_t threads, std::uint64_t times) {
        return registry_.wrong(threads, 1 + CheckpointsEach * times,
                               times == 0 ? first_checkpoint : next_checkpoint);
    }

private:
    judged_registry registry_;
};

class passing {
public:
    using ground = passed_ground<1>;
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
    using ground = passed_ground<1>;

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
    using ground = passed_ground<2>;

    explicit passing_blocking(ground& on) : scope_(on.registry(), scope_name, first_checkpoint) {}
    void once() {
        liveness::blocking_scope waiting(next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    liveness::watched_scope scope_;
};

} // namespace tollgate::liveness_test
