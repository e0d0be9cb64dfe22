// SPDX-License-Identifier: BSL-1.0
//
// What waits with an adaptive spin cost, in a model: a wait costs the time of its spins, and the
// cost of a sleep if the wake-up call comes later. The cost is compared with the cost of the best
// constant spin time, which is only known afterwards.
#include <tollgate/sleep/adaptive_spin.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <new>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <sys/mman.h>

namespace tollgate::sleep {
namespace {

/// In nanoseconds, from the beginning of the wait to the wake-up call.
using wait_times = std::vector<double>;

constexpr double spin_ns = 20;

/// Between two readings 32 spins take 20 ns each: a measurement.
struct clock_of_the_model {
    static std::chrono::steady_clock::time_point now() noexcept {
        time += std::chrono::nanoseconds(32 * static_cast<int>(spin_ns));
        return std::chrono::steady_clock::time_point(time);
    }
    static inline std::chrono::nanoseconds time{0};
};

std::chrono::nanoseconds in_ns(double time) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(time));
}

/// One wait. Returns its cost. A sleep costs two times what it takes to wake up.
double wait_once(adaptive_spin& tested, double wait, double sleep_costs) {
    const int spins = tested.spins();
    if (wait <= spins * spin_ns) {
        tested.learn_spins(static_cast<int>(wait / spin_ns));
        return wait;
    }
    tested.learn<clock_of_the_model>(in_ns(wait), in_ns(sleep_costs / 2));
    return spins * spin_ns + sleep_costs;
}

constexpr std::size_t waits_to_learn = 200;

double cost_of_adaptive(const wait_times& waits, double sleep_costs) {
    adaptive_spin tested;
    double cost = 0;
    for (std::size_t i = 0; i < waits.size(); ++i) {
        const double wait_costs = wait_once(tested, waits[i], sleep_costs);
        cost += i < waits_to_learn ? 0 : wait_costs;
    }
    return cost;
}

double cost_of_constant(const wait_times& waits, double spin_time, double sleep_costs) {
    return std::accumulate(waits.begin() + waits_to_learn, waits.end(), 0.0,
                           [&](double sum, double wait) {
                               return sum + (wait <= spin_time ? wait : spin_time + sleep_costs);
                           });
}

/// The best spin time is zero or as long as one of the waits.
double cost_of_best_constant(const wait_times& waits, double sleep_costs) {
    wait_times sorted(waits.begin() + waits_to_learn, waits.end());
    std::sort(sorted.begin(), sorted.end());
    double best = cost_of_constant(waits, 0, sleep_costs);
    double shorter = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        shorter += sorted[i];
        const auto longer = static_cast<double>(sorted.size() - i - 1);
        best = std::min(best, shorter + longer * (sorted[i] + sleep_costs));
    }
    return best;
}

constexpr std::array some_sleep_costs{5e3, 40e3, 90e3};
constexpr std::array some_waits{200., 1e3,  2e3,  5e3, 10e3, 15e3, 20e3,
                                30e3, 40e3, 60e3, 1e5, 1e6,  10e6};

wait_times times_of(const std::function<double(std::size_t)>& time_of) {
    wait_times waits(1'200);
    for (std::size_t i = 0; i < waits.size(); ++i) {
        waits[i] = time_of(i);
    }
    return waits;
}

using named_waits = std::vector<std::pair<std::string, wait_times>>;

/// Sequences of waits of two lengths.
void add_mixes(named_waits& all, double brief, double longer) {
    std::mt19937_64 random(1);
    all.emplace_back("alternating", times_of([&](auto i) { return i % 2 == 0 ? brief : longer; }));
    for (const std::size_t n : std::array<std::size_t, 3>{3, 10, 50}) {
        const std::string times = std::to_string(n) + " ";
        all.emplace_back(times + "brief waits and a long one",
                         times_of([&](auto i) { return i % (n + 1) != 0 ? brief : longer; }));
        all.emplace_back(times + "long waits and a brief one",
                         times_of([&](auto i) { return i % (n + 1) == 0 ? brief : longer; }));
        all.emplace_back(times + "brief waits and as many long ones",
                         times_of([&](auto i) { return i / n % 2 == 0 ? brief : longer; }));
    }
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        std::bernoulli_distribution is_brief(share);
        all.emplace_back("at random",
                         times_of([&](std::size_t) { return is_brief(random) ? brief : longer; }));
    }
}

