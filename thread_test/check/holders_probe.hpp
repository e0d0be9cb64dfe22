// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::thread_test {

/// Observes a ring without any clock: lets it do so many operations and notes whether each turn
/// told the number of those done, one by one. Plain data: a baton that synchronizes too little is a
/// data race here.
class holders_probe {
public:
    explicit holders_probe(std::uint64_t operations) : operations_(operations) {}

    bool turn(std::uint64_t done) {
        in_order_ = in_order_ && done == turns_;
        ++turns_;
        return done < operations_;
    }

    [[nodiscard]] std::uint64_t turns() const { return turns_; }
    [[nodiscard]] bool in_order() const { return in_order_; }

private:
    std::uint64_t operations_;
    std::uint64_t turns_ = 0;
    bool in_order_ = true;
};

} // namespace tollgate::thread_test
