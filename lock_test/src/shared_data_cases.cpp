// SPDX-License-Identifier: BSL-1.0
#include "block_loop.hpp"
#include "counters.hpp"
#include "locks/std_mutex.hpp"
#include "locks/std_shared_mutex.hpp"
#include "program.hpp"
#include "published_number.hpp"
#include "reads_and_writes.hpp"
#include "sequence_reads.hpp"
#include "shared_pointer.hpp"

#include <tollgate/bench/placements.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::lock_test {
namespace {

/// The operations of a block, so that a block takes about 40 µs or more with several threads.
constexpr std::uint64_t cheap = 96'000;  ///< a third of a nanosecond
constexpr std::uint64_t atomic = 16'384; ///< 2 ns or more
constexpr std::uint64_t locked = 2'048;  ///< 20 ns or more

/// Threads at a place: `measured` threads, and threads that accompany them.
struct threads_at {
    std::size_t measured;
    std::size_t all;
    const place& where;
};

/// Adds a case; `key` lacks the placement.
template <class Subject>
void add(bench::case_table& table, const measure::case_key& key, const char* unit,
         const threads_at& threads, std::uint64_t block,
         const std::optional<measure::case_key>& compared_with = {},
         const typename Subject::shape& shape = {}) {
    const measure::case_key placed = key.with("placement", threads.where.word);
    if (threads.all > threads.measured) {
        if (const auto reason = too_few_cpus(threads.where, threads.all, table.machine())) {
            table.refuse(placed, *reason);
            return;
        }
    }
    measure::measured_case added = measure::make_case(
        placed, unit, threads.measured, threads.all,
        block_loop<Subject>{{threads.all, threads.where.where}, threads.measured, block, shape},
        settling_at(threads.where, threads.all));
    if (compared_with) {
        table.add(std::move(added), compared_with->with("placement", threads.where.word));
    } else {
        table.add(std::move(added));
    }
}

measure::case_key key_of(const char* path, const char* parameter, measure::parameter_value value,
                         std::size_t threads) {
    return {path, {{parameter, std::move(value)}, {"threads", threads}}};
}

void add_counters(bench::case_table& table, const threads_at& threads) {
    constexpr const char* unit = "one addition to a counter, for each thread";
    const auto way = [&](const char* name) {
        return key_of("lock/counter", "way", name, threads.all);
    };
    // With two threads, the first case is compared with its cost for one thread.
    add<counters<update::fetch_add>>(table, way("fetch_add"), unit, threads, atomic, {}, {0});
    add<counters<update::compare_exchange>>(table, way("compare_exchange"), unit, threads, atomic,
                                            way("fetch_add"), {0});
    add<counters<update::plain>>(table, way("per_thread"), unit, threads, cheap, way("fetch_add"),
                                 {apart});
    if (threads.all == 1) {
        return;
    }
    for (const std::uint64_t bytes : {8U, 64U, 128U}) {
        add<counters<update::fetch_add>>(table,
                                         key_of("lock/sharing", "apart_bytes", bytes, threads.all),
                                         unit, threads, atomic, way("fetch_add"), {bytes});
    }
}

void add_locks_with_readers(bench::case_table& table, const threads_at& threads) {
    constexpr const char* unit = "one read or write under the lock, for each thread";
    for (const std::uint64_t reads_pct : {100U, 99U, 90U, 50U}) {
        const auto key = [&](const char* impl) {
            return measure::case_key{
                "lock/shared",
                {{"impl", impl}, {"reads_pct", reads_pct}, {"threads", threads.all}}};
        };
        add<reads_and_writes<std_shared_mutex>>(table, key(std_shared_mutex::name), unit, threads,
                                                locked, {}, {reads_pct});
        add<reads_and_writes<std_mutex>>(table, key(std_mutex::name), unit, threads, locked,
                                         key(std_shared_mutex::name), {reads_pct});
    }
}

void add_shared_pointers(bench::case_table& table, const threads_at& threads) {
    const auto key = [&](const char* operation) {
        return key_of("lock/shared_ptr", "op", operation, threads.all);
    };
#if defined(__cpp_lib_atomic_shared_ptr)
    // A thread that waits for the pointer spins, and never yields its CPU (libstdc++).
    if (threads.all > 1) {
        if (auto reason = too_few_cpus(threads.where, threads.all, table.machine())) {
            table.refuse(key("*").with("placement", threads.where.word), *std::move(reason));
            return;
        }
    }
    add<shared_pointer<pointer_operation::load>>(table, key("load"), "one load, for each thread",
                                                 threads, locked);
    add<shared_pointer<pointer_operation::store>>(table, key("store"), "one store, for each thread",
                                                  threads, locked, key("load"));
#else
    table.refuse(key("*").with("placement", threads.where.word),
                 "this C++ library has no std::atomic<std::shared_ptr>");
#endif
}

/// One thread that stores or reads, and one that accompanies it or none.
void add_pairs(bench::case_table& table, const place& alone, const std::vector<place>& together) {
    const auto stores = [](std::uint64_t readers) -> measure::case_key {
        return {"lock/store", {{"readers", readers}}};
    };
    const auto reads = [](std::uint64_t writers) -> measure::case_key {
        return {"lock/sequence_read", {{"writers", writers}}};
    };
    constexpr const char* stored = "one store of a number that readers read";
    constexpr const char* read = "one read of two numbers under a sequence lock";
    add<published_number>(table, stores(0), stored, {1, 1, alone}, cheap);
    for (const place& where : together) {
        add<published_number>(table, stores(1), stored, {1, 2, where}, cheap);
    }
    add<sequence_reads<>>(table, reads(0), read, {1, 1, alone}, cheap);
    for (const place& where : together) {
        add<sequence_reads<>>(table, reads(1), read, {1, 2, where}, cheap);
    }
}

} // namespace

void add_shared_data(bench::case_table& table) {
    using add_cases = void (*)(bench::case_table&, const threads_at&);
    for (const add_cases add_them :
         {&add_counters, &add_locks_with_readers, &add_shared_pointers}) {
        for (const std::uint64_t threads : thread_counts(table.chosen())) {
            for (const place& where : places_for(table, threads)) {
                add_them(table, {threads, threads, where});
            }
        }
    }
    if (!table.chosen().sweep) {
        for (const place& alone : places_for(table, 1)) {
            add_pairs(table, alone, places_for(table, 2));
        }
    }
}

} // namespace tollgate::lock_test
