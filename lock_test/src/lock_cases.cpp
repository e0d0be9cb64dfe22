// SPDX-License-Identifier: BSL-1.0
#include "lock_kinds.hpp"
#include "program.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tollgate::lock_test {
namespace {

constexpr const char* unit = "one lock, section, unlock and pause, for each thread";
constexpr const char* wait_unit = "one lock: from the call to its return";

measure::case_key key_of(const char* path, const std::string& impl, std::size_t threads,
                         const effort& each, const place& where) {
    return {path,
            {{"impl", impl},
             {"threads", threads},
             {"section", each.section},
             {"pause", each.pause},
             {"placement", where.word}}};
}

std::vector<effort> efforts(const cli::options& chosen) {
    std::vector<effort> all;
    for (const auto& [section, pause] :
         bench::product(chosen.numbers.at("section"), chosen.numbers.at("pause"))) {
        all.push_back({section, pause});
    }
    return all;
}

/// Adds the case with this loop, or the reason why there is none.
void add_exclusive(bench::case_table& table, const lock_kind& kind, std::size_t threads,
                   const effort& each, const place& where) {
    if (kind.one_thread && threads > 1) {
        return;
    }
    const measure::case_key key =
        kind.one_thread ? key_of("lock/none", "", threads, each, where).without("impl")
                        : key_of("lock/exclusive", kind.name, threads, each, where);
    if (const auto reason = too_few_cpus(where, threads, table.machine());
        reason && kind.in_order) {
        table.refuse(key, *reason);
        return;
    }
    const measure::case_key compared_with =
        key_of("lock/exclusive", all_locks().front().name, threads, each, where);
    measure::measured_case added =
        measure::case_of(key, unit, threads, threads, kind.exclusive({threads, where.where}, each),
                         {}, settling_at(where, threads));
    if (key == compared_with) {
        table.add(std::move(added));
    } else {
        table.add(std::move(added), compared_with);
    }
}

/// The time from one event to the next, roughly: each thread has the lock once.
measure::event_times times_of(std::size_t threads, const effort& each) {
    constexpr std::uint64_t hand_over_ns = 2'000;
    return {std::chrono::nanoseconds(threads * (hand_over_ns + each.section) + each.pause)};
}

void add_wait(bench::case_table& table, const lock_kind& kind, std::size_t threads,
              const effort& each, const place& where) {
    if (kind.one_thread || threads == 1) {
        return;
    }
    const measure::case_key key = key_of("lock/wait", kind.name, threads, each, where);
    if (const auto reason = too_few_cpus(where, threads, table.machine());
        reason && kind.in_order) {
        table.refuse(key, *reason);
        return;
    }
    table.add(measure::make_event_case(key, wait_unit, threads,
                                       kind.wait({threads, where.where}, each),
                                       times_of(threads, each)),
              key_of("lock/wait", all_locks().front().name, threads, each, where));
}

} // namespace

void add_locks(bench::case_table& table) {
    using add_case =
        void (*)(bench::case_table&, const lock_kind&, std::size_t, const effort&, const place&);
    for (const add_case add : {&add_exclusive, &add_wait}) {
        for (const std::uint64_t threads : thread_counts(table.chosen())) {
            for (const place& where : places_for(table, threads)) {
                for (const effort& each : efforts(table.chosen())) {
                    for (const lock_kind& kind : all_locks()) {
                        add(table, kind, threads, each, where);
                    }
                }
            }
        }
    }
}

} // namespace tollgate::lock_test
