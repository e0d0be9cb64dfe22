// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/made_up_result.hpp>
#include <tollgate/report/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::noise_test {

/// Ten passes on CPU 0, of 100 ms each, of which a hundredth was taken: a thousand gaps of 0.5 to
/// 10.5 µs, in groups of four that come every 4 ms, and a long one.
inline report::result made_up_noise() {
    using faults::made_up_round;
    const std::vector<made_up_round> rounds(9, {200'000, 200'000});
    report::result seen =
        faults::made_up_result({faults::made_up_case("noise/taken/cpu:0", rounds),
                                faults::made_up_case("noise/taken/cpu:0/beside:core", rounds)});
    measure::case_record& record = seen.cases[0].record;
    for (std::int64_t i = 0; i < 1'000; ++i) {
        record.gaps.add({4'000'000 * (i / 4) + 3'000 * (i % 4), 500 + 10 * (i % 1'000 + 1), 2});
    }
    for (std::uint64_t pass = 0; pass < 10; ++pass) {
        record.gaps.add_watched({pass, 1'000'000, 100'000'000});
    }
    record.gaps.keep_if_among_longest(
        {{2'000'000'000, 1'500'000, 2}, {"5 Local timer interrupts (LOC)", "preempted 1 time"}});
    record.counted = {{"gaps", 1'000},
                      {"looks", 40'000'000},
                      {"ns taken", 10'000'000},
                      {"ns watched", 1'000'000'000},
                      {"ns of steal", 20'000'000}};
    return seen;
}

} // namespace tollgate::noise_test
