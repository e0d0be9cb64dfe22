// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::queue::orders {

[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t one, std::uint64_t other) noexcept {
    std::uint64_t sum = one * 0x9E37'79B9'7F4A'7C15U + other + 0x632B'E59B'D9B4'E019U;
    sum = (sum ^ (sum >> 30)) * 0xBF58'476D'1CE4'E5B9U;
    sum = (sum ^ (sum >> 27)) * 0x94D0'49BB'1331'11EBU;
    return sum ^ (sum >> 31);
}

/// What a thread knows: what it has read of the shared memory, which is all that its next steps
/// depend on; and whether it goes round in circles: the same accesses came so many times, one after
/// the other, saw the same and changed nothing. The last circle is forgotten, and until something
/// has changed since it began, another would be the same.
class knowledge {
public:
    /// What code without loops does at most in succession, and one more.
    explicit knowledge(std::size_t circles) noexcept : circles_(circles) {}

    void restart() noexcept {
        sum_ = 0;
        last_.clear();
        begin_call();
    }
    void begin_call() noexcept {
        seen_.clear();
        circles_from_ = 0;
        spins_since_ = never;
        kept_ = sum_;
    }
    /// What it has only read is forgotten with the call, but for what it saw last at each place if
    /// it may keep that.
    void end_call(std::uint64_t result, bool keeps_what_it_saw_last) noexcept {
        sum_ = mixed(kept_, result);
        if (keeps_what_it_saw_last) {
            for (const std::uint64_t each : last_) {
                sum_ = mixed(sum_, each);
            }
        }
    }

    void add(std::size_t where, std::uint64_t value, bool changed_it, std::uint64_t changes) {
        last_.resize(std::max(last_.size(), where + 1));
        last_[where] = value;
        const std::uint64_t what = mixed(where, value);
        seen_.push_back({what, sum_, changes});
        sum_ = mixed(sum_, what);
        spins_since_ = never;
        if (changed_it) {
            circles_from_ = seen_.size();
            kept_ = mixed(kept_, what);
            return;
        }
        for (std::size_t length = 1; length <= longest; ++length) {
            if (circles_ * length > seen_.size() - circles_from_) {
                return;
            }
            if (is_circle(length)) {
                const seen& begin = seen_[seen_.size() - length];
                sum_ = begin.sum_before;
                spins_since_ = begin.changes;
                seen_.resize(seen_.size() - length);
                return;
            }
        }
    }

    void mix_in(std::uint64_t more) noexcept {
        sum_ = mixed(sum_, more);
        kept_ = mixed(kept_, more);
    }

    [[nodiscard]] bool spins(std::uint64_t changes) const noexcept {
        return spins_since_ == changes;
    }
    [[nodiscard]] std::uint64_t sum() const noexcept { return sum_; }

private:
    static constexpr std::size_t longest = 8;
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    struct seen {
        std::uint64_t what = 0;
        std::uint64_t sum_before = 0;
        std::uint64_t changes = 0;
    };

    [[nodiscard]] bool is_circle(std::size_t length) const noexcept {
        const std::size_t end = seen_.size();
        for (std::size_t each = end - (circles_ - 1) * length; each < end; ++each) {
            if (seen_[each].what != seen_[each - length].what) {
                return false;
            }
        }
        return true;
    }

    std::size_t circles_;
    std::vector<seen> seen_;
    std::vector<std::uint64_t> last_; ///< by place
    std::size_t circles_from_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t kept_ = 0; ///< of what it has changed
    std::uint64_t spins_since_ = never;
};

} // namespace tollgate::queue::orders
