// SPDX-License-Identifier: BSL-1.0
#include "cases.hpp"

#include "atomic_wait_baton.hpp"
#include "baton_ring.hpp"
#include "condvar_baton.hpp"
#include "file_limit.hpp"
#include "pipe_baton.hpp"
#include "sched_yield_baton.hpp"
#include "spin_baton.hpp"

#if defined(__linux__)
#include "eventfd_baton_linux.hpp"
#include "semaphore_baton_linux.hpp"
#endif

#include <tollgate/measure/measured_case.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <variant>

namespace tollgate::thread_test {
namespace {

using cpu::placement;

/// Threads of one CPU that the kernel's scheduler has just met hand over up to a quarter faster
/// than later, on Linux 6: among 4 threads for 5 ms, 8 for 9 ms, 64 for 40 ms. Hence 4 ms and 0.6
/// ms for each thread; the most is for rings of which a few laps take longer than that.
std::chrono::nanoseconds scheduler_settling(std::uint64_t threads) {
    using namespace std::chrono;
    return std::min<nanoseconds>(milliseconds(4) + microseconds(600 * threads), milliseconds(100));
}

/// In the table's order: `same` first, because the first case is measured against itself and the
/// scheduler's choices in `free` would only widen that.
constexpr std::array placement_order{placement::same, placement::smt, placement::core,
                                     placement::far, placement::free};

/// Everything that the cases of one program run have in common while they are listed.
struct listing {
    const cpu::topology& machine;
    cli::case_list& list;

    template <class Baton>
    void add(const char* name, const char* unit, std::uint64_t threads, placement where) {
        const auto place = cpu::assign(where, machine, threads);
        const std::string full_name = case_name(name, threads, where);
        if (const auto* no = std::get_if<cpu::unavailable>(&place)) {
            list.unavailable.push_back({full_name, no->reason});
            return;
        }
        list.cases.push_back(
            measure::make_case(full_name, unit, threads, threads,
                               baton_ring<Baton>{threads, std::get<cpu::assignment>(place)},
                               scheduler_settling(threads)));
    }

    template <class Baton>
    void add_with_files(const char* name, const char* unit, std::uint64_t threads,
                        placement where) {
        if (const auto reason = too_many_files(Baton::files_for(threads))) {
            list.unavailable.push_back({case_name(name, threads, where), *reason});
            return;
        }
        add<Baton>(name, unit, threads, where);
    }

    void refuse(const char* name, std::uint64_t threads, placement where, std::string reason) {
        list.unavailable.push_back({case_name(name, threads, where), std::move(reason)});
    }
};

void add_spin(listing& to, placement where) {
    constexpr std::uint64_t pair = 2;
    if (where == placement::same) {
        to.refuse("spin", pair, where,
                  "a thread that spins keeps the other off their CPU: it would show scheduler "
                  "quanta");
    } else if (const std::size_t cpus = to.machine.threads.size();
               where == placement::free && cpus <= pair) {
        to.refuse("spin", pair, where,
                  std::to_string(cpus) + (cpus == 1 ? " CPU" : " CPUs") +
                      " for 2 spinning threads and everything else: it would show scheduler "
                      "quanta");
    } else {
        to.add<spin_baton>("spin", "one hand-off by a shared cache line, spinning", pair, where);
    }
}

void add_sched_yield(listing& to, std::uint64_t threads, placement where) {
    if (where == placement::same) {
        to.add<sched_yield_baton>("sched_yield", "one hand-off by sched_yield()", threads, where);
    } else if (where != placement::free) {
        to.refuse("sched_yield", threads, where, "a yield hands over within one CPU only");
    }
}

void add_all(listing& to, std::uint64_t threads, placement where) {
    to.add<condvar_baton>("condvar", "one hand-off: notify to return of wait", threads, where);
#if defined(__linux__)
    to.add<semaphore_baton>("semaphore", "one hand-off: sem_post to return of sem_wait", threads,
                            where);
#endif
    to.add<atomic_wait_baton>("atomic_wait", "one hand-off: notify_one to return of wait", threads,
                              where);
    to.add_with_files<pipe_baton>("pipe", "one hand-off: write to return of read", threads, where);
#if defined(__linux__)
    to.add_with_files<eventfd_baton>("eventfd", "one hand-off: write to return of read", threads,
                                     where);
#endif
    add_sched_yield(to, threads, where);
}

/// One line for a placement that this machine does not have, instead of one a case.
bool refuse_placement(listing& to, std::uint64_t threads, placement where) {
    const auto place = cpu::assign(where, to.machine, threads);
    const auto* no = std::get_if<cpu::unavailable>(&place);
    if (no != nullptr) {
        to.refuse("*", threads, where, no->reason);
    }
    return no != nullptr;
}

} // namespace

std::string case_name(const char* name, std::uint64_t threads, placement where) {
    return std::string("thread/") + name + "/threads:" + std::to_string(threads) +
           "/placement:" + std::string(cpu::to_string(where));
}

cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    const std::vector<std::uint64_t> numbers =
        chosen.sweep.empty() ? std::vector{chosen.members} : chosen.sweep;
    cli::case_list list;
    listing to{machine, list};
    for (const placement where : placement_order) {
        if (std::find(chosen.placements.begin(), chosen.placements.end(), where) ==
            chosen.placements.end()) {
            continue;
        }
        for (const std::uint64_t threads : numbers) {
            if (!refuse_placement(to, threads, where)) {
                add_all(to, threads, where);
            }
        }
        add_spin(to, where);
    }
    return list;
}

} // namespace tollgate::thread_test
