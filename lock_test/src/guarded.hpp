// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"
#include "steps.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tollgate::lock_test {

/// The work of each thread, in steps (see steps.hpp).
struct effort {
    std::uint64_t section = 0; ///< while it holds the lock
    std::uint64_t pause = 0;   ///< before it locks again
};

/// Plain data that the lock protects. Each member is called by the holder of the lock only. So a
/// lock that does not exclude is a data race here, and loses updates. (A check has another
/// `Number`.)
template <class Number = std::uint64_t>
class alignas(apart) guarded {
public:
    /// The work of a section: `section` steps, and an update of the counter, which is read before
    /// the steps and written after them. `may_run(done)` is asked in between. If it returns false,
    /// or did so before, returns false and updates nothing.
    template <class MayRun>
    bool operate(std::size_t self, std::uint64_t section, MayRun may_run) {
        if (over_) {
            return false;
        }
        const std::uint64_t done = counter_;
        work(section);
        if (!may_run(done)) {
            over_ = true;
            return false;
        }
        if (holder_ != self) {
            hand_overs_ += holder_ != nobody ? 1 : 0;
            holder_ = self;
        }
        counter_ = done + 1;
        return true;
    }

    void end() { over_ = true; }

    /// When all threads have ended: adds the counts, and a failure if updates were lost.
    void add_to(measure::loop_report& report, std::uint64_t operations) const {
        report.counted[counts::hand_overs] += hand_overs_;
        if (counter_ != operations) {
            report.failures.push_back("updates lost: the threads counted " +
                                      std::to_string(operations) + ", the counter has " +
                                      std::to_string(std::uint64_t{counter_}));
        }
    }

private:
    static constexpr std::size_t nobody = SIZE_MAX;

    Number counter_{0};
    std::uint64_t hand_overs_ = 0;
    std::size_t holder_ = nobody;
    bool over_ = false;
};

} // namespace tollgate::lock_test
