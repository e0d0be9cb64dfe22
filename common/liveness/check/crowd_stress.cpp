// SPDX-License-Identifier: BSL-1.0
//
// A thousand threads, of which some stand still. The time is made up, the threads are not.
#include "listener.hpp"

#include <tollgate/faults/watchdog.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t crowd_size = 1000;
constexpr std::size_t crowd_frozen = 64;

bool crowd_freezes(std::size_t number) {
    return number % (crowd_size / crowd_frozen) == 7 && number / (crowd_size / crowd_frozen) < 64;
}

std::string crowd_name(std::size_t number) {
    return "one of many " + std::to_string(number);
}

/// In each round all of them pass a checkpoint, but for those who freeze, while they do.
class crowd {
public:
    explicit crowd(registry& in) {
        for (std::size_t number = 0; number < crowd_size; ++number) {
            threads_.emplace_back([this, &in, number] { live(in, number); });
        }
        wait_for_all();
    }
    ~crowd() {
        ends_ = true;
        go_on();
        for (std::thread& one : threads_) {
            one.join();
        }
    }
    crowd(const crowd&) = delete;
    crowd& operator=(const crowd&) = delete;

    void let_all_go_on() {
        thawed_ = true;
        go_on();
        wait_for_all();
    }
    void let_most_go_on() {
        go_on();
        wait_for_all();
    }

private:
    void live(registry& in, std::size_t number) {
        const watched_scope watched(in, crowd_name(number), 1);
        for (int round = 0; !ends_; ++round) {
            arrived_.fetch_add(1);
            arrived_.notify_one();
            round_.wait(round);
            if (!crowd_freezes(number) || thawed_) {
                checkpoint(2);
            }
        }
    }
    void go_on() {
        arrived_ = 0;
        ++round_;
        round_.notify_all();
    }
    void wait_for_all() {
        for (std::size_t here = arrived_; here < crowd_size; here = arrived_) {
            arrived_.wait(here);
        }
    }

    std::atomic<std::size_t> arrived_{0};
    std::atomic<int> round_{0};
    std::atomic<bool> thawed_{false};
    std::atomic<bool> ends_{false};
    std::vector<std::thread> threads_;
};

std::multiset<std::string> names_of(const std::vector<event>& all, event::kind what) {
    std::multiset<std::string> names;
    for (const event& one : all) {
        if (one.what == what) {
            names.insert(one.name);
        }
    }
    return names;
}

TEST(crowd, has_each_who_freezes_reported_once_and_nobody_else) {
    const faults::watchdog patience("crowd");
    listener heard;
    settings how;
    how.driven = driver::by_hand;
    how.of_scopes.timeout = 30ms;
    how.sinks.push_back(heard.ear());
    registry one(how);
    crowd all(one);
    std::multiset<std::string> expected;
    for (std::size_t number = 0; number < crowd_size; ++number) {
        if (crowd_freezes(number)) {
            expected.insert(crowd_name(number));
        }
    }
    ASSERT_EQ(expected.size(), crowd_frozen);

    std::chrono::steady_clock::time_point now{};
    for (int look = 0; look < 7; ++look) {
        all.let_most_go_on();
        one.look(now += 10ms);
    }
    EXPECT_EQ(names_of(heard.heard(), event::kind::frozen), expected);
    EXPECT_EQ(heard.count(event::kind::recovered), 0U);
    for (int look = 0; look < 7; ++look) {
        all.let_all_go_on();
        one.look(now += 10ms);
    }
    EXPECT_EQ(names_of(heard.heard(), event::kind::frozen), expected);
    EXPECT_EQ(names_of(heard.heard(), event::kind::recovered), expected);
}

} // namespace
} // namespace tollgate::liveness
