// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "judged_registry.hpp"
#include "subjects.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/measure/hidden.hpp>

#include <fmt/format.h>

#include <atomic>
#include <chrono>
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

/// Registering, some checkpoints, and deregistering.
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

/// A deadline in one word, as Chromium's watcher of hangs has it: a clock reading and a
/// compare-and-swap when the scope begins, a compare-and-swap when it ends.
class deadline_setting {
public:
    struct alignas(128) word {
        std::atomic<std::uint64_t> deadline{0}; ///< 0: none
        std::uint64_t set = 0;                  ///< the thread's own

        std::uint64_t exchange(std::uint64_t next) {
            std::uint64_t seen = deadline.load(std::memory_order_relaxed);
            while (!deadline.compare_exchange_weak(seen, next)) {
            }
            return seen;
        }
        [[nodiscard]] const char* wrong(std::uint64_t times) const {
            return set == times + 1 && deadline != 0 ? nullptr : "deadlines lost or invented";
        }
    };
    using ground = word_list<word>;
    static constexpr double about_ns = 40;

    explicit deadline_setting(ground& on) : mine_(&on.add()) {}
    void once() {
        word& mine = *measure::hidden(mine_);
        const std::uint64_t before = begin(mine);
        measure::used();
        mine.set += mine.exchange(before) != 0 ? 1 : 0;
    }
    void stay() {
        begin(*mine_);
        ++mine_->set;
    }

private:
    static std::uint64_t begin(word& mine) {
        const auto at = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        return mine.exchange(static_cast<std::uint64_t>(at.time_since_epoch().count()));
    }

    word* mine_;
};

} // namespace tollgate::liveness_test
