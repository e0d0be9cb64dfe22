// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tollgate::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr const char* pairs_of_batches = "pairs of batches";
constexpr const char* pairs_that_disagree = "pairs in which the clocks disagree";

/// Batches of one case of a runtime.
class batch_loop {
public:
    batch_loop(std::shared_ptr<session> with, const offer& of)
        : with_(std::move(with)),
          work_(of.work),
          lap_(of.listed.lap),
          expected_(of.listed.events.expected) {}

    measure::batch run(const measure::schedule& asked) const {
        constexpr std::uint64_t parts = 4;
        const std::uint64_t operations = asked.segments.front().size;
        const std::uint64_t few = operations / parts / lap_ * lap_; // none of one lap
        measure::batch done;
        done.report.cpus = with_->cpus();
        const auto brief = with_->run({work_, few, asked.warmup}, asked.interrupted);
        if (!brief || !took_long_enough(*brief)) {
            return done;
        }
        const auto full = with_->run({work_, operations, asked.warmup}, asked.interrupted);
        if (!full || !took_long_enough(*full)) {
            return done;
        }
        const nanoseconds rest = full->said.elapsed - asked_for(operations);
        done.intervals = {rest.count()};
        done.report.used.cpu = full->said.cpu;
        done.report.metered = operations;
        done.report.turns = {full->said.received + 1}; // our first turn is before the operations
        done.report.counted[pairs_of_batches] = 1;
        done.report.counted[pairs_that_disagree] = disagree(*brief, *full) ? 1 : 0;
        done.complete = true;
        return done;
    }

    std::optional<std::string> given_up(const measure::case_record& record) const {
        return with_->lost() ? with_->lost() : false_clock(record);
    }

private:
    nanoseconds asked_for(std::uint64_t operations) const {
        return expected_ * static_cast<std::int64_t>(operations);
    }

    /// Loses one that did not sleep for as long as it was asked to.
    bool took_long_enough(const session::exchange& seen) const {
        const nanoseconds least = asked_for(seen.said.operations);
        if (seen.said.elapsed < least) {
            with_->lose("its operations took " + std::to_string(seen.said.elapsed.count()) +
                        " ns, less than the " + std::to_string(least.count()) +
                        " ns that they were asked for");
        }
        return seen.said.elapsed >= least;
    }

    /// The difference of two lengths is without the cost of a batch itself, so that there the
    /// runtime's clock and ours must agree.
    static bool disagree(const session::exchange& brief, const session::exchange& full) {
        constexpr double most = 1.25;
        constexpr double rest_ns = 200e3; // the runtime was not woken up at once
        const auto inside_ns =
            static_cast<double>((full.said.elapsed - brief.said.elapsed).count());
        const auto outside_ns = static_cast<double>((full.outside - brief.outside).count());
        return outside_ns > most * inside_ns + rest_ns;
    }

    /// Whether in nine of ten rounds the clocks disagreed. Less than that is not seen.
    std::optional<std::string> false_clock(const measure::case_record& record) const {
        const auto counted = [&](const char* name) {
            const auto found = record.counted.find(name);
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
        return with_->reason("by our clock its operations take longer than it says, in ") +
               std::to_string(disagree) + " of " + std::to_string(pairs) + " rounds";
    }

    std::shared_ptr<session> with_;
    measure::case_key work_;
    std::uint64_t lap_;
    nanoseconds expected_;
};

} // namespace

measure::measured_case done_by(std::shared_ptr<session> with, const offer& one) {
    measure::measured_case made = one.listed;
    const auto loop = std::make_shared<batch_loop>(std::move(with), one);
    made.run = [loop](const measure::schedule& asked, clock::source) { return loop->run(asked); };
    made.given_up = [loop](const auto& record) { return loop->given_up(record); };
    return made;
}

void warm_up(session& with, const offer& one, const std::function<bool()>& interrupted) {
    constexpr nanoseconds together = milliseconds(100);
    constexpr nanoseconds long_enough = milliseconds(5);
    constexpr std::uint64_t most_operations = std::uint64_t{1} << 31;
    nanoseconds passed{0};
    for (std::uint64_t operations = one.listed.lap; passed < together;) {
        const auto done = with.run({one.work, operations}, interrupted);
        if (!done) {
            return;
        }
        passed += done->outside;
        operations *= done->outside < long_enough && operations < most_operations ? 2 : 1;
    }
}

std::string cost_of_a_batch(session& with, const measure::case_key& work,
                            const std::function<bool()>& interrupted) {
    constexpr std::size_t batches = 21;
    constexpr nanoseconds long_enough = milliseconds(100); // of a slow runtime, one
    constexpr double batch_ns = nanoseconds(measure::batch_length).count();
    std::vector<double> inside_ns;
    std::vector<double> outside_ns;
    for (nanoseconds passed{0}; inside_ns.size() < batches && passed < long_enough;) {
        const auto empty = with.run({work}, interrupted);
        if (!empty) {
            return {};
        }
        passed += empty->outside;
        inside_ns.push_back(static_cast<double>(empty->said.elapsed.count()));
        outside_ns.push_back(static_cast<double>((empty->outside - empty->said.elapsed).count()));
    }
    const double ns = stats::median(std::move(inside_ns));
    return fmt::format(
        "an empty batch takes {:.0f} ns by its clock ({:.4f} % of one of {:.0f} ms), "
        "and {:.0f} us pass between two",
        ns, ns / batch_ns * 100, batch_ns / 1e6, stats::median(std::move(outside_ns)) / 1e3);
}

} // namespace tollgate::runtime
