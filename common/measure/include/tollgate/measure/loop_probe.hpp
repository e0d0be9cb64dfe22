// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::measure {

/// A probe as a loop uses it, whichever clock the probe reads. A loop that takes `loop_probe&` is
/// compiled once, and not once for each clock. See interval_probe for the rules.
///
/// - *Cost*: of `keep_running`, that of the probe's; where a group ends, the call goes through a
/// pointer.
class loop_probe {
public:
    loop_probe(const loop_probe&) = delete;
    loop_probe& operator=(const loop_probe&) = delete;

    /// True while there is another operation to do; `done` operations have been done so far.
    bool keep_running(std::uint64_t done) {
        if (done < next_) [[likely]] {
            return true;
        }
        return close_group_(*this, done);
    }

protected:
    /// Ends a group, and returns whether there is another operation to do.
    using close_group_function = bool (*)(loop_probe&, std::uint64_t done);

    /// The first call of `close_group` comes after `first` operations.
    loop_probe(std::uint64_t first, close_group_function close_group)
        : next_(first), close_group_(close_group) {}
    ~loop_probe() = default;

    /// The number of operations after which `close_group` is called next.
    [[nodiscard]] std::uint64_t next() const { return next_; }
    /// Sets that number.
    void set_next(std::uint64_t done) { next_ = done; }

private:
    std::uint64_t next_;
    close_group_function close_group_;
};

} // namespace tollgate::measure
