// SPDX-License-Identifier: BSL-1.0
#include "taken_loop.hpp"

#include "wrong_watches.hpp"

#include <tollgate/cpu/allowed.hpp>
#include <tollgate/faults/one_batch.hpp>

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include <sched.h>
#include <stdlib.h>
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

std::vector<std::string> failures_with(void (*spoil)(measure::watched_slice&)) {
    measure::watched_slice seen = right_slice(20ms);
    spoil(seen);
    return failed_watch(seen, 20ms);
}

TEST(failed_watch, is_told_of_each_thing_that_is_wrong) {
    EXPECT_THAT(failures_with(nothing), IsEmpty());
    EXPECT_THAT(failures_with(runs_backwards), ElementsAre(HasSubstr("ran backwards 1 time")));
    EXPECT_THAT(failures_with(ends_early), ElementsAre(HasSubstr("ended after 10000003 ns")));
    EXPECT_THAT(failures_with(takes_more_than_there_is), ElementsAre(HasSubstr("were taken of")));
    EXPECT_THAT(failures_with(looks_away), ElementsAre(HasSubstr("looks are too few")));
    EXPECT_THAT(failures_with(loses_a_gap), ElementsAre(HasSubstr("gaps of 0 ns make 2000 ns")));
}

TEST(failed_watch, looks_that_are_nearly_a_gap_apart_are_enough) {
    measure::watched_slice seen = right_slice(20ms);
    seen.looks = 20'000; // 1 µs each
    EXPECT_THAT(failed_watch(seen, 20ms), IsEmpty());
    seen.looks = 19'000;
    EXPECT_THAT(failed_watch(seen, 20ms), ElementsAre(HasSubstr("19000 looks")));
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

/// The counts of the kernel, in a tree of the check's own.
class counted_meanwhile : public ::testing::Test {
protected:
    counted_meanwhile() {
        std::string name = (std::filesystem::temp_directory_path() / "noise_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("mkdtemp " + name);
        }
        root = name;
        std::filesystem::create_directories(root / "proc");
    }
    ~counted_meanwhile() override { std::filesystem::remove_all(root); }
    counted_meanwhile(const counted_meanwhile&) = delete;
    counted_meanwhile& operator=(const counted_meanwhile&) = delete;

    std::filesystem::path root;
};

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

TEST_F(counted_meanwhile, is_told_of_the_longest_gaps_and_summed) {
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

} // namespace
