// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/measure/hidden.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>

namespace tollgate::liveness_test {

// The operations of other watchdogs in place of tollgate's checkpoints and registrations, and the
// clocks that they read.

/// The CPU's counter as checkpoints read it: unordered.
struct unfenced_counter {
    [[nodiscard]] static std::int64_t now() noexcept {
        return static_cast<std::int64_t>(liveness::detail::read_counter());
    }
};

/// A subject (subjects.hpp) that reads a clock.
template <class Clock>
class clock_reading {
public:
    class ground {
    public:
        explicit ground(const setup& /*none*/) {}
        [[nodiscard]] std::string wrong(std::size_t /*threads*/, std::uint64_t times) const {
            if (readings != times) {
                return "readings lost or invented";
            }
            return last >= first ? std::string{} : "the clock went back";
        }

        std::int64_t first = 0;
        std::int64_t last = 0;
        std::uint64_t readings = 0;
    };

    explicit clock_reading(ground& on) : ground_(&on), last_(Clock::now()) { on.first = last_; }
    void once() {
        last_ = Clock::now();
        ++readings_;
        measure::used();
    }
    void stay() {
        ground_->last = last_;
        ground_->readings = readings_;
    }

private:
    ground* ground_;
    std::int64_t last_;
    std::uint64_t readings_ = 0;
};

/// A history with the time of day in each entry, in sequentially consistent stores: the method of
/// the library thread-liveness-monitor.
struct alignas(128) stamped_history {
    static constexpr std::size_t length = 16;
    struct entry {
        std::atomic<std::uint32_t> id{0};
        std::atomic<std::int64_t> at{0};
    };

    std::array<entry, length> ring;
    std::atomic<std::uint64_t> head{0};
    std::atomic<std::int64_t> last{0};
    std::atomic<bool> reported{true};

    void pass(std::uint32_t id) {
        const std::int64_t now = std::chrono::system_clock::now().time_since_epoch().count();
        const std::uint64_t passed = head.load(std::memory_order_relaxed);
        entry& mine = ring[passed % length];
        mine.id.store(id);
        mine.at.store(now);
        head.store(passed + 1);
        last.store(now);
        reported.store(false);
    }
    [[nodiscard]] const char* wrong(std::uint64_t times) const {
        const entry& newest = ring[(head - 1) % length];
        const bool right = head == times && (times == 0 || (newest.at == last && !reported));
        return right ? nullptr : "checkpoints lost or invented";
    }
};

/// A subject (subjects.hpp) that passes checkpoints into such a history.
class stamping {
public:
    using ground = word_list<stamped_history>;
    static constexpr double about_ns = 60;

    explicit stamping(ground& on) : mine_(&on.add()) {}
    void once() {
        measure::hidden(mine_)->pass(next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    stamped_history* mine_;
};

/// A flag that the watchdog clears and the thread sets, like Envoy's guard dog: a load, and a
/// compare-and-swap once a period of the watchdog. Here no watchdog clears the flag, so there is
/// one compare-and-swap in all. The number of the operations leaves no trace.
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

/// A deadline in one word, like Chromium's HangWatcher: a clock reading and a compare-and-swap when
/// the scope begins, and a compare-and-swap when it ends.
class deadline_setting {
public:
    struct alignas(128) word {
        std::atomic<std::uint64_t> deadline{0}; ///< 0: none
        std::uint64_t set = 0;                  ///< the thread's own

        std::uint64_t exchange(std::uint64_t next) {
            std::uint64_t previous = deadline.load(std::memory_order_relaxed);
            while (!deadline.compare_exchange_weak(previous, next)) {
            }
            return previous;
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

/// The time of the only checkpoint of a thread that registers.
class single_stamp {
public:
    void pass(std::uint32_t /*none*/) {
        at_ = std::chrono::system_clock::now();
        ++passed_;
    }
    [[nodiscard]] const char* wrong(std::uint64_t times) const {
        return passed_ == times ? nullptr : "stamps lost or invented";
    }

private:
    std::chrono::system_clock::time_point at_;
    std::uint64_t passed_ = 0;
};

/// A list of all threads under a mutex, each with a name and the time of day: the obvious solution.
template <class Passed>
class listing {
public:
    struct entry {
        std::string name;
        Passed passed;
    };
    using iterator = typename std::list<entry>::iterator;
    class ground {
    public:
        explicit ground(const setup& options) : checkpoints_(options.checkpoints) {}
        iterator add() {
            const std::lock_guard lock(mutex_);
            const auto mine = all_.emplace(all_.end());
            mine->name = scope_name;
            mine->passed.pass(first_checkpoint);
            ++added_;
            return mine;
        }
        void remove(iterator mine) {
            const std::lock_guard lock(mutex_);
            all_.erase(mine);
        }
        [[nodiscard]] std::uint64_t checkpoints() const { return checkpoints_; }
        [[nodiscard]] std::string wrong(std::size_t threads, std::uint64_t times) const {
            if (all_.size() != threads || added_ != threads * (times + 1)) {
                return "registrations lost or invented";
            }
            for (const entry& thread : all_) {
                if (const char* const error = thread.passed.wrong(1 + checkpoints_)) {
                    return error;
                }
            }
            return {};
        }

    private:
        const std::uint64_t checkpoints_;
        std::mutex mutex_;
        std::list<entry> all_;
        std::uint64_t added_ = 0;
    };
    static constexpr double about_ns = 150;

    explicit listing(ground& on) : ground_(&on) {}
    ~listing() {
        if (last_) {
            ground_->remove(*last_);
        }
    }
    listing(const listing&) = delete;
    listing& operator=(const listing&) = delete;

    void once() {
        const auto mine = measure::hidden(ground_)->add();
        pass(*mine);
        measure::hidden(ground_)->remove(mine);
    }
    void stay() {
        last_ = ground_->add();
        pass(**last_);
    }

private:
    void pass(entry& mine) const {
        for (std::uint64_t i = 0; i < ground_->checkpoints(); ++i) {
            measure::hidden(&mine)->passed.pass(next_checkpoint);
        }
    }

    ground* ground_;
    std::optional<iterator> last_;
};

} // namespace tollgate::liveness_test
