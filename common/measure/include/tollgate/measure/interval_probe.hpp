// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/schedule.hpp>

#include <cstdint>
#include <vector>

namespace tollgate::measure {

/// A probe: it times groups of operations from inside a measured loop.
///
/// A group is a number of successive operations, such as 32. An interval is the time of one group:
/// the probe reads the clock before and after the group, and not within it. The schedule has
/// segments. A segment is a number of groups of the same size.
///
/// The loop calls `keep_running(done)` before the first operation and after each operation. `done`
/// is the number of operations that the loop has done so far. If one group has a million
/// operations, the loop is nearly untimed. If each group has one operation, each operation is timed
/// separately. At the end of a group, `keep_running` reads the clock twice: as its first action for
/// the end of the interval, and as its last action for the beginning of the next interval.
///
/// - *Threads*: several threads may call `keep_running`, one thread at a time. The hand-off between
///   two threads must synchronize: the writes of the first thread happen before the reads of the
///   second thread. The members of the probe are not atomic.
/// - *Cost*: one load, one comparison and one predicted branch. At the end of a group: a call and
///   two clock readings. Within a group, `keep_running` only reads the probe, so the cache line of
///   the probe stays shared between CPUs.
template <clock::stopwatch Clock>
class alignas(64) interval_probe : public loop_probe {
public:
    /// Times the groups of this schedule.
    interval_probe(Clock clock, const schedule& scheduled)
        : loop_probe(scheduled.warmup,
                     [](loop_probe& self, std::uint64_t done) {
                         return static_cast<interval_probe&>(self).close_group(done);
                     }),
          clock_(clock),
          segments_(scheduled.segments),
          segment_(segments_.data()),
          segments_end_(segment_ + segments_.size()),
          intervals_(scheduled.groups()),
          out_(intervals_.data()) {
        if (segment_ != segments_end_) {
            groups_left_ = segment_->groups;
        }
    }

    /// Returns whether the loop must do another operation. `done` is the number of operations that
    /// the loop has done so far.
    bool keep_running(std::uint64_t done) {
        if (done < next()) [[likely]] {
            return true;
        }
        return close_group(done);
    }

    /// Returns the lengths of the intervals in the clock's counts, in the order of the schedule.
    [[nodiscard]] const std::vector<std::int64_t>& intervals() const { return intervals_; }

    /// Returns whether the loop ran as scheduled: no interval is missing or has too many
    /// operations, and `keep_running` was not called again after it had returned false.
    [[nodiscard]] bool complete() const {
        return out_ == intervals_.data() + intervals_.size() && !overrun_;
    }

private:
    /// Ends the interval of the last group, and begins the interval of the next group. Returns
    /// false if there is no other group. The first call only begins an interval: it ends the
    /// warm-up.
    [[gnu::noinline]] bool close_group(std::uint64_t done) {
        const std::int64_t stop = clock_.end();
        overrun_ |= done != next();
        if (started_) {
            if (out_ == intervals_.data() + intervals_.size()) {
                overrun_ = true; // the loop continued after its end
                return false;
            }
            *out_++ = stop - start_;
        }
        started_ = true;
        while (groups_left_ == 0) {
            if (segment_ == segments_end_ || ++segment_ == segments_end_) {
                return false;
            }
            groups_left_ = segment_->groups;
        }
        --groups_left_;
        set_next(done + segment_->size);
        start_ = clock_.begin();
        return true;
    }

    std::int64_t start_ = 0; ///< the beginning of the current interval
    bool started_ = false;   ///< whether the warm-up has ended
    bool overrun_ = false;   ///< whether the loop did too many operations or calls
    [[no_unique_address]] Clock clock_;
    std::vector<segment> segments_;
    const segment* segment_; ///< the current segment
    const segment* segments_end_;
    std::uint64_t groups_left_ = 0; ///< in the current segment, after the current group
    std::vector<std::int64_t> intervals_;
    std::int64_t* out_; ///< where the length of the current interval is stored
};

} // namespace tollgate::measure
