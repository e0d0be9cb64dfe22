// SPDX-License-Identifier: BSL-1.0
#include "lock_kinds.hpp"
#include "program.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tollgate::lock_test {
namespace {

constexpr const char* unit = "one lock, section, unlock and pause, for each thread";

struct setting {
    std::size_t threads;
    effort each;
    place where;
};

measure::case_key key_of(const char* path, const std::string& impl, const setting& used) {
    return {path,
            {{"impl", impl},
             {"threads", used.threads},
             {"section", used.each.section},
             {"pause", used.each.pause},
             {"placement", used.where.word}}};
}

/// The settings of all cases, the fewest threads first.
std::vector<setting> settings(bench::case_table& table) {
    const auto& numbers = table.chosen().numbers;
    std::vector<setting> all;
    for (const std::uint64_t threads : thread_counts(table.chosen())) {
        for (const place& where : places_for(table, threads)) {
            for (const auto& [section, pause] :
                 bench::product(numbers.at("section"), numbers.at("pause"))) {
                all.push_back({threads, {section, pause}, where});
            }
        }
    }
    return all;
}

/// The least time from one event to the next, roughly: each thread has the lock `least_stride`
/// times.
std::chrono::nanoseconds between_events(const setting& used) {
    constexpr std::uint64_t hand_over_ns = 2'000;
    return std::chrono::nanoseconds(
        least_stride * (used.threads * (hand_over_ns + used.each.section) + used.each.pause));
}

measure::measured_case case_of(const measure::case_key& key, const lock_kind& kind,
                               const setting& used) {
    return measure::case_of(key, unit, used.threads, used.threads,
                            kind.exclusive({used.threads, used.where.where}, used.each), {},
                            settling_at(used.where, used.threads));
}

/// Adds the case, or the reason why there is none. `make(key)` makes it.
template <class Make>
void add(bench::case_table& table, const char* path, const lock_kind& kind, const setting& used,
         bool need_cpus, Make make) {
    const measure::case_key key = key_of(path, kind.name, used);
    const auto reason = too_few_cpus(used.where, used.threads, table.machine());
    if (reason && need_cpus) {
        table.refuse(key, *reason);
        return;
    }
    const measure::case_key first = key_of(path, all_locks().front().name, used);
    if (key == first) { // compared with the first case of the table: one thread
        table.add(make(key));
    } else {
        table.add(make(key), first);
    }
}

} // namespace

void add_locks(bench::case_table& table) {
    const std::vector<setting> all = settings(table);
    for (const setting& used : all) {
        for (const lock_kind& kind : all_locks()) {
            add(table, "lock/exclusive", kind, used, kind.in_order,
                [&](const measure::case_key& key) { return case_of(key, kind, used); });
        }
        if (used.threads == 1) {
            table.add(case_of(key_of("lock/none", {}, used).without("impl"), no_lock_kind(), used));
        }
    }
    for (const setting& used : all) {
        for (const lock_kind& kind : used.threads == 1 ? std::vector<lock_kind>() : all_locks()) {
            add(table, "lock/wait", kind, used, true, [&](const measure::case_key& key) {
                return kind.wait(key, {{used.threads, used.where.where},
                                       used.each,
                                       settling_at(used.where, used.threads),
                                       between_events(used)});
            });
        }
    }
}

} // namespace tollgate::lock_test
