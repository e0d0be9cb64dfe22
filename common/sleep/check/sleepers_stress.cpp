// SPDX-License-Identifier: BSL-1.0
//
// The promises of sleepers under races, late machines and signals.
#include "all_sleepers.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/testing/stress.hpp>
#if defined(__linux__)
#include <tollgate/sleep/timer_slack.hpp>
#endif

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <new>
#include <random>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

#include <csignal>
#include <pthread.h>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
using time_point = clock::time_point;
using std::chrono::nanoseconds;
using testing::stress_divisor;
using testing::watchdog;

template <class Sleeper>
inline constexpr bool is_ours =
    std::is_same_v<Sleeper, parker> || std::is_same_v<Sleeper, precise_parker>;

// Wakes at the moments when a sleep begins and when it ends by itself. One thread sleeps until a
// deadline, and the other wakes it. The wake comes in turn within a microsecond of the deadline,
// within a microsecond of the real end of sleeps (the kernel is late), and while the sleeper is
// about to sleep. The waker finds the real end: it aims a little later after each sleep that was
// woken, and a little earlier after each that was not. After each round the counts must balance:
// this sleep took the wake, or the wake is there for the next sleep.

/// Pins the thread, because two threads that share a CPU never race. Does nothing where threads
/// cannot be pinned.
void run_on(const std::vector<int>& cpus, std::size_t index) {
    try {
        cpu::pin_this_thread(cpus[index % cpus.size()]);
    } catch (const std::system_error&) {
        std::cout << "not pinned\n";
    }
}

/// Waits for the other thread: spins for a moment, then yields.
void wait_until_reached(const std::atomic<std::uint32_t>& counter, std::uint32_t value) {
    for (int spins = 0; counter.load(std::memory_order_acquire) < value; ++spins) {
        if (spins > 2000) {
            std::this_thread::yield();
        }
    }
}

struct counts {
    std::uint32_t sleeps = 0;
    std::uint32_t woken = 0;
    std::uint32_t timeouts = 0;
    std::uint32_t kept = 0;     ///< wakes that the next sleep took
    std::uint32_t invented = 0; ///< woken twice by one wake
    std::uint32_t early = 0;
    std::uint32_t close = 0; ///< the wake came within a microsecond of the sleep's end
};

/// The sleeper writes `round`, `is_last` and `aim`; the waker writes `done` and `woke`.
struct duel_state {
    std::atomic<std::uint32_t> round{0};
    std::atomic<std::uint32_t> done{0};
    bool is_last = false;
    time_point aim;
    time_point woke;
};

template <class Sleeper>
void wake_as_aimed(Sleeper& tested, duel_state& state) {
    bool is_last = false;
    for (std::uint32_t round = 1; !is_last; ++round) {
        wait_until_reached(state.round, round);
        is_last = state.is_last;
        while (clock::now() < state.aim) {
        }
        state.woke = clock::now();
        tested.wake();
        state.done.store(round, std::memory_order_release);
    }
}

template <class Sleeper>
counts sleep_and_count(Sleeper& tested, duel_state& state, std::uint32_t rounds, unsigned seed) {
#if defined(__linux__)
    const timer_slack punctual(1ns);
#endif
    constexpr nanoseconds length = std::chrono::microseconds(3);
    counts all;
    std::minstd_rand random(seed);
    nanoseconds lateness{0};
    // If other processes want the CPUs, a round takes milliseconds.
    const time_point enough = clock::now() + 60s;
    for (std::uint32_t round = 1; !state.is_last; ++round) {
        state.is_last = round == rounds || clock::now() >= enough;
        const time_point deadline = clock::now() + length;
        const bool at_the_end = round % 3 == 1;
        state.aim = round % 3 == 2 ? deadline - length + nanoseconds(random() % 1000)
                                   : deadline + nanoseconds(random() % 2001) - 1us +
                                         (at_the_end ? lateness : 0ns);
        state.round.store(round, std::memory_order_release);
        const outcome result = tested.sleep_until(deadline);
        const time_point end = clock::now();
        const bool early = result == outcome::timeout && end < deadline;
        wait_until_reached(state.done, round);
        all.close += std::chrono::abs(end - state.woke) <= 1us ? 1 : 0;
        const bool left = tested.sleep_until(time_point::min()) == outcome::woken;
        ++all.sleeps;
        all.early += early ? 1 : 0;
        if (result == outcome::woken) {
            ++all.woken;
            all.invented += left ? 1 : 0;
        } else {
            ++all.timeouts;
            all.kept += left ? 1 : 0;
        }
        if (at_the_end) {
            const nanoseconds step = result == outcome::woken ? 50ns : -50ns;
            lateness = std::clamp<nanoseconds>(lateness + step, -length, 10ms);
        }
    }
    return all;
}

