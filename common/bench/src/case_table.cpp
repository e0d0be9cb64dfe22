// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/case_table.hpp>

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

namespace tollgate::bench {
namespace {

template <class Cases>
bool has(const Cases& cases, const measure::case_key& key) {
    return std::any_of(cases.begin(), cases.end(),
                       [&](const auto& entry) { return entry.key.name() == key.name(); });
}

} // namespace

void case_table::add(measure::measured_case new_case, std::size_t rank) {
    if (!has(list_.cases, new_case.key)) {
        list_.cases.push_back(std::move(new_case));
        ranks_.push_back(rank);
    }
}

void case_table::add(measure::measured_case new_case, const measure::case_key& compared_with,
                     std::size_t rank) {
    new_case.compared_with = compared_with.name();
    add(std::move(new_case), rank);
}

void case_table::refuse(const measure::case_key& key, std::string reason) {
    if (!has(list_.unavailable, key)) {
        list_.unavailable.push_back({key, std::move(reason)});
    }
}

std::optional<cpu::assignment> case_table::assign(cpu::placement where, std::size_t threads,
                                                  const measure::case_key& refused) {
    const auto place = cpu::assign(where, machine_, threads);
    if (const auto* unavailable = std::get_if<cpu::unavailable>(&place)) {
        refuse(refused, unavailable->reason);
        return std::nullopt;
    }
    return std::get<cpu::assignment>(place);
}

run::case_list case_table::take() && {
    std::vector<std::size_t> order(ranks_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t a, std::size_t b) { return ranks_[a] < ranks_[b]; });
    std::vector<measure::measured_case> sorted;
    sorted.reserve(order.size());
    for (const std::size_t i : order) {
        sorted.push_back(std::move(list_.cases[i]));
    }
    list_.cases = std::move(sorted);
    std::erase_if(list_.unavailable,
                  [this](const auto& entry) { return has(list_.cases, entry.key); });
    return std::move(list_);
}

} // namespace tollgate::bench
