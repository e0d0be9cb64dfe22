// SPDX-License-Identifier: BSL-1.0
//
// The self-checks of shared data find each mistake that they are for.
#include "counters.hpp"
#include "guarded.hpp"
#include "locks/std_mutex.hpp"
#include "published_number.hpp"
#include "reads_and_writes.hpp"
#include "shared_pointer.hpp"
#include "starvation.hpp"
#include "wait_loop.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace tollgate::lock_test {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <class Subject>
std::vector<std::string> failures_of(Subject& subject) {
    measure::loop_report report;
    subject.add_to(report);
    return report.failures;
}

TEST(guarded_data, counts_updates_and_hand_overs) {
    guarded<> data;
    const auto always = [](std::uint64_t) { return true; };
    EXPECT_TRUE(data.operate(0, 0, always));
    EXPECT_TRUE(data.operate(0, 2, always));
    EXPECT_TRUE(data.operate(1, 0, always));
    EXPECT_FALSE(data.operate(1, 0, [](std::uint64_t done) { return done != 3; }));
    EXPECT_FALSE(data.operate(0, 0, always)) << "it is over";
    measure::loop_report report;
    data.add_to(report, 3);
    EXPECT_THAT(report.failures, IsEmpty());
    EXPECT_EQ(report.counted[counts::hand_overs], 1U) << "neither the first nor a refused one";
    data.add_to(report, 4);
    EXPECT_THAT(report.failures, ElementsAre("updates lost: the threads counted 4, the counter "
                                             "has 3"));
}

TEST(counters_of_threads, lose_no_count) {
    for (const std::size_t bytes : {0U, 8U, 64U, 128U}) {
        counters<update::fetch_add> subject({bytes}, 20);
        for (std::size_t thread = 0; thread < 20; ++thread) {
            counters<update::fetch_add>::member own(subject, thread);
            own.operate();
            own.end(1);
        }
        EXPECT_THAT(failures_of(subject), IsEmpty()) << bytes;
        counters<update::fetch_add>::member(subject, 0).end(1);
        EXPECT_THAT(failures_of(subject), ElementsAre(HasSubstr("counts lost"))) << bytes;
    }
}

TEST(a_published_number, never_goes_back) {
    published_number subject({}, 3);
    published_number::member writer(subject, 0);
    published_number::member other_writer(subject, 0);
    published_number::member reader(subject, 1);
    reader.accompany();
    writer.operate();
    writer.operate();
    reader.accompany();
    writer.end(2);
    reader.end(2);
    EXPECT_THAT(failures_of(subject), IsEmpty());
    other_writer.operate();
    reader.accompany();
    reader.end(3);
    EXPECT_THAT(failures_of(subject), ElementsAre(HasSubstr("an older store after a newer one"),
                                                  HasSubstr("a store was lost")));
}

TEST(reads_and_writes_under_a_lock, lose_no_write_and_write_as_often_as_asked) {
    reads_and_writes<std_mutex> subject({99}, 1);
    reads_and_writes<std_mutex>::member own(subject, 0);
    for (int i = 0; i < 300; ++i) {
        own.operate();
    }
    own.end(300);
    EXPECT_THAT(failures_of(subject), IsEmpty());
    own.end(300);
    EXPECT_THAT(failures_of(subject),
                ElementsAre("writes lost: the threads counted 6, the data has 3"));
}

#if defined(__cpp_lib_atomic_shared_ptr)

TEST(a_shared_pointer, loses_no_reference) {
    shared_pointer<pointer_operation::store> subject({}, 2);
    {
        shared_pointer<pointer_operation::store>::member own(subject, 1);
        own.operate();
        EXPECT_THAT(failures_of(subject), ElementsAre("references lost or left over"));
    }
    EXPECT_THAT(failures_of(subject), IsEmpty());
}

TEST(a_shared_pointer, is_loaded_as_it_was_stored) {
    shared_pointer<pointer_operation::load> subject({}, 1);
    {
        shared_pointer<pointer_operation::load>::member own(subject, 0);
        own.operate();
        own.end(1);
    }
    EXPECT_THAT(failures_of(subject), IsEmpty()); // stores a null pointer, too
    {
        shared_pointer<pointer_operation::load>::member own(subject, 0);
        own.operate();
        own.end(1);
    }
    EXPECT_THAT(failures_of(subject), ElementsAre(HasSubstr("another pointer than was stored")));
}

#endif