template <class Sleeper>
counts duel(const std::vector<int>& cpus, std::uint32_t rounds, unsigned seed) {
    Sleeper tested;
    duel_state state;
    counts all;
    std::thread waker([&] {
        run_on(cpus, 1);
        wake_as_aimed(tested, state);
    });
    std::thread sleeper_thread([&] {
        run_on(cpus, 0);
        all = sleep_and_count(tested, state, rounds, seed);
    });
    waker.join();
    sleeper_thread.join();
    return all;
}

/// A sleeper that spins ends at the deadline: a million wakes come within a microsecond of it. The
/// other sleepers are for comparison.
template <class Sleeper>
inline constexpr std::uint32_t duels = std::is_same_v<Sleeper, precise_parker> ? 1'500'000
                                       : is_ours<Sleeper>                      ? 300'000
                                                                               : 50'000;

template <class Sleeper>
class wake_at_the_deadline : public ::testing::Test {};
TYPED_TEST_SUITE(wake_at_the_deadline, all_sleepers, sleeper_name);

TYPED_TEST(wake_at_the_deadline, is_taken_once) {
    const watchdog timeout("wake_at_the_deadline");
    const unsigned seed = testing::drawn_seed();
    const std::vector<int> cpus = cpu::allowed_cpus();
    const counts all = duel<TypeParam>(cpus, duels<TypeParam> / stress_divisor, seed);
    std::cout << all.sleeps << " sleeps, woken " << all.woken << ", timeouts " << all.timeouts
              << ", close " << all.close << '\n';
    EXPECT_EQ(all.woken + all.timeouts, all.sleeps);
    EXPECT_EQ(all.woken + all.kept, all.sleeps) << "wakes lost";
    EXPECT_EQ(all.invented, 0U) << "wakes taken twice";
    EXPECT_EQ(all.early, 0U);
    // Otherwise there was no race; a single CPU has none.
    if (cpus.size() > 1) {
        EXPECT_GT(all.woken, 0U);
        EXPECT_GT(all.timeouts, 0U);
        EXPECT_GT(all.close, 0U);
    }
}

// Many wakers and one sleeper. Each waker writes before each wake, and the sleeper sleeps again
// until it has seen the last write of every waker. So it hangs if a wake is lost or does not
// publish.

constexpr std::size_t wakers = 8;
constexpr int wakes_of_each = 300'000 / stress_divisor;

template <class Sleeper>
class hammered : public ::testing::Test {};
TYPED_TEST_SUITE(hammered, all_sleepers, sleeper_name);

/// The last write of each waker, relaxed: only the sleeper orders it. The wakers begin together,
/// because a waker would otherwise end before the next one has started.
struct payload {
    std::array<std::atomic<int>, wakers> written{};
    std::atomic<std::size_t> started{0};

    [[nodiscard]] bool complete() const {
        return std::all_of(written.begin(), written.end(), [](const std::atomic<int>& last) {
            return last.load(std::memory_order_relaxed) == wakes_of_each;
        });
    }
};

template <class Sleeper>
std::vector<std::thread> start_wakers(Sleeper& tested, payload& data) {
    std::vector<std::thread> threads;
    for (std::size_t me = 0; me < wakers; ++me) {
        threads.emplace_back([&tested, &data, me] {
            data.started.fetch_add(1);
            while (data.started.load() < wakers) {
                std::this_thread::yield();
            }
            for (int i = 1; i <= wakes_of_each; ++i) {
                data.written[me].store(i, std::memory_order_relaxed);
                tested.wake();
            }
        });
    }
    return threads;
}

