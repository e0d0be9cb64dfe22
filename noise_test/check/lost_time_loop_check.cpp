// SPDX-License-Identifier: BSL-1.0
#include "lost_time_loop.hpp"

#include "faulty_watches.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/testing/one_batch.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include <unistd.h>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const measure::schedule three_slices{1, {{3, 1}}};

int first_allowed_cpu() {
    return cpu::allowed_cpus().front();
}

TEST(failed_watch, names_each_failure) {
    measure::watched_slice slice = right_slice(20ms);
    EXPECT_THAT(failed_watch(slice), IsEmpty());
    slice.readings = 20'000; // 1 µs each
    EXPECT_THAT(failed_watch(slice), IsEmpty());
    slice.readings = 19'000;
    EXPECT_THAT(failed_watch(slice), ElementsAre(HasSubstr("19000 readings are too few")));
    slice = right_slice(20ms);
    slice.backwards = 1;
    EXPECT_THAT(failed_watch(slice), ElementsAre(HasSubstr("ran backwards 1 time")));
}

TEST(slice_length, is_shorter_with_many_cpus) {
    EXPECT_EQ(slice_length(1), 20ms);
    EXPECT_EQ(slice_length(8), 20ms);
    EXPECT_EQ(slice_length(16), 10ms);
    EXPECT_EQ(slice_length(64), 2ms);
    EXPECT_EQ(slice_length(1'000), 1ms);
}

TEST(note_slice, keeps_an_unlisted_gap_among_the_longest) {
    measure::watched_slice slice = right_slice(20ms);
    slice.unlisted = 2;
    slice.unlisted_ns = 3'000'000 + 1'000;
    slice.longest_unlisted = measure::gap{1'500'000, 3'000'000, 0};
    measure::loop_report report;
    note_slice(slice, {}, {}, 2, report);
    ASSERT_EQ(report.gaps.longest.size(), 2U);
    EXPECT_EQ(report.gaps.longest.front(),
              (measure::counted_gap{*slice.longest_unlisted, {"preempted 2 times"}}));
    EXPECT_EQ(report.gaps.count(), 3U) << "the gap is counted once";
    EXPECT_EQ(report.gaps.total_ns(), 3'003'000);
}

TEST(lost_time_loop, event_is_the_lost_time_of_a_slice) {
    const auto done = tollgate::testing::events_of(
        lost_time_loop<faulty_watch<nothing>>{first_allowed_cpu(), 20ms}, three_slices);
    EXPECT_THAT(done.intervals, ElementsAre(2'000, 2'000, 2'000));
    EXPECT_THAT(measure::failed_event_self_checks(done, three_slices), IsEmpty());
    EXPECT_THAT(done.report.probe_calls, ElementsAre(4)) << "the warm-up, too";
    EXPECT_EQ(done.report.metered, 3U) << "the warm-up is not metered";
    EXPECT_EQ(done.report.gaps.count(), 3U) << "its gaps are not kept";
    EXPECT_THAT(done.report.gaps.watched, ElementsAre(measure::watched_time{0, 6'000, 60'000'021}));
    EXPECT_EQ(done.report.gaps.longest.size(), 3U);
}

TEST(lost_time_loop, hands_over_lengths_in_counts_of_the_probes_clock) {
    const auto done = tollgate::testing::events_of(
        lost_time_loop<faulty_watch<nothing>>{first_allowed_cpu(), 20ms, 0.4}, three_slices);
    EXPECT_THAT(done.intervals, ElementsAre(5'000, 5'000, 5'000));
}

/// 90 ms of the gap are after the end of the slice.
void ends_in_a_gap(measure::watched_slice& slice) {
    slice.beyond_ns = 90'000'000;
    slice.lost_ns += slice.beyond_ns;
    slice.watched_ns += slice.beyond_ns;
    slice.gaps.front().length_ns = slice.lost_ns;
}

TEST(lost_time_loop, event_ends_with_its_slice_and_the_report_has_all_lost_time) {
    const auto done = tollgate::testing::events_of(
        lost_time_loop<faulty_watch<ends_in_a_gap>>{first_allowed_cpu(), 20ms}, three_slices);
    EXPECT_THAT(done.intervals, ElementsAre(2'000, 2'000, 2'000));
    EXPECT_THAT(measure::failed_event_self_checks(done, three_slices), IsEmpty());
    EXPECT_THAT(done.report.gaps.watched,
                ElementsAre(measure::watched_time{0, 3 * 90'002'000, 3 * 110'000'007}));
}

TEST(lost_time_loop, ends_after_a_failed_slice) {
    const auto done = tollgate::testing::events_of(
        lost_time_loop<faulty_watch<has_unwatched_time>>{first_allowed_cpu(), 20ms}, three_slices);
    EXPECT_THAT(done.report.failures, ElementsAre(HasSubstr("readings are too few")));
    EXPECT_EQ(done.intervals.size(), 1U);
}

TEST(lost_time_loop, throws_if_the_cpu_is_refused) {
    EXPECT_THROW(static_cast<void>(
                     tollgate::testing::events_of(lost_time_loop<>{1 << 19, 20ms}, three_slices)),
                 std::system_error);
}

TEST(lost_time_loop, watches_this_machine) {
    const auto done =
        tollgate::testing::events_of(lost_time_loop<>{first_allowed_cpu(), 20ms}, three_slices);
    EXPECT_THAT(measure::failed_event_self_checks(done, three_slices), IsEmpty());
    ASSERT_EQ(done.report.gaps.watched.size(), 1U);
    EXPECT_GE(done.report.gaps.watched.front().watched_ns, 60'000'000);
    EXPECT_GT(done.report.counted.at("readings"), 1'000U);
}

/// Two ticks are stolen during each slice.
struct stolen_time_watch {
    static inline std::filesystem::path stat;
    static inline int ticks = 0;

    static void write() {
        std::ofstream(stat) << "cpu" << first_allowed_cpu() << " 0 0 0 0 0 0 0 " << ticks << "\n";
    }
    [[nodiscard]] static measure::watched_slice watch(std::chrono::nanoseconds length) {
        ticks += 2;
        write();
        return right_slice(length);
    }
};

TEST(lost_time_loop, notes_the_kernels_counts_of_the_longest_gaps_and_sums_them) {
    const std::filesystem::path root =
        std::filesystem::path(::testing::TempDir()) / ("noise_" + std::to_string(::getpid()));
    std::filesystem::create_directories(root / "proc");
    stolen_time_watch::stat = root / "proc/stat";
    stolen_time_watch::write();
    lost_time_loop<stolen_time_watch> loop{first_allowed_cpu(), 20ms};
    loop.files = environment::machine_files(root);
    const auto done = tollgate::testing::events_of(loop, three_slices);
    ASSERT_FALSE(done.report.gaps.longest.empty());
    EXPECT_THAT(done.report.gaps.longest.front().meanwhile,
                ::testing::Contains(HasSubstr("steal 2 ticks")));
    const long hz = ::sysconf(_SC_CLK_TCK);
    EXPECT_EQ(done.report.counted.at("ns of steal"),
              static_cast<std::uint64_t>(6'000'000'000 / hz));
    std::filesystem::remove_all(root);
}

} // namespace
