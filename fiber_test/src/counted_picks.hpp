// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/context.hpp>

#include <cstdint>

namespace tollgate::fiber_test {

/// A scheduling algorithm that counts the contexts it picks: each pick is followed by one resume,
/// the dispatcher's included. The count belongs to the scheduler's thread.
template <class Algorithm>
class counted_picks final : public Algorithm {
public:
    template <class... Arguments>
    explicit counted_picks(std::uint64_t& picks, Arguments... arguments)
        : Algorithm(arguments...), picks_(picks) {}

    boost::fibers::context* pick_next() noexcept override {
        ++picks_;
        return Algorithm::pick_next();
    }

private:
    std::uint64_t& picks_;
};

/// A stopwatch whose counts are a scheduler's picks instead of time: a loop that is observed with
/// it says how many resumes its operations took.
struct pick_clock {
    const std::uint64_t* picks;
    [[nodiscard]] std::int64_t begin() const { return static_cast<std::int64_t>(*picks); }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

} // namespace tollgate::fiber_test
