// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::queue::orders {

[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t first, std::uint64_t second) noexcept {
    std::uint64_t sum = first * 0x9E37'79B9'7F4A'7C15U + second + 0x632B'E59B'D9B4'E019U;
    sum = (sum ^ (sum >> 30)) * 0xBF58'476D'1CE4'E5B9U;
    sum = (sum ^ (sum >> 27)) * 0x94D0'49BB'1331'11EBU;
    return sum ^ (sum >> 31);
}

/// What a thread has read of the shared memory: its next steps depend on nothing else. Also whether
/// the thread runs in circles: the same accesses came several times in succession, read the same
/// values and changed nothing. The last circle is forgotten. Until the memory has changed since
/// that circle began, another circle would be the same.
class knowledge {
public:
    /// `circles`: one more than the repetitions that code without loops makes at most.
    explicit knowledge(std::size_t circles) noexcept : circles_(circles) {}

    void restart() noexcept {
        sum_ = 0;
        last_.clear();
        begin_call();
    }
    void begin_call() noexcept {
        accesses_.clear();
        circles_from_ = 0;
        spins_since_ = never;
        kept_ = sum_;
    }
    /// Forgets what the call has only read, except for the last value of each place if the thread
    /// may keep that.
    void end_call(std::uint64_t result, bool keeps_last_values) noexcept {
        sum_ = mixed(kept_, result);
        if (keeps_last_values) {
            for (const std::uint64_t each : last_) {
                sum_ = mixed(sum_, each);
            }
        }
    }

    void add(std::size_t place, std::uint64_t value, bool changed_it, std::uint64_t changes) {
        last_.resize(std::max(last_.size(), place + 1));
        last_[place] = value;
        const std::uint64_t access = mixed(place, value);
        accesses_.push_back({access, sum_, changes});
        sum_ = mixed(sum_, access);
        spins_since_ = never;
        if (changed_it) {
            circles_from_ = accesses_.size();
            kept_ = mixed(kept_, access);
            return;
        }
        for (std::size_t length = 1; length <= longest; ++length) {
            if (circles_ * length > accesses_.size() - circles_from_) {
                return;
            }
            if (is_circle(length)) {
                const access_record& begin = accesses_[accesses_.size() - length];
                sum_ = begin.sum_before;
                spins_since_ = begin.changes;
                accesses_.resize(accesses_.size() - length);
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

    struct access_record {
        std::uint64_t access = 0;
        std::uint64_t sum_before = 0;
        std::uint64_t changes = 0;
    };

    [[nodiscard]] bool is_circle(std::size_t length) const noexcept {
        const std::size_t end = accesses_.size();
        for (std::size_t each = end - (circles_ - 1) * length; each < end; ++each) {
            if (accesses_[each].access != accesses_[each - length].access) {
                return false;
            }
        }
        return true;
    }

    std::size_t circles_;
    std::vector<access_record> accesses_;
    std::vector<std::uint64_t> last_; ///< by place
    std::size_t circles_from_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t kept_ = 0; ///< of what it has changed
    std::uint64_t spins_since_ = never;
};

} // namespace tollgate::queue::orders
