// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::measure {

/// What a loop sees of the probe that times it, whichever clock that reads: a loop that takes
/// `turnstile&` is compiled once, and not once for each clock. See interval_probe for the rules.
///
/// Cost: of a turn, that of the probe; where a group ends, the call goes through a pointer.
class turnstile {
public:
    turnstile(const turnstile&) = delete;
    turnstile& operator=(const turnstile&) = delete;

    /// True while there is another operation to do.
    bool turn(std::uint64_t done) {
        if (done < next_) [[likely]] {
            return true;
        }
        return close_group_(*this, done);
    }

protected:
    using close_group_function = bool (*)(turnstile&, std::uint64_t done);

    turnstile(std::uint64_t first, close_group_function close_group)
        : next_(first), close_group_(close_group) {}
    ~turnstile() = default;

    /// At this number of operations the probe has something to do.
    [[nodiscard]] std::uint64_t next() const { return next_; }
    void set_next(std::uint64_t done) { next_ = done; }

private:
    std::uint64_t next_;
    close_group_function close_group_;
};

} // namespace tollgate::measure
