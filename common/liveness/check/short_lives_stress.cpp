// SPDX-License-Identifier: BSL-1.0
//
// Very many scopes and threads in reused records. The timeout is so short that the monitor reports
// every scope that it sees twice at the same head. No report may have another scope's name, and no
// more records may exist than are needed at a time.
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

constexpr int scopes_made = 1'000'000 / testing::stress_divisor;
constexpr int threads_made = 10'000 / testing::stress_divisor;
constexpr int at_a_time = 4;

/// Whether name, thread and all checkpoints of the report belong to one scope.
bool is_of_one(const event& report) {
    if (report.name != "thread " + std::to_string(report.thread_id) ||
        report.history.size() > report.checkpoints) {
        return false;
    }
    for (const passed_checkpoint& passed : report.history) {
        if (passed.id != static_cast<std::uint32_t>(report.thread_id)) {
            return false;
        }
    }
    return true;
}

/// Only counts, because there may be many events.
class sceptic {
public:
    settings accusing_everybody() {
        settings options;
        options.period = 1ms;
        options.default_timeouts.timeout = 1ns;
        options.diagnoses = false;
        options.sinks.emplace_back([this](const event& report) {
            ++events_;
            if (!is_of_one(report)) {
                ++wrong_;
                ADD_FAILURE() << to_string(report.type) << " '" << report.name << "' of "
                              << report.thread_id << " after " << report.checkpoints << ", "
                              << report.history.size();
            }
        });
        return options;
    }
    [[nodiscard]] int events() const { return events_; }
    [[nodiscard]] int wrong() const { return wrong_; }

private:
    std::atomic<int> events_{0};
    std::atomic<int> wrong_{0};
};

void dawdle_in_a_scope(std::uint32_t id, int number) {
    for (int i = 0; i < number % 4; ++i) {
        checkpoint(id);
    }
    if (number % 1024 == 0) {
        std::this_thread::sleep_for(1ms);
    }
}

/// Runs on several threads. Expects no report with another scope's name, and no more records than
/// are needed at a time.
template <class Live>
void expect_right_names(const char* watched, Live live) {
    const testing::watchdog time_budget(watched);
    sceptic heard;
    {
        registry watcher(heard.accusing_everybody());
        std::vector<std::thread> threads;
        for (int i = 0; i < at_a_time; ++i) {
            threads.emplace_back([&] { live(watcher); });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        // Independent of the time that the monitor waits for a CPU.
        const auto id = static_cast<std::uint32_t>(::gettid());
        const watched_scope impatient(watcher, "thread " + std::to_string(id), id);
        while (heard.events() == 0) {
            std::this_thread::sleep_for(1ms);
        }
        EXPECT_EQ(watcher.so_far().records, 64U);
    }
    EXPECT_EQ(heard.wrong(), 0);
}

TEST(short_scopes, are_reported_under_their_own_names_and_need_no_more_memory) {
    expect_right_names("short scopes", [](registry& watcher) {
        const auto id = static_cast<std::uint32_t>(::gettid());
        const std::string name = "thread " + std::to_string(id);
        for (int number = 0; number < scopes_made / at_a_time; ++number) {
            const watched_scope outer(watcher, name, id);
            if (number % 3 == 0) {
                const watched_scope inner(watcher, name, id);
                dawdle_in_a_scope(id, number);
            }
            if (number % 8 == 0) {
                migrating_scope session(watcher, name, id);
                session.checkpoint(id);
            }
            dawdle_in_a_scope(id, number);
        }
    });
}

TEST(short_threads, are_reported_under_their_own_names_and_need_no_more_memory) {
    expect_right_names("short threads", [](registry& watcher) {
        for (int number = 0; number < threads_made / at_a_time; ++number) {
            std::thread([&] {
                const auto id = static_cast<std::uint32_t>(::gettid());
                const watched_scope watched(watcher, "thread " + std::to_string(id), id);
                dawdle_in_a_scope(id, number);
            }).join();
        }
    });
}

} // namespace
} // namespace tollgate::liveness