/// The thread without a probe begins late.
struct late_lock {
    static inline std::atomic<int> entered{0};
    static inline thread_local int own_locks = 0;
    static inline thread_local bool has_probe = false;

    late_lock() { entered = 0; }
    void lock() {
        if (++own_locks == 1 && !has_probe) {
            std::this_thread::sleep_for(20ms);
        }
        mutex_.lock();
        entered += own_locks == 1 ? 1 : 0;
    }
    void unlock() { mutex_.unlock(); }

private:
    std::mutex mutex_;
};

/// A probe of two events.
struct noting_events {
    std::vector<int> entered;
    std::vector<int> own_locks;

    [[nodiscard]] bool wanted() const { return !interrupted() && events() < 2; }
    [[nodiscard]] static bool interrupted() {
        late_lock::has_probe = true;
        return false;
    }
    [[nodiscard]] std::uint64_t events() const { return entered.size(); }
    [[nodiscard]] static std::int64_t begin() { return 0; }
    [[nodiscard]] static std::int64_t end() { return 0; }
    void add(std::int64_t /*begun*/, std::int64_t /*ended*/) {
        entered.push_back(late_lock::entered);
        own_locks.push_back(late_lock::own_locks);
    }
};

TEST(timed_waits, begin_when_the_other_threads_have_begun) {
    noting_events probe;
    wait_loop<late_lock>{{{2, {}}, {}, {}, {}}}(probe);
    EXPECT_THAT(probe.entered, ElementsAre(2, 2));
    EXPECT_EQ(probe.own_locks[1] - probe.own_locks[0], 16);
}

TEST(timed_waits, are_spread_over_the_time_of_a_batch) {
    noting_events probe;
    wait_loop<late_lock>{{{1, {}}, {}, 10ms, 60ms}}(probe);
    EXPECT_GT(probe.own_locks[0], 1) << "untimed operations come first";
    EXPECT_GT(probe.own_locks[1] - probe.own_locks[0], 1);
}

/// While the probe wants events, no other thread gets the lock.
struct closing_events : noting_events {
    enum class state { before, timing, over };
    static inline thread_local state current = state::before;

    [[nodiscard]] bool wanted() const {
        current = noting_events::wanted() ? state::timing : state::over;
        return current == state::timing;
    }
};
struct closed_lock {
    void lock() {
        if (closing_events::current != closing_events::state::before) {
            closed_ = closing_events::current == closing_events::state::timing;
        } else {
            while (closed_) {
                std::this_thread::yield();
            }
        }
        mutex_.lock();
    }
    void unlock() { mutex_.unlock(); }

private:
    std::mutex mutex_;
    std::atomic<bool> closed_{false};
};

TEST(timed_waits, are_given_up_if_another_thread_did_nothing_in_most_batches) {
    measure::case_record record;
    // In some of the loops, the other thread counts just before the events.
    for (int i = 0; i < 10'000 && record.counted[counts::without_others] == 0; ++i) {
        closing_events probe;
        const auto report = wait_loop<closed_lock>{{{2, {}}, {}, {}, {}}}(probe);
        record.counted[counts::without_others] += report.counted.at(counts::without_others);
    }
    EXPECT_GT(record.counted[counts::without_others], 0U);
    record.rounds.resize(9);
    record.counted[counts::without_others] = 4;
    EXPECT_EQ(idle_others(record), std::nullopt);
    record.counted[counts::without_others] = 5;
    EXPECT_THAT(idle_others(record).value_or(""), HasSubstr("another thread did nothing"));
    record.rounds.resize(6);
    EXPECT_EQ(idle_others(record), std::nullopt) << "the machine may be the reason";
}

TEST(threads, starve_if_only_others_move) {
    operation_counts counted(2);
    starvation watch(2);
    const auto observe = [&](int times) {
        for (int i = 0; i < times; ++i) {
            watch.observe(counted);
        }
        return watch.found();
    };
    EXPECT_FALSE(observe(5)) << "no thread moves";
    counted.set(1, 99);
    EXPECT_FALSE(observe(5)) << "the thread may have had no CPU";
    counted.set(0, 1);
    counted.set(1, 300);
    EXPECT_FALSE(observe(1));
    counted.set(1, 400);
    EXPECT_FALSE(observe(1));
    EXPECT_TRUE(observe(1)) << "the third observation";
    EXPECT_THAT(watch.reason().value_or(""), HasSubstr("the waiting thread starves"));
}

} // namespace
} // namespace tollgate::lock_test
