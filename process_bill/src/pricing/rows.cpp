// SPDX-License-Identifier: BSL-1.0
#include "rows.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace tollgate::bill {
namespace {

void add(place& to, const place& from) {
    add(to.sum, from.sum);
    to.threads = to.threads == from.threads ? to.threads : common_name(to.threads);
    if (to.cpu_of_waits_ns) {
        to.cpu_of_waits_ns = *to.cpu_of_waits_ns + *from.cpu_of_waits_ns;
    }
    std::vector<pid_t> members;
    std::ranges::set_union(to.members, from.members, std::back_inserter(members));
    to.members = std::move(members);
}

} // namespace

std::vector<place> rows_of(const std::vector<place>& places) {
    std::vector<place> rows;
    std::map<std::tuple<std::string, std::string, std::vector<std::string>, bool>, std::size_t>
        known;
    for (const place& where : places) {
        const auto [found, is_new] =
            known.try_emplace({common_name(where.threads), words_for(where.sum), where.stack,
                               where.cpu_of_waits_ns.has_value()},
                              rows.size());
        if (is_new) {
            rows.push_back(where);
        } else {
            add(rows[found->second], where);
        }
    }
    return rows;
}

} // namespace tollgate::bill