named_waits sequences_with(double wait) {
    std::mt19937_64 random(1);
    std::exponential_distribution<double> exponential(1 / wait);
    std::uniform_real_distribution<double> uniform(0, 2 * wait);
    named_waits all{
        {"equal waits", times_of([&](std::size_t) { return wait; })},
        {"exponential waits", times_of([&](std::size_t) { return exponential(random); })},
        {"uniform waits", times_of([&](std::size_t) { return uniform(random); })}};
    for (const double factor : {3, 100}) {
        add_mixes(all, wait, factor * wait);
    }
    return all;
}

TEST(adaptive_spin_cost, is_at_most_a_third_above_the_best_constant_spin_time) {
    for (const double sleep_costs : some_sleep_costs) {
        for (const double wait : some_waits) {
            for (const auto& [name, waits] : sequences_with(wait)) {
                EXPECT_LE(cost_of_adaptive(waits, sleep_costs),
                          1.3 * cost_of_best_constant(waits, sleep_costs))
                    << name << ", " << wait << " ns, a sleep costs " << sleep_costs << " ns";
            }
        }
    }
}

TEST(adaptive_spin_cost, is_lower_than_that_of_usual_constants) {
    constexpr std::array usual_spin_times{0., 10e3, 50e3, 200e3};
    double adaptive = 0; // sums of costs in parts of the best cost
    std::array<double, usual_spin_times.size()> constant{};
    for (const double wait : some_waits) {
        for (const auto& [name, waits] : sequences_with(wait)) {
            const double best = cost_of_best_constant(waits, 40e3);
            adaptive += cost_of_adaptive(waits, 40e3) / best;
            for (std::size_t i = 0; i < constant.size(); ++i) {
                constant[i] += cost_of_constant(waits, usual_spin_times[i], 40e3) / best;
            }
        }
    }
    EXPECT_LT(adaptive, *std::min_element(constant.begin(), constant.end()));
}

/// The mean cost of waits of this length, in parts of the best cost.
double mean_cost(adaptive_spin& tested, int waits, double wait, double sleep_costs) {
    double cost = 0;
    for (int i = 0; i < waits; ++i) {
        cost += wait_once(tested, wait, sleep_costs);
    }
    return cost / waits / std::min(wait, sleep_costs);
}

TEST(adaptive_spin_cost, follows_waits_that_become_shorter_or_longer) {
    constexpr double sleep_costs = 40e3;
    for (const double before : some_waits) {
        for (const double after : {1e3, 5e3, 20e3, 1e6}) {
            adaptive_spin tested;
            mean_cost(tested, 1'000, before, sleep_costs);
            mean_cost(tested, 30, after, sleep_costs);
            EXPECT_LE(mean_cost(tested, 10, after, sleep_costs), 1.3)
                << "first " << before << " ns, then " << after << " ns";
        }
    }
}

TEST(adaptive_spin_cost, follows_the_cost_of_a_sleep_although_no_wait_sleeps) {
    adaptive_spin tested;
    mean_cost(tested, 1'000, 60e3, 90e3);
    mean_cost(tested, 1'000, 60e3, 20e3);
    EXPECT_LE(mean_cost(tested, 1'000, 60e3, 20e3), 1.3);
}

/// An object in memory of its own. After `forbid_stores`, a store to the object ends the program.
class adaptive_spin_in_a_page {
public:
    adaptive_spin_in_a_page()
        : page_(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
        if (page_ == MAP_FAILED) {
            throw std::bad_alloc();
        }
        object_ = new (page_) adaptive_spin;
    }
    ~adaptive_spin_in_a_page() { ::munmap(page_, size); }
    adaptive_spin_in_a_page(const adaptive_spin_in_a_page&) = delete;
    adaptive_spin_in_a_page& operator=(const adaptive_spin_in_a_page&) = delete;

    adaptive_spin& operator*() { return *object_; }
    void forbid_stores() { ASSERT_EQ(::mprotect(page_, size, PROT_READ), 0); }

private:
    static constexpr std::size_t size = sizeof(adaptive_spin); // the kernel rounds it up
    void* page_;
    adaptive_spin* object_ = nullptr;
};

TEST(adaptive_spin_cost, of_a_brief_wait_is_no_store) {
    adaptive_spin_in_a_page tested;
    mean_cost(*tested, 100, 1e6, 40e3); // shows what a sleep costs
    tested.forbid_stores();
    EXPECT_EQ(wait_once(*tested, 1e3, 40e3), 1e3);
    EXPECT_EQ(wait_once(*tested, 200, 40e3), 200);
    (*tested).learn_timeout(std::chrono::nanoseconds(200));
}

} // namespace
} // namespace tollgate::sleep
