// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>
#include <tollgate/measure/schedule.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <cstdint>
#include <vector>

namespace tollgate::measure {

/// Times groups of operations from inside a measured loop. The loop calls `turn(done)` whenever an
/// operation has ended and the next has not begun, with the number of operations done so far; the
/// probe reads the clock only where a group ends. With one group of a million operations the loop
/// is as good as unobserved; with groups of one, each operation is timed on its own. The end of an
/// interval is read first thing in `turn`, the beginning of the next one last.
///
/// Threads: the loop may call `turn` from many threads, one at a time, if handing the turn on
/// synchronizes (as any hand-off does: the giver's writes happen before the taker's reads). Nothing
/// here is atomic. Between groups `turn` only reads the probe, so that its cache line stays shared
/// and a hand-off moves no line but its own.
///
/// Cost: one load, one comparison, one predicted branch; where a group ends, a call and two
/// readings.
template <clock::stopwatch Clock>
class alignas(64) interval_probe : public turnstile {
public:
    interval_probe(Clock clock, const schedule& what)
        : turnstile(what.warmup,
                    [](turnstile& self, std::uint64_t done) {
                        return static_cast<interval_probe&>(self).close_group(done);
                    }),
          clock_(clock),
          segments_(what.segments),
          segment_(segments_.data()),
          segments_end_(segment_ + segments_.size()),
          intervals_(what.groups()),
          out_(intervals_.data()) {
        if (segment_ != segments_end_) {
            groups_left_ = segment_->groups;
        }
    }

    /// True while there is another operation to do.
    bool turn(std::uint64_t done) {
        if (done < next()) [[likely]] {
            return true;
        }
        return close_group(done);
    }

    /// Lengths of the intervals in the clock's counts, in the order in which they were taken.
    [[nodiscard]] const std::vector<std::int64_t>& intervals() const { return intervals_; }

    /// No interval is missing, none held more operations than it should, and no turn came after the
    /// last.
    [[nodiscard]] bool complete() const {
        return out_ == intervals_.data() + intervals_.size() && !overrun_;
    }

private:
    [[gnu::noinline]] bool close_group(std::uint64_t done) {
        const std::int64_t stop = clock_.end();
        overrun_ |= done != next();
        if (started_) {
            if (out_ == intervals_.data() + intervals_.size()) {
                overrun_ = true; // the loop went on after its end
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
