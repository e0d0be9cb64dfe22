// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "baton_kinds.hpp"

#include <algorithm>

namespace tollgate::thread_test {
namespace {

constexpr std::pair<const char*, const char*> places[] = {
    {"same", "same CPU"}, {"core", "other CPU"}, {"free", "any CPU"}};

/// The way of handing over, after the place: ", spinning". Sleeping by a condition variable is the
/// usual way.
std::string way_of(const std::string& baton, const std::string& place) {
    if (baton == "condvar") {
        return place == "core" ? ", sleeping" : "";
    }
    if (baton == "spin") {
        return ", spinning";
    }
    std::string words = ", " + baton;
    std::ranges::replace(words, '_', ' ');
    return words;
}

} // namespace

std::vector<report::case_words> case_names() {
    std::vector<report::case_words> all;
    for (const baton_kind& baton : all_batons()) {
        for (const auto& [place, words] : places) {
            all.push_back({{std::string("thread/") + baton.name, {{"placement", place}}},
                           std::string("thread, ") + words + way_of(baton.name, place)});
        }
    }
    return all;
}

} // namespace tollgate::thread_test
