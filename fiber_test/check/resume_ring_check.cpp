// SPDX-License-Identifier: BSL-1.0
//
// A number of resumes is a count: exact, whatever the machine does meanwhile.
#include "fiber_lane.hpp"
#include "fibers_in_checks.hpp"
#include "resume_ring.hpp"
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

/// Lets a fiber wait, now and then, until the next one is in the queue: each has as many turns
/// as with round_robin, more or less, and two of them change places.
class swapping final : public boost::fibers::algo::round_robin {
    using right = boost::fibers::algo::round_robin;
    using context = boost::fibers::context;

public:
    void awakened(context* one) noexcept override {
        if (held_ == nullptr && ++awakenings_ % 50 == 0 &&
            !one->is_context(boost::fibers::type::dispatcher_context)) {
            held_ = one;
            return;
        }
        right::awakened(one);
        if (held_ != nullptr) {
            right::awakened(std::exchange(held_, nullptr));
        }
    }
    context* pick_next() noexcept override {
        context* const next = right::pick_next();
        return next != nullptr ? next : std::exchange(held_, nullptr);
    }
    [[nodiscard]] bool has_ready_fibers() const noexcept override {
        return held_ != nullptr || right::has_ready_fibers();
    }

private:
    context* held_ = nullptr;
    std::uint64_t awakenings_ = 0;
};

/// Says that its dispatcher never runs.
class boasting final : public boost::fibers::algo::round_robin {
public:
    struct statistics {
        std::uint64_t dispatcher_passes = 0;
    };
    [[nodiscard]] const statistics& so_far() const { return seen_; }

private:
    statistics seen_;
};

/// Lanes of which the one that counts has this scheduler.
template <class Algorithm>
std::shared_ptr<fiber_lanes> lanes_counting() {
    return std::make_shared<fiber_lanes>(
        installer_of(scheduler::round_robin, counting::off),
        [](pick_counts& counts) {
            boost::fibers::use_scheduling_algorithm<counted_picks<Algorithm>>(std::ref(counts));
        },
        std::nullopt);
}

/// For a scheduler to which nothing takes any time.
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

counted_ring ring_on(const std::shared_ptr<fiber_lanes>& lanes, std::size_t fibers) {
    const measure::schedule asked{2 * fibers, {{1, 3 * fibers}}};
    measure::interval_probe probe(clock::monotonic_clock{}, asked);
    const auto report = resume_ring{lanes, fibers, stack_cache(small_stack)}(probe);
    return {report.units_per_operation,
            measure::failed_proofs({probe.intervals(), probe.complete(), report}, asked)};
}

double counted_resumes(const std::shared_ptr<fiber_lanes>& lanes, std::size_t fibers) {
    const counted_ring seen = ring_on(lanes, fibers);
    EXPECT_THAT(seen.failures, testing::IsEmpty()) << fibers;
    return seen.resumes;
}

void expect_resumes(scheduler which, bool with_dispatcher) {
    const auto lanes = std::make_shared<fiber_lanes>(which, std::nullopt);
    for (const std::size_t fibers : resumed_rings) {
        const auto turns = static_cast<double>(fibers + (with_dispatcher ? 1 : 0));
        EXPECT_EQ(counted_resumes(lanes, fibers), turns / static_cast<double>(fibers)) << fibers;
    }
    // The lane on which loops are timed does not count.
    EXPECT_EQ(lanes->timed().counts().picks, 0U);
    EXPECT_NE(lanes->counted().counts().picks, 0U);
}

TEST(resume_ring, the_dispatcher_takes_a_turn_a_lap_unless_it_has_a_queue_of_its_own) {
    expect_resumes(scheduler::round_robin, true);
    expect_resumes(scheduler::shared_work, false);
    expect_in_own_process([] { expect_resumes(scheduler::work_stealing, true); });
}

// However many fibers there are; and now and then it does, because it also looks after sleepers.
// How often depends on how long picks take, hence the clock.
TEST(resume_ring, our_dispatcher_takes_a_turn_in_sixteen_at_the_most) {
    const auto lanes = lanes_counting<fiber::basic_round_robin<stopped_clock>>();
    for (const std::size_t fibers : resumed_rings) {
        const double passes = counted_resumes(lanes, fibers) - 1;
        EXPECT_LE(passes, 1.0 / 16) << fibers;
        EXPECT_GT(passes, 0) << fibers;
    }
}

TEST(resume_ring, our_scheduler_counts_the_same) {
    const auto lanes = std::make_shared<fiber_lanes>(scheduler::tollgate, std::nullopt);
    for (const std::size_t fibers : resumed_rings) {
        EXPECT_GT(counted_resumes(lanes, fibers), 1.0) << fibers;
        const pick_counts& seen = lanes->counted().counts();
        EXPECT_EQ(seen.passes_it_says, seen.dispatcher_passes) << fibers;
    }
}

TEST(resume_ring, a_scheduler_that_miscounts_fails) {
    EXPECT_THAT(ring_on(lanes_counting<boasting>(), 4).failures,
                testing::ElementsAre(testing::HasSubstr("says that its dispatcher ran 0 times")));
}

TEST(resume_ring, a_scheduler_without_order_fails) {
    EXPECT_THAT(ring_on(lanes_counting<swapping>(), 7).failures,
                testing::ElementsAre(testing::HasSubstr("took turns out of order")));
}

} // namespace
