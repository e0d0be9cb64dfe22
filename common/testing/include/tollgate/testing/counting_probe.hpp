// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::testing {

/// A probe without a clock: lets a loop do a number of operations and checks that the loop counts
/// them right.
///
///     testing::counting_probe probe(3);
///     for (std::uint64_t done = 0; probe.keep_running(done); ++done) {
///     }
///     const bool right = probe.in_order() && probe.calls() == 4;
///
/// - *Threads*: one at a time, as for every probe. The members are plain data on purpose: a
///   hand-off that synchronizes too little is a data race here, which ThreadSanitizer finds.
class counting_probe {
public:
    /// Lets the loop do that many operations.
    explicit counting_probe(std::uint64_t operations) : operations_(operations) {}

    /// The loop has done `done` operations. Returns whether it is to do another.
    bool keep_running(std::uint64_t done) {
        in_order_ = in_order_ && done == calls_;
        ++calls_;
        return done < operations_;
    }

    /// How often `keep_running` was called.
    [[nodiscard]] std::uint64_t calls() const { return calls_; }
    /// Whether the calls of `keep_running` counted 0, 1, 2 …
    [[nodiscard]] bool in_order() const { return in_order_; }

private:
    std::uint64_t operations_;
    std::uint64_t calls_ = 0;
    bool in_order_ = true;
};

/// The calls of each member of a ring, if `calls` calls begin with member 0. `members` is at least
/// 1.
[[nodiscard]] inline std::vector<std::uint64_t> probe_calls_in_a_ring(std::uint64_t calls,
                                                                      std::size_t members) {
    std::vector<std::uint64_t> each(members, calls / members);
    for (std::size_t i = 0; i < calls % members; ++i) {
        ++each[i];
    }
    return each;
}

} // namespace tollgate::testing
