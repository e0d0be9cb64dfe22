// SPDX-License-Identifier: BSL-1.0
#include "contenders.hpp"

#include <algorithm>
#include <numeric>

namespace tollgate::lock_test {

std::vector<std::uint64_t> operation_counts::of_each() const {
    std::vector<std::uint64_t> all;
    for (std::size_t thread = 0; thread < threads_; ++thread) {
        all.push_back(of(thread));
    }
    return all;
}

std::uint64_t operation_counts::sum() const {
    const std::vector<std::uint64_t> all = of_each();
    return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
}

void operation_counts::add_to(measure::loop_report& report, std::size_t measured) const {
    std::vector<std::uint64_t> each = of_each();
    each.resize(measured);
    const auto [least, most] = std::ranges::minmax(each);
    report.counted[counts::all] += std::accumulate(each.begin(), each.end(), std::uint64_t{0});
    report.counted[counts::busiest] += most;
    report.counted[counts::idlest] += least;
}

measure::loop_report
contenders::run(const operation_counts& counted, std::size_t metered,
                const std::function<void(std::size_t, measure::loop_member&)>& work,
                const std::function<void()>& watch) const {
    std::vector<measure::group_member> members;
    members.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        members.push_back({[&work, i](measure::loop_member& member) { work(i, member); },
                           where.cpu_of(i), i < metered});
    }
    bench::standstill nothing_moves;
    const int watches = watch ? watches_of_an_interval : 1;
    int watched = 0;
    return measure::run_thread_group(members, {check_interval / watches, [&] {
                                                   if (watch) {
                                                       watch();
                                                   }
                                                   if (++watched % watches == 0) {
                                                       nothing_moves.observe(counted.sum());
                                                   }
                                               }});
}

void divide(measure::loop_report& report, std::size_t threads, double units, std::uint64_t done) {
    report.units_per_operation = units / static_cast<double>(threads);
    // The framework divides the usage by `metered` times the units of an operation.
    report.metered = static_cast<std::uint64_t>(static_cast<double>(done) / units) * threads;
}

} // namespace tollgate::lock_test
