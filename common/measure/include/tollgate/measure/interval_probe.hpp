// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/schedule.hpp>

#include <cstdint>
#include <vector>

namespace tollgate::measure {

/// Times groups of operations from inside a measured loop.
///
/// The loop calls `keep_running(done)` before the first operation and after each one, with the
/// number of operations done so far. The probe reads the clock only where a group ends. With one
/// group of a million operations the loop is as good as untimed. With groups of one operation, each
/// operation is timed on its own. `keep_running` reads the end of an interval first, and the
/// beginning of the next one last.
///
/// - *Threads*: many threads may call `keep_running`, one at a time, if the hand-off between them
///   synchronizes: the giver's writes happen before the taker's reads. Nothing here is atomic.
/// - *Cost*: one load, one comparison and one predicted branch. Where a group ends: a call and two
///   readings. Between groups `keep_running` only reads the probe: its cache line stays shared.
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

    /// True while there is another operation to do; `done` operations have been done so far.
    bool keep_running(std::uint64_t done) {
        if (done < next()) [[likely]] {
            return true;
        }
        return close_group(done);
    }

    /// Lengths of the intervals in the clock's counts, in their order.
    [[nodiscard]] const std::vector<std::int64_t>& intervals() const { return intervals_; }

    /// Whether no interval is missing, none contains too many operations, and `keep_running` was
    /// not called after it had returned false.
    [[nodiscard]] bool complete() const {
        return out_ == intervals_.data() + intervals_.size() && !overrun_;
    }

private:
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

    std::int64_t start_ = 0;
    bool started_ = false;
    bool overrun_ = false;
    [[no_unique_address]] Clock clock_;
    std::vector<segment> segments_;
    const segment* segment_;
    const segment* segments_end_;
    std::uint64_t groups_left_ = 0;
    std::vector<std::int64_t> intervals_;
    std::int64_t* out_;
};

} // namespace tollgate::measure
