// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::testing {

/// A probe without a clock. Before each operation, a measured loop calls its *probe*, which returns
/// whether the loop must do the operation. This probe lets a loop do a number of operations, and
/// checks that the loop counts its operations correctly.
///
///     testing::counting_probe probe(3);
///     for (std::uint64_t done = 0; probe.keep_running(done); ++done) {
///     }
///     const bool right = probe.in_order() && probe.calls() == 4; // 3, and the last call
///
/// - *Threads*: one thread at a time, as for every probe. The members are not atomic. If the
///   threads of a loop use the probe in turn without enough synchronization, ThreadSanitizer finds
///   a data race in these members.
class counting_probe {
public:
    /// Lets the loop do this number of operations.
    explicit counting_probe(std::uint64_t operations) : operations_(operations) {}

    /// The loop calls this function after `done` operations. Returns whether the loop must do
    /// another operation.
    bool keep_running(std::uint64_t done) {
        in_order_ = in_order_ && done == calls_;
        ++calls_;
        return done < operations_;
    }

    /// The number of calls of `keep_running`.
    [[nodiscard]] std::uint64_t calls() const { return calls_; }
    /// Whether the arguments of the calls of `keep_running` were 0, 1, 2 … in this order.
    [[nodiscard]] bool in_order() const { return in_order_; }

private:
    std::uint64_t operations_;
    std::uint64_t calls_ = 0;
    bool in_order_ = true;
};

/// Returns the number of calls of each member, if the members make `calls` calls in turn, beginning
/// with member 0. Precondition: `members` is at least 1.
[[nodiscard]] inline std::vector<std::uint64_t> probe_calls_in_a_ring(std::uint64_t calls,
                                                                      std::size_t members) {
    std::vector<std::uint64_t> each(members, calls / members);
    for (std::size_t i = 0; i < calls % members; ++i) {
        ++each[i];
    }
    return each;
}

} // namespace tollgate::testing
