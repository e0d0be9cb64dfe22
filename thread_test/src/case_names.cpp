// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "baton_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::thread_test {
namespace {

constexpr std::pair<const char*, const char*> places[] = {
    {"same", "same CPU"}, {"core", "other CPU"}, {"free", "any CPU"}};

/// The way of handing over: "condvar", "spinning".
std::string way_of(const std::string& baton) {
    std::string words = baton == "spin" ? "spinning" : baton;
    std::ranges::replace(words, '_', ' ');
    return words;
}

} // namespace

std::vector<report::case_words> case_names() {
    std::vector<report::case_words> all{
        {{"thread/create_join", {{"impl", "std_thread"}, {"placement", "free"}}},
         "thread created and joined"}};
    for (const baton_kind& baton : all_batons()) {
        for (const auto& [place, words] : places) {
            all.push_back({{std::string("thread/") + baton.name, {{"placement", place}}},
                           fmt::format("thread, {}, {}", words, way_of(baton.name))});
        }
    }
    return all;
}

} // namespace tollgate::thread_test
