// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pricing/prices.hpp"

#include <tollgate/measure/case_record.hpp>
#include <tollgate/testing/fake.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tollgate::bill {

/// A case with one round in each pass, whose CPU times are these.
inline measure::case_record fake_price(const std::string& name, const std::vector<double>& cpu_ns) {
    std::vector<testing::fake_round> rounds;
    for (const double pass : cpu_ns) {
        rounds.push_back({.value_ns = pass, .cpu_ns = pass});
    }
    return testing::fake_case(name, rounds);
}

/// Prices that are the same in each pass, so that their intervals have no width.
inline price_list
fake_prices(const std::vector<std::pair<std::string, double>>& prices_ns = {
                {"sleep/price/wake/placement:same", 4'000},
                {"sleep/price/wake/gap_us:10/placement:core", 5'000},
                {"sleep/price/wake/gap_us:1000/placement:core", 8'000},
                {"sleep/price/wake_fd/by:epoll/gap_us:10/placement:core", 5'700},
                {"sleep/price/wake_fd/by:eventfd/gap_us:10/placement:core", 5'400},
                {"sleep/price/timer/interval_us:1000", 6'000},
                {"sleep/price/call/name:futex_wake", 300},
                {"sleep/price/call/name:timerfd_settime", 500},
                {"sleep/price/call/name:sched_yield", 400},
                {"sleep/price/call/name:poll", 600},
                {"sleep/price/switch/placement:same", 2'000},
                {"sleep/price/migration/kib:0", 3'000},
                {"sleep/price/migration/kib:256", 13'000},
                {"sleep/price/migration/kib:1024", 43'000}}) {
    std::vector<measure::case_record> cases;
    for (const auto& [name, ns] : prices_ns) {
        cases.push_back(fake_price(name, {ns, ns, ns}));
    }
    return price_list(testing::fake_result(cases));
}

} // namespace tollgate::bill
