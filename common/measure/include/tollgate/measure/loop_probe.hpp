// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::measure {

/// The base class of an interval_probe, which hides the type of the probe's clock. A loop that
/// takes a `loop_probe&` is compiled once, and not once for each clock. See interval_probe for the
/// rules and the terms.
///
/// - *Cost*: `keep_running` costs the same as in interval_probe. At the end of a group, the call is
///   through a function pointer.
class loop_probe {
public:
    loop_probe(const loop_probe&) = delete;
    loop_probe& operator=(const loop_probe&) = delete;

    /// Returns whether the loop must do another operation. `done` is the number of operations that
    /// the loop has done so far.
    bool keep_running(std::uint64_t done) {
        if (done < next_) [[likely]] {
            return true;
        }
        return close_group_(*this, done);
    }

protected:
    /// Ends a group, and returns whether the loop must do another operation.
    using close_group_function = bool (*)(loop_probe&, std::uint64_t done);

    /// `close_group` is called for the first time after `first` operations.
    loop_probe(std::uint64_t first, close_group_function close_group)
        : next_(first), close_group_(close_group) {}
    ~loop_probe() = default;

    /// Returns the number of operations after which `close_group` is called next.
    [[nodiscard]] std::uint64_t next() const { return next_; }
    /// Sets the number of operations after which `close_group` is called next.
    void set_next(std::uint64_t done) { next_ = done; }

private:
    std::uint64_t next_;
    close_group_function close_group_;
};

} // namespace tollgate::measure
