// SPDX-License-Identifier: BSL-1.0
//
// The number of resumes is a count, and so exact, whatever the machine does meanwhile.
#include "fibers_in_checks.hpp"
#include "resume_ring.hpp"
#include "scheduler_thread.hpp"
#include "schedulers.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/measure/batch.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/operations.hpp>
#include <boost/fiber/type.hpp>
#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::fiber_test {

/// Now and then two fibers change places in the queue. Each fiber runs about as often as with
/// round_robin.
class swapping final : public boost::fibers::algo::round_robin {
    using correct = boost::fibers::algo::round_robin;
    using context = boost::fibers::context;

public:
    void awakened(context* fiber) noexcept override {
        if (held_ == nullptr && ++awakenings_ % 50 == 0 &&
            !fiber->is_context(boost::fibers::type::dispatcher_context)) {
            held_ = fiber;
            return;
        }
        correct::awakened(fiber);
        if (held_ != nullptr) {
            correct::awakened(std::exchange(held_, nullptr));
        }
    }
    context* pick_next() noexcept override {
        context* const next = correct::pick_next();
        return next != nullptr ? next : std::exchange(held_, nullptr);
    }
    [[nodiscard]] bool has_ready_fibers() const noexcept override {
        return held_ != nullptr || correct::has_ready_fibers();
    }

private:
    context* held_ = nullptr;
    std::uint64_t awakenings_ = 0;
};

/// Counts wrongly that its dispatcher never runs.
class miscounting final : public boost::fibers::algo::round_robin {
public:
    struct statistics {
        std::uint64_t dispatcher_passes = 0;
    };
    [[nodiscard]] const statistics& so_far() const { return counters_; }

private:
    statistics counters_;
};

/// The counting thread has this scheduler.
template <class Algorithm>
std::shared_ptr<scheduler_threads> threads_counting() {
    return std::make_shared<scheduler_threads>(
        installer_of(scheduler::round_robin, counting::off),
        [](pick_counts& counts) {
            boost::fibers::use_scheduling_algorithm<counted_picks<Algorithm>>(std::ref(counts));
        },
        std::nullopt);
}

/// For a scheduler that sees no time pass.
struct stopped_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<stopped_clock>;
    static constexpr bool is_steady = true;

    [[nodiscard]] static time_point now() noexcept { return {}; }
};

} // namespace tollgate::fiber_test

namespace {

using namespace tollgate;
using namespace tollgate::fiber_test;

constexpr std::size_t resumed_rings[] = {2, 3, 4, 7, 50, 255, 256, 257, 1000};

struct counted_ring {
    double resumes; ///< for each yield
    std::vector<std::string> failures;
};

counted_ring ring_on(const std::shared_ptr<scheduler_threads>& threads, std::size_t fibers) {
    const measure::schedule plan{2 * fibers, {{1, 3 * fibers}}};
    measure::interval_probe probe(clock::monotonic_clock{}, plan);
    const auto report = resume_ring{threads, fibers, stack_cache(small_stack)}(probe);
    return {report.units_per_operation,
            measure::failed_self_checks({probe.intervals(), probe.complete(), report}, plan)};
}

double counted_resumes(const std::shared_ptr<scheduler_threads>& threads, std::size_t fibers) {
    const counted_ring ring = ring_on(threads, fibers);
    EXPECT_THAT(ring.failures, ::testing::IsEmpty()) << fibers;
    return ring.resumes;
}

void expect_resumes(scheduler kind, bool with_dispatcher) {
    const auto threads = std::make_shared<scheduler_threads>(kind, std::nullopt);
    for (const std::size_t fibers : resumed_rings) {
        const auto turns = static_cast<double>(fibers + (with_dispatcher ? 1 : 0));
        EXPECT_EQ(counted_resumes(threads, fibers), turns / static_cast<double>(fibers)) << fibers;
    }
    // The timed thread does not count.
    EXPECT_EQ(threads->timed().counts().picks, 0U);
    EXPECT_NE(threads->counted().counts().picks, 0U);
}

TEST(resume_ring, counts_one_dispatcher_pass_a_lap_unless_the_dispatcher_has_its_own_queue) {
    expect_resumes(scheduler::round_robin, true);
    expect_resumes(scheduler::shared_work, false);
    expect_in_own_process([] { expect_resumes(scheduler::work_stealing, true); });
}

// For any number of fibers. It runs now and then, because it also wakes sleeping fibers. How often
// depends on how long picks take, hence the stopped clock.
TEST(resume_ring, counts_our_dispatcher_at_most_once_in_sixteen) {
    const auto threads = threads_counting<fiber::basic_round_robin<stopped_clock>>();
    for (const std::size_t fibers : resumed_rings) {
        const double passes = counted_resumes(threads, fibers) - 1;
        EXPECT_LE(passes, 1.0 / 16) << fibers;
        EXPECT_GT(passes, 0) << fibers;
    }
}

TEST(resume_ring, agrees_with_our_schedulers_own_count) {
    const auto threads = std::make_shared<scheduler_threads>(scheduler::tollgate, std::nullopt);
    for (const std::size_t fibers : resumed_rings) {
        EXPECT_GT(counted_resumes(threads, fibers), 1.0) << fibers;
        const pick_counts& counts = threads->counted().counts();
        EXPECT_EQ(counts.passes_by_own_count, counts.dispatcher_passes) << fibers;
    }
}

TEST(resume_ring, fails_if_the_scheduler_miscounts) {
    EXPECT_THAT(
        ring_on(threads_counting<miscounting>(), 4).failures,
        ::testing::ElementsAre(::testing::HasSubstr("says that its dispatcher ran 0 times")));
}

TEST(resume_ring, fails_if_fibers_run_out_of_order) {
    EXPECT_THAT(ring_on(threads_counting<swapping>(), 7).failures,
                ::testing::ElementsAre(::testing::HasSubstr("ran out of order")));
}

} // namespace
