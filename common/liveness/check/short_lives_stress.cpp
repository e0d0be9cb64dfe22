// SPDX-License-Identifier: BSL-1.0
//
// Very many scopes and threads, in records that are used again and again, and a monitor so
// impatient that it accuses whom it sees twice in the same place: nobody under another's name, and
// no memory beyond what is needed at a time.
#include <tollgate/faults/stress.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

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

constexpr int scopes_made = 1'000'000 / faults::stress_divisor;
constexpr int threads_made = 10'000 / faults::stress_divisor;
constexpr int at_a_time = 4;

/// Name, thread and each checkpoint of what is reported are of one.
bool is_of_one(const event& what) {
    if (what.name != "thread " + std::to_string(what.thread_id) ||
        what.history.size() > what.checkpoints) {
        return false;
    }
    for (const passed_checkpoint& passed : what.history) {
        if (passed.id != static_cast<std::uint32_t>(what.thread_id)) {
            return false;
        }
    }
    return true;
}

/// Counts only: there may be many.
class sceptic {
public:
    settings accusing_everybody() {
        settings how;
        how.period = 1ms;
        how.of_scopes.timeout = 1ns;
        how.diagnoses = false;
        how.sinks.emplace_back([this](const event& what) {
            ++events_;
            if (!is_of_one(what)) {
                ++wrong_;
                ADD_FAILURE() << to_string(what.what) << " '" << what.name << "' of "
                              << what.thread_id << " after " << what.checkpoints << ", "
                              << what.history.size();
            }
        });
        return how;
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

/// On some threads at a time; expects that nobody was reported under another's name, and that no
/// more records were made than are needed at a time.
template <class Live>
void expect_right_names(const char* watched, Live live) {
    const faults::watchdog patience(watched);
    sceptic heard;
    {
        registry in(heard.accusing_everybody());
        std::vector<std::thread> threads;
        for (int i = 0; i < at_a_time; ++i) {
            threads.emplace_back([&] { live(in); });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        // However long the monitor waits for a CPU.
        const auto id = static_cast<std::uint32_t>(::gettid());
        const watched_scope impatient(in, "thread " + std::to_string(id), id);
        while (heard.events() == 0) {
            std::this_thread::sleep_for(1ms);
        }
        EXPECT_EQ(in.so_far().records, 64U);
    }
    EXPECT_EQ(heard.wrong(), 0);
}

TEST(short_scopes, are_reported_under_their_own_names_and_need_no_more_memory) {
    expect_right_names("short scopes", [](registry& in) {
        const auto id = static_cast<std::uint32_t>(::gettid());
        const std::string name = "thread " + std::to_string(id);
        for (int number = 0; number < scopes_made / at_a_time; ++number) {
            const watched_scope outer(in, name, id);
            if (number % 3 == 0) {
                const watched_scope inner(in, name, id);
                dawdle_in_a_scope(id, number);
            }
            if (number % 8 == 0) {
                migrating_scope session(in, name, id);
                session.checkpoint(id);
            }
            dawdle_in_a_scope(id, number);
        }
    });
}

TEST(short_threads, are_reported_under_their_own_names_and_need_no_more_memory) {
    expect_right_names("short threads", [](registry& in) {
        for (int number = 0; number < threads_made / at_a_time; ++number) {
            std::thread([&] {
                const auto id = static_cast<std::uint32_t>(::gettid());
                const watched_scope watched(in, "thread " + std::to_string(id), id);
                dawdle_in_a_scope(id, number);
            }).join();
        }
    });
}

} // namespace
} // namespace tollgate::liveness