TYPED_TEST(hammered, loses_nothing_without_deadlines) {
    const watchdog timeout("hammered");
    TypeParam tested;
    payload data;
    std::vector<std::thread> threads = start_wakers(tested, data);
    std::size_t woken = 0;
    while (!data.complete()) {
        EXPECT_EQ(tested.sleep_until(time_point::max()), outcome::woken);
        ++woken;
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_LE(woken, wakers * wakes_of_each);
    // At most one permit is left, for all wakes that came too late.
    tested.sleep_for(0s);
    EXPECT_EQ(tested.sleep_for(0s), outcome::timeout);
}

TYPED_TEST(hammered, loses_nothing_with_deadlines) {
    const watchdog timeout("hammered with deadlines");
    TypeParam tested;
    payload data;
    std::vector<std::thread> threads = start_wakers(tested, data);
    for (int i = 0; !data.complete(); ++i) {
        if (i % 4 == 3) {
            EXPECT_EQ(tested.sleep_until(time_point::max()), outcome::woken);
        } else {
            tested.sleep_for(i % 4 * 1us);
        }
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

// Many signals: a handler runs many times during each sleep, so that the system calls return again
// and again. No sleep ends early, and all sleeps end. A sleeper that waited for the whole time anew
// would never end.

std::atomic<unsigned> handled{0};

void count_signal(int /*signal*/) {
    handled.fetch_add(1, std::memory_order_relaxed);
}

/// While it exists, SIGUSR1 interrupts system calls, which are not restarted. Afterwards the signal
/// is ignored, because the last signal may come late.
class interrupting_handler {
public:
    interrupting_handler() { handle(count_signal); }
    ~interrupting_handler() { handle(SIG_IGN); }
    interrupting_handler(const interrupting_handler&) = delete;
    interrupting_handler& operator=(const interrupting_handler&) = delete;

private:
    static void handle(void (*handler)(int)) {
        struct sigaction action {};
        action.sa_handler = handler;
        sigemptyset(&action.sa_mask);
        EXPECT_EQ(::sigaction(SIGUSR1, &action, nullptr), 0);
    }
};

/// Sends signals to the thread that created it, one after the other.
class signal_sender {
public:
    signal_sender() : target_(::pthread_self()), sender_([this] { send(); }) {}
    ~signal_sender() {
        over_.store(true);
        sender_.join();
    }
    signal_sender(const signal_sender&) = delete;
    signal_sender& operator=(const signal_sender&) = delete;

private:
    void send() {
        while (!over_.load(std::memory_order_relaxed)) {
            ::pthread_kill(target_, SIGUSR1);
            // Slower than a system call begins: otherwise no thread would get on.
            std::this_thread::sleep_for(20us);
        }
    }

    interrupting_handler handler_;
    pthread_t target_;
    std::atomic<bool> over_{false};
    std::thread sender_;
};

template <class Sleeper>
class interrupted_sleep : public ::testing::Test {};
TYPED_TEST_SUITE(interrupted_sleep, all_sleepers, sleeper_name);

TYPED_TEST(interrupted_sleep, ends_at_its_deadline_and_not_before) {
    const watchdog timeout("interrupted_sleep");
    TypeParam tested;
    const unsigned before = handled.load();
    const signal_sender signals;
    unsigned early = 0;
    unsigned woken = 0;
    unsigned sleeps = 0;
    time_point deadline = clock::now();
    // Until there were enough sleeps and signals, whatever CPU time the sender gets.
    while (early == 0 && (sleeps < 50 || handled.load() - before < 10 * sleeps)) {
        deadline += 10ms;
        woken += tested.sleep_until(deadline) == outcome::woken ? 1 : 0;
        early += clock::now() < deadline ? 1 : 0;
        ++sleeps;
    }
    EXPECT_EQ(early, 0U);
    EXPECT_EQ(woken, 0U);
}

TYPED_TEST(interrupted_sleep, without_deadline_ends_by_its_wake) {
    const watchdog timeout("interrupted_sleep without deadline");
    TypeParam tested;
    const signal_sender signals;
    std::atomic<unsigned> wakes{0};
    std::thread waker([&] {
        for (int i = 0; i < 20; ++i) {
            const unsigned until = handled.load() + 20;
            while (handled.load() < until) {
                std::this_thread::yield();
            }
            wakes.fetch_add(1);
            tested.wake();
        }
    });
    for (unsigned i = 1; i <= 20; ++i) {
        // Two wakes may become one permit if the sleeper is slow; no permit appears without a wake.
        if (wakes.load() == 20) {
            break;
        }
        EXPECT_EQ(tested.sleep_until(time_point::max()), outcome::woken);
        EXPECT_GE(wakes.load(), i);
    }
    waker.join();
}

// Sleeps of random lengths, negative ones included. None ends before its deadline.

template <class Sleeper>
class never_early : public ::testing::Test {};
TYPED_TEST_SUITE(never_early, all_sleepers, sleeper_name);

/// Log-uniform from 1 ns to 100 us; now and then zero or negative.
nanoseconds random_length(std::mt19937& random) {
    switch (random() % 16) {
    case 0:
        return 0ns;
    case 1:
        return nanoseconds::min() + nanoseconds(random());
    case 2:
        return -nanoseconds(random());
    default:
        return nanoseconds(
            std::llround(std::pow(10.0, std::uniform_real_distribution<double>(0, 5)(random))));
    }
}

TYPED_TEST(never_early, whatever_the_length) {
    const watchdog timeout("never_early");
    const unsigned seed = testing::drawn_seed();
    std::mt19937 random(seed);
    constexpr int sleeps = (is_ours<TypeParam> ? 100'000 : 20'000) / stress_divisor;
    TypeParam tested;
    int early = 0;
    int woken = 0;
    for (int i = 0; i < sleeps; ++i) {
        const nanoseconds length = random_length(random);
        const clock::time_point begin = clock::now();
        woken += tested.sleep_for(length) == outcome::woken ? 1 : 0;
        early += clock::now() - begin < length ? 1 : 0;
    }
    EXPECT_EQ(early, 0);
    EXPECT_EQ(woken, 0);
}

// The sleeping thread frees its sleeper as soon as it is woken. The next sleeper gets the same
// address, perhaps before the waker has called the kernel. AddressSanitizer notices a waker that
// accesses the sleeper once more. Without it, the check overwrites the memory and notices a waker
// that writes there. Only for sleepers that allow this.

constexpr int lives = 100'000 / stress_divisor;

template <class Sleeper>
class short_lived : public ::testing::Test {};
TYPED_TEST_SUITE(short_lived, short_lived_sleepers, sleeper_name);

/// A thread that wakes each sleeper once that another thread orders.
template <class Sleeper>
class wake_service {
public:
    ~wake_service() {
        stop_.store(true);
        thread_.join();
    }

    void order(Sleeper* tested) { next_.store(tested, std::memory_order_release); }

private:
    void serve() {
        while (!stop_.load(std::memory_order_relaxed)) {
            if (Sleeper* const tested = next_.exchange(nullptr, std::memory_order_acquire)) {
                tested->wake();
            } else {
                std::this_thread::yield();
            }
        }
    }

    std::atomic<Sleeper*> next_{nullptr};
    std::atomic<bool> stop_{false};
    std::thread thread_{[this] { serve(); }};
};

TYPED_TEST(short_lived, may_be_freed_once_it_is_woken) {
    const watchdog timeout("short_lived");
    wake_service<TypeParam> waker;
    for (int i = 0; i < lives; ++i) {
        const auto tested = std::make_unique<TypeParam>();
        waker.order(tested.get());
        ASSERT_EQ(tested->sleep_until(time_point::max()), outcome::woken);
    }
}

// A wake for the previous sleeper ends no sleep of the next sleeper.
TYPED_TEST(short_lived, does_not_get_the_wakes_of_the_previous_sleeper) {
    const watchdog timeout("short_lived at the same address");
    constexpr std::byte garbage{0xa5};
    alignas(TypeParam) std::byte memory[sizeof(TypeParam)];
    wake_service<TypeParam> waker;
    int failures = 0;
    // Fewer lives: each lasts for as long as the kernel is late.
    for (int i = 0; i < lives / 4; ++i) {
        auto* const tested = new (memory) TypeParam;
        waker.order(tested);
        failures += tested->sleep_until(time_point::max()) == outcome::woken ? 0 : 1;
        tested->~TypeParam();
        auto* const next = new (memory) TypeParam;
        failures += next->sleep_for(1us) == outcome::timeout ? 0 : 1;
        next->~TypeParam();
        std::fill(std::begin(memory), std::end(memory), garbage);
        failures += static_cast<int>(std::count(std::begin(memory), std::end(memory), garbage)) !=
                    static_cast<int>(sizeof memory);
    }
    EXPECT_EQ(failures, 0);
}

} // namespace
} // namespace tollgate::sleep
