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

/// The batches of a case of a runtime.
class batch_loop {
public:
    batch_loop(std::shared_ptr<session> connection, const offer& runtime_offer)
        : session_(std::move(connection)),
          work_(runtime_offer.work),
          lap_(runtime_offer.listed.lap),
          expected_(runtime_offer.listed.events.expected) {}

    measure::batch run(const measure::schedule& schedule) const {
        constexpr std::uint64_t parts = 4;
        const std::uint64_t operations = schedule.segments.front().size;
        const std::uint64_t few = operations / parts / lap_ * lap_; // zero if there is a single lap
        measure::batch done;
        done.report.cpus = session_->cpus();
        const auto brief = session_->run({work_, few, schedule.warmup}, schedule.interrupted);
        if (!brief || !took_long_enough(*brief)) {
            return done;
        }
        const auto full = session_->run({work_, operations, schedule.warmup}, schedule.interrupted);
        if (!full || !took_long_enough(*full)) {
            return done;
        }
        const nanoseconds beyond = full->reply.elapsed - asked_for(operations);
        done.intervals = {beyond.count()};
        done.report.used.cpu = full->reply.cpu;
        done.report.metered = operations;
        done.report.probe_calls = {full->reply.received +
                                   1}; // our cases call the probe once before the operations
        done.report.counted[pairs_of_batches] = 1;
        done.report.counted[pairs_that_disagree] = disagree(*brief, *full) ? 1 : 0;
        done.complete = true;
        return done;
    }

    std::optional<std::string> given_up(const measure::case_record& record) const {
        return session_->lost() ? session_->lost() : false_clock(record);
    }

private:
    nanoseconds asked_for(std::uint64_t operations) const {
        return expected_ * static_cast<std::int64_t>(operations);
    }

    /// Loses a runtime whose operations were shorter than requested, for example a sleep.
    bool took_long_enough(const session::exchange& exchange) const {
        const nanoseconds least = asked_for(exchange.reply.operations);
        if (exchange.reply.elapsed < least) {
            session_->lose("its operations took " + std::to_string(exchange.reply.elapsed.count()) +
                           " ns, but they must take at least " + std::to_string(least.count()) +
                           " ns");
        }
        return exchange.reply.elapsed >= least;
    }

    /// Whether the runtime's clock and ours disagree on the difference of two batches, which does
    /// not contain the cost of a batch itself.
    static bool disagree(const session::exchange& brief, const session::exchange& full) {
        constexpr double most = 1.25;
        constexpr double tolerance_ns = 200e3; // for a delayed wake-up of the runtime
        const auto inside_ns =
            static_cast<double>((full.reply.elapsed - brief.reply.elapsed).count());
        const auto outside_ns = static_cast<double>((full.outside - brief.outside).count());
        return outside_ns > most * inside_ns + tolerance_ns;
    }

    /// The reason if the clocks disagreed in nine of ten rounds or more.
    std::optional<std::string> false_clock(const measure::case_record& record) const {
        const auto counted = [&](const char* name) {
            const auto entry = record.counted.find(name);
            return entry == record.counted.end() ? 0 : entry->second;
        };
        const std::uint64_t pairs = counted(pairs_of_batches);
        const std::uint64_t disagree = counted(pairs_that_disagree);
        // Delays lengthen either batch with the same probability. So with a right clock at most
        // every second pair disagrees, however loaded the machine is.
        constexpr std::uint64_t fewest = 7;
        constexpr std::uint64_t one_in = 10;
        if (pairs < fewest || (pairs - disagree) * one_in > pairs) {
            return std::nullopt;
        }
        return session_->reason(
                   "its operations take longer by our clock than by its own clock, in ") +
               std::to_string(disagree) + " of " + std::to_string(pairs) + " rounds";
    }

    std::shared_ptr<session> session_;
    measure::case_key work_;
    std::uint64_t lap_;
    nanoseconds expected_;
};

} // namespace

measure::measured_case done_by(std::shared_ptr<session> connection, const offer& runtime_offer) {
    measure::measured_case result = runtime_offer.listed;
    const auto loop = std::make_shared<batch_loop>(std::move(connection), runtime_offer);
    result.run = [loop](const measure::schedule& schedule, clock::source) {
        return loop->run(schedule);
    };
    result.given_up = [loop](const auto& record) { return loop->given_up(record); };
    return result;
}

void warm_up(session& connection, const offer& runtime_offer,
             const std::function<bool()>& interrupted) {
    constexpr nanoseconds total = milliseconds(100);
    constexpr nanoseconds enough = milliseconds(5);
    constexpr std::uint64_t most_operations = std::uint64_t{1} << 31;
    nanoseconds passed{0};
    for (std::uint64_t operations = runtime_offer.listed.lap; passed < total;) {
        const auto done = connection.run({runtime_offer.work, operations}, interrupted);
        if (!done) {
            return;
        }
        passed += done->outside;
        operations *= done->outside < enough && operations < most_operations ? 2 : 1;
    }
}

std::string cost_of_a_batch(session& connection, const measure::case_key& work,
                            const std::function<bool()>& interrupted) {
    constexpr std::size_t batches = 21;
    constexpr nanoseconds enough = milliseconds(100); // a slow runtime does a single batch
    constexpr double batch_ns = nanoseconds(measure::batch_length).count();
    std::vector<double> inside_ns;
    std::vector<double> outside_ns;
    for (nanoseconds passed{0}; inside_ns.size() < batches && passed < enough;) {
        const auto empty = connection.run({work}, interrupted);
        if (!empty) {
            return {};
        }
        passed += empty->outside;
        inside_ns.push_back(static_cast<double>(empty->reply.elapsed.count()));
        outside_ns.push_back(static_cast<double>((empty->outside - empty->reply.elapsed).count()));
    }
    const double ns = stats::median(std::move(inside_ns));
    return fmt::format(
        "an empty batch takes {:.0f} ns by its clock ({:.4f} % of a batch of {:.0f} ms), "
        "and {:.0f} µs pass between two batches",
        ns, ns / batch_ns * 100, batch_ns / 1e6, stats::median(std::move(outside_ns)) / 1e3);
}

} // namespace tollgate::runtime
