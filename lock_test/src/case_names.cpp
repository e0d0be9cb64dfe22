// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <string>
#include <utility>

namespace tollgate::lock_test {
namespace {

constexpr std::pair<const char*, const char*> locks_in_words[] = {
    {"std_mutex", "mutex"},
    {"pthread_adaptive", "adaptive mutex"},
    {"boost_spinlock", "sleeping spin lock"},
    {"ticket", "ticket lock"},
    {"mcs", "MCS lock"},
    {"futex", "futex lock"}};

/// The number of threads in words. Without a number: for any other number, which the table adds.
struct ending {
    const char* threads;
    const char* words;
};
constexpr ending endings[] = {{"1", ", 1 thread"}, {"2", ", 2 threads"}, {nullptr, ""}};

} // namespace

std::vector<report::case_words> case_names() {
    std::vector<report::case_words> all;
    for (const ending& how_many : endings) {
        const auto words = [&](const char* path, const char* parameter, const char* value,
                               const std::string& text) {
            report::case_pattern pattern{path, {{parameter, value}}};
            if (how_many.threads != nullptr) {
                pattern.texts.emplace_back("threads", how_many.threads);
            }
            all.push_back({std::move(pattern), text + how_many.words});
        };
        for (const auto& [impl, text] : locks_in_words) {
            words("lock/exclusive", "impl", impl, text); // without steps: the table need not say so
            report::case_pattern& pattern = all.back().pattern;
            pattern.texts.insert(pattern.texts.end(), {{"section", "0"}, {"pause", "0"}});
            words("lock/exclusive", "impl", impl, text);
            words("lock/wait", "impl", impl, std::string("one wait for ") + text);
        }
        words("lock/counter", "way", "fetch_add", "shared counter");
        words("lock/counter", "way", "per_thread", "counter of each thread");
        words("lock/sharing", "apart_bytes", "8", "counters on one line");
        words("lock/shared", "impl", "std_shared_mutex", "shared mutex, 99 % reads");
        all.back().pattern.texts.emplace_back("reads_pct", "99");
    }
    return all;
}

} // namespace tollgate::lock_test
