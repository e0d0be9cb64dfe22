// SPDX-License-Identifier: BSL-1.0
#include "count_scale.hpp"
#include "taken_loop.hpp"

#include "wrong_watches.hpp"

#include <tollgate/cpu/allowed.hpp>
#include <tollgate/faults/one_batch.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>

#include <sched.h>
#include <unistd.h>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const measure::schedule three_slices{1, {{3, 1}}};

int some_cpu() {
    return cpu::allowed_cpus().front();
}

TEST(failed_watch, is_told_of_each_thing_that_is_wrong) {
    using measure::watched_slice;
    struct mistake {
        void (*spoil)(watched_slice&);
        const char* failure;
    };
    for (const mistake& each :
         {mistake{[](watched_slice& seen) { seen.backwards = 1; }, "ran backwards 1 time"},
          {[](watched_slice& seen) { seen.watched_ns /= 2; }, "ended after 10000003 ns"},
          {[](watched_slice& seen) {
               seen.gaps.front().length_ns = seen.taken_ns = seen.watched_ns + 1;
           },
           "were taken of"},
          {[](watched_slice& seen) { seen.looks = 19'000; }, "19000 looks are too few"},
          {[](watched_slice& seen) { seen.gaps.clear(); }, "gaps of 0 ns make 2000 ns"}}) {
        watched_slice seen = right_slice(20ms);
        each.spoil(seen);
        EXPECT_THAT(failed_watch(seen, 20ms), ElementsAre(HasSubstr(each.failure)));
    }
    watched_slice right = right_slice(20ms);
    EXPECT_THAT(failed_watch(right, 20ms), IsEmpty());
    right.looks = 20'000; // 1 µs each
    EXPECT_THAT(failed_watch(right, 20ms), IsEmpty());
}

TEST(note_slice, a_gap_that_is_not_listed_may_be_among_the_longest) {
    measure::watched_slice seen = right_slice(20ms);
    seen.unlisted = 2;
    seen.unlisted_ns = 3'000'000 + 1'000;
    seen.longest_unlisted = measure::gap{1'500'000, 3'000'000, 0};
    measure::loop_report report;
    note_slice(seen, {}, {}, {"words"}, report);
    ASSERT_EQ(report.gaps.longest.size(), 2U);
    EXPECT_EQ(report.gaps.longest.front(),
              (measure::counted_gap{*seen.longest_unlisted, {"words"}}));
    EXPECT_EQ(report.gaps.count(), 3U) << "it is counted once";
    EXPECT_EQ(report.gaps.total_ns(), 3'003'000);
}

TEST(taken_loop, an_event_is_what_was_taken_of_a_slice) {
    const auto done = faults::events_of(taken_loop<wrong_watch<nothing>>{some_cpu()}, three_slices);
    EXPECT_THAT(done.intervals, ElementsAre(2'000, 2'000, 2'000));
    EXPECT_THAT(measure::failed_event_proofs(done, three_slices), IsEmpty());
    EXPECT_THAT(done.report.turns, ElementsAre(4)) << "the warm-up, too";
    EXPECT_EQ(done.report.metered, 3U) << "but it is not metered";
    EXPECT_EQ(done.report.gaps.count(), 3U) << "nor are its gaps kept";
    EXPECT_EQ(done.report.counted.at("gaps"), 3U);
    EXPECT_EQ(done.report.counted.at("ns taken"), 6'000U);
    EXPECT_EQ(done.report.counted.at("ns watched"), 60'000'021U);
    EXPECT_EQ(done.report.gaps.longest.size(), 3U);
}

/// 90 ms lie behind the end of the slice.
void ends_in_a_gap(measure::watched_slice& seen) {
    seen.beyond_ns = 90'000'000;
    seen.taken_ns += seen.beyond_ns;
    seen.watched_ns += seen.beyond_ns;
    seen.gaps.front().length_ns = seen.taken_ns;
}

TEST(taken_loop, an_event_ends_with_its_slice_and_the_report_has_the_rest) {
    const auto done =
        faults::events_of(taken_loop<wrong_watch<ends_in_a_gap>>{some_cpu()}, three_slices);
    EXPECT_THAT(done.intervals, ElementsAre(2'000, 2'000, 2'000));
    EXPECT_THAT(measure::failed_event_proofs(done, three_slices), IsEmpty());
    EXPECT_THAT(done.report.gaps.watched,
                ElementsAre(measure::watched_time{0, 3 * 90'002'000, 3 * 110'000'007}));
}

TEST(taken_loop, ends_with_the_slice_that_failed) {
    const auto done =
        faults::events_of(taken_loop<wrong_watch<looks_away>>{some_cpu()}, three_slices);
    EXPECT_THAT(done.report.failures, ElementsAre(HasSubstr("looks are too few")));
    EXPECT_THAT(done.intervals, IsEmpty());
}

TEST(taken_loop, tells_of_a_cpu_that_it_may_not_use) {
    EXPECT_THROW(static_cast<void>(faults::events_of(taken_loop<>{1 << 19}, three_slices)),
                 std::system_error);
}

TEST(taken_loop, watches_this_machine) {
    const auto done = faults::events_of(taken_loop<>{some_cpu()}, three_slices);
    EXPECT_THAT(measure::failed_event_proofs(done, three_slices), IsEmpty());
    EXPECT_GE(done.report.counted.at("ns watched"), 60'000'000U);
    EXPECT_GT(done.report.counted.at("looks"), 1'000U);
}

/// While it watches, two ticks are stolen.
struct robbed_watch {
    static inline std::filesystem::path stat;
    static inline int ticks = 0;

    static void write() {
        std::ofstream(stat) << "cpu" << some_cpu() << " 0 0 0 0 0 0 0 " << ticks << "\n";
    }
    [[nodiscard]] static measure::watched_slice watch(std::chrono::nanoseconds length) {
        ticks += 2;
        write();
        return right_slice(length);
    }
};

TEST(taken_loop, tells_what_was_counted_meanwhile_of_the_longest_gaps_and_sums_it) {
    const std::filesystem::path root =
        std::filesystem::path(::testing::TempDir()) / ("noise_" + std::to_string(::getpid()));
    std::filesystem::create_directories(root / "proc");
    robbed_watch::stat = root / "proc/stat";
    robbed_watch::write();
    taken_loop<robbed_watch> loop{some_cpu()};
    loop.files = environment::machine_files(root);
    const auto done = faults::events_of(loop, three_slices);
    ASSERT_FALSE(done.report.gaps.longest.empty());
    EXPECT_THAT(done.report.gaps.longest.front().meanwhile,
                ::testing::Contains(HasSubstr("steal 2 ticks")));
    const long hz = ::sysconf(_SC_CLK_TCK);
    EXPECT_EQ(done.report.counted.at("ns of steal"),
              static_cast<std::uint64_t>(6'000'000'000 / hz));
    std::filesystem::remove_all(root);
}

TEST(batch_job, works_from_the_beginning_to_the_end) {
    const auto memory = std::make_shared<batch_memory>();
    const batch_job neighbour(cpu::allowed_cpus().back(), memory);
    const std::uint64_t begun = neighbour.blocks();
    EXPECT_GE(begun, 1U);
    while (neighbour.blocks() == begun) {
        std::this_thread::yield();
    }
    EXPECT_THROW(batch_job(1 << 19, std::make_shared<batch_memory>()), std::system_error);
}

#if defined(__linux__)
TEST(batch_job, is_a_thread_like_others_whatever_started_it) {
    int policy = -1;
    std::thread([&] {
        const sched_param none{};
        ASSERT_EQ(::sched_setscheduler(0, SCHED_BATCH, &none), 0); // takes no privilege
        policy = batch_job(some_cpu(), std::make_shared<batch_memory>()).policy();
        EXPECT_EQ(::sched_getscheduler(0), SCHED_BATCH);
    }).join();
    EXPECT_EQ(policy, SCHED_OTHER);
}
#endif

TEST(taken_loop, with_a_neighbour_does_its_work) {
    taken_loop<> loop{some_cpu()};
    loop.beside = cpu::allowed_cpus().back();
    if (loop.beside == loop.cpu) {
        GTEST_SKIP() << "skipped the watch with a neighbour: 1 CPU allowed";
    }
    EXPECT_THAT(faults::failures_of(loop, three_slices), IsEmpty());
}

/// The steady clock in other units, from another moment on.
struct scaled_probe {
    double per_ns;

    [[nodiscard]] std::int64_t begin() const {
        const std::chrono::nanoseconds since = std::chrono::steady_clock::now().time_since_epoch();
        return static_cast<std::int64_t>(per_ns *
                                         static_cast<double>(since.count() % 1'000'000'000'000)) +
               77;
    }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

void pass_a_millisecond() {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    while (std::chrono::steady_clock::now() < until) {
    }
}

TEST(count_scale, is_that_of_the_counter_after_a_millisecond) {
    for (const double per_ns : {0.04, 0.6, 1.0, 2.5, 4.0}) {
        const scaled_probe probe{per_ns};
        const count_scale scale(probe);
        pass_a_millisecond();
        EXPECT_NEAR(static_cast<double>(scale.counts_of(1'000'000)), 1e6 * per_ns,
                    per_ns == 1.0 ? 0 : 1e4 * per_ns)
            << "exact of a clock that counts nanoseconds";
    }
}

} // namespace
