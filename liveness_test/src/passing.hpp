// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "judged_registry.hpp"
#include "subjects.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/measure/hidden.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tollgate::liveness_test {

/// Subjects that pass checkpoints of tollgate's; what a subject is, subjects.hpp says. Each
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

/// A flag that the watchdog takes away and the thread puts back, as Envoy's guard dog has it: a
/// load, and a compare-and-swap once a period of the watchdog. Here no watchdog takes it away, so
/// one is all there is; how often a thread has come by cannot be told.
class touching {
public:
    struct alignas(128) word {
        std::atomic<bool> touched{false};
        std::uint64_t set = 0; ///< the thread's own

        [[nodiscard]] const char* wrong(std::uint64_t times) const {
            const bool right = times == 0 ? !touched && set == 0 : touched && set == 1;
            return right ? nullptr : "touches lost or invented";
        }
    };
    using ground = word_list<word>;
    static constexpr double about_ns = 1;

    explicit touching(ground& on) : mine_(&on.add()) {}
    void once() {
        word& mine = *measure::hidden(mine_);
        if (!mine.touched.load(std::memory_order_relaxed)) {
            bool clear = false;
            mine.set += mine.touched.compare_exchange_strong(clear, true) ? 1 : 0;
        }
        measure::used();
    }
    void stay() {}

private:
    word* mine_;
};

} // namespace tollgate::liveness_test
