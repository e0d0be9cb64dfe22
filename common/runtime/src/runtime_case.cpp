// SPDX-License-Identifier: BSL-1.0
#include <tollgate/runtime/session.hpp>

#include <algorithm>
#include <utility>

namespace tollgate::runtime {
namespace {

using std::chrono::nanoseconds;

/// Batches of one case of a runtime.
class batch_loop {
public:
    batch_loop(std::shared_ptr<session> with, measure::case_key work, nanoseconds expected)
        : with_(std::move(with)), work_(std::move(work)), expected_(expected) {}

    measure::batch run(const measure::schedule& asked) const {
        measure::batch done;
        done.report.cpus = with_->cpus();
        std::vector<nanoseconds> outside;
        std::uint64_t arrived = 0;
        try {
            for (const measure::segment& part : asked.segments) {
                for (std::uint64_t group = 0; group < part.groups; ++group) {
                    const auto answered =
                        with_->run({work_, part.size, asked.warmup}, asked.interrupted);
                    if (!answered) {
                        return done;
                    }
                    note(answered->said, part.size, done);
                    arrived += answered->said.received;
                    outside.push_back(answered->outside);
                }
            }
            compare_clocks(asked, outside, done);
        } catch (const lost_runtime& error) {
            done.lost = error.what();
            return done;
        }
        done.complete = true;
        // The warm-up of a loop of ours comes once, and its first turn before the first operation.
        const std::uint64_t further_groups = asked.groups() - 1;
        done.report.turns = {arrived - further_groups * asked.warmup + 1};
        return done;
    }

private:
    [[noreturn]] void give_up(const std::string& why) const {
        with_->lose(reason_of(with_->greeted().runtime, why));
        throw lost_runtime(*with_->lost());
    }

    void note(const answer& said, std::uint64_t operations, measure::batch& done) const {
        const nanoseconds asked_for = expected_ * static_cast<std::int64_t>(operations);
        if (said.elapsed < asked_for) {
            give_up("its operations took " + std::to_string(said.elapsed.count()) +
                    " ns, less than the " + std::to_string(asked_for.count()) +
                    " ns that they were asked for");
        }
        done.intervals.push_back((said.elapsed - asked_for).count());
        done.report.used.cpu += said.cpu;
        done.report.metered = done.report.metered.value_or(0) + operations;
    }

    /// The difference of two lengths is without the cost of a batch itself, so that there the
    /// runtime's clock and ours must agree.
    void compare_clocks(const measure::schedule& asked, const std::vector<nanoseconds>& outside,
                        measure::batch& done) const {
        constexpr double most = 1.25;
        constexpr double rest_ns = 200e3; // the runtime was not woken up at once
        if (outside.size() != 2) {
            return;
        }
        // The longer one is as long as the rounds need it to be measured.
        if (expected_.count() == 0 && std::max(done.intervals[0], done.intervals[1]) == 0) {
            give_up("by its clock its operations took no time");
        }
        const auto operations =
            static_cast<std::int64_t>(asked.segments.back().size - asked.segments.front().size);
        const auto inside_ns = static_cast<double>(done.intervals[1] - done.intervals[0] +
                                                   (expected_ * operations).count());
        const auto outside_ns = static_cast<double>((outside[1] - outside[0]).count());
        ++done.report.counted[std::string(pairs_of_batches)];
        done.report.counted[std::string(pairs_that_disagree)] +=
            outside_ns > most * inside_ns + rest_ns ? 1 : 0;
    }

    std::shared_ptr<session> with_;
    measure::case_key work_;
    nanoseconds expected_;
};

} // namespace

measure::measured_case make_case(const offered_case& of, measure::case_key key,
                                 std::uint64_t members) {
    measure::measured_case made;
    made.key = std::move(key);
    made.unit = of.unit;
    made.lap = members;
    made.threads = of.threads;
    made.settling = std::chrono::microseconds(500);
    made.events.expected = of.expected;
    made.valued_by = measure::method::self_timed;
    return made;
}

measure::measured_case done_by(std::shared_ptr<session> with, measure::case_key work,
                               measure::measured_case made) {
    made.run = [loop = batch_loop(std::move(with), std::move(work), made.events.expected)](
                   const measure::schedule& asked, clock::source) { return loop.run(asked); };
    return made;
}

std::optional<std::string> false_clock(const measure::case_record& record) {
    const auto counted = [&](std::string_view what) {
        const auto found = record.counted.find(std::string(what));
        return found == record.counted.end() ? 0 : found->second;
    };
    const std::uint64_t pairs = counted(pairs_of_batches);
    const std::uint64_t disagree = counted(pairs_that_disagree);
    // Delays of a runtime and of ours lengthen either batch alike, so that for a right clock at
    // most every other pair disagrees, however loaded the machine is.
    constexpr std::uint64_t fewest = 7;
    constexpr std::uint64_t one_in = 10;
    if (pairs < fewest || (pairs - disagree) * one_in > pairs) {
        return std::nullopt;
    }
    return "by our clock its operations take longer than it says, in " + std::to_string(disagree) +
           " of " + std::to_string(pairs) + " rounds";
}

} // namespace tollgate::runtime
