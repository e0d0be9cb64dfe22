// SPDX-License-Identifier: BSL-1.0
#include "cases.hpp"

#include "channel_loop.hpp"
#include "context_pair.hpp"
#include "context_ring.hpp"
#include "create_join.hpp"
#include "fiber_lanes.hpp"
#include "memory_need.hpp"
#include "options.hpp"
#include "resume_ring.hpp"
#include "yield_ring.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <boost/fiber/fixedsize_stack.hpp>
#include <boost/fiber/pooled_fixedsize_stack.hpp>
#include <boost/fiber/protected_fixedsize_stack.hpp>
#include <boost/fiber/unbuffered_channel.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tollgate::fiber_test {
namespace {

std::optional<int> cpu_to_use(const cpu::topology& machine) {
    const auto place = cpu::assign(cpu::placement::same, machine, 1);
    const auto* assigned = std::get_if<cpu::assignment>(&place);
    return assigned != nullptr ? assigned->cpu_of(0) : std::nullopt;
}

/// A large ring takes a hundred laps or so until the caches hold what they will hold: at 25 ns for
/// an operation 2.5 us a member. With rings that fit into no cache there is nothing to wait for.
std::chrono::nanoseconds ring_settling(std::uint64_t members) {
    using namespace std::chrono;
    return microseconds(500) + std::min<nanoseconds>(nanoseconds(2'500 * members), milliseconds(5));
}

std::string with_fibers(std::uint64_t fibers) {
    return "/fibers:" + std::to_string(fibers);
}

/// "fiber/yield/impl:tollgate/fibers:4". Boost's schedulers, one of which there is in a run, go
/// without a word of their own.
std::string name_under(scheduler which, const char* what, const std::string& parameters) {
    const char* impl = which == scheduler::tollgate ? "/impl:tollgate" : "";
    return std::string("fiber/").append(what).append(impl).append(parameters);
}

constexpr std::chrono::nanoseconds brief_settling = std::chrono::microseconds(500);

/// A scheduler and where it works.
struct workplace {
    scheduler which;
    std::shared_ptr<fiber_lanes> lanes;
};

/// The cases of a run while they are listed.
struct listing {
    std::vector<workplace> places;
    std::vector<std::uint64_t> numbers; ///< of fibers
    std::size_t stack_size;
    stack_cache stacks;
    cli::case_list list{};

    /// One for each scheduler; what is not Boost's is compared with what is.
    template <class MakeLoop>
    void add(const char* what, const std::string& parameters, const char* unit, std::uint64_t lap,
             const MakeLoop& loop_on, std::chrono::nanoseconds settling = brief_settling) {
        for (const workplace& where : places) {
            measure::measured_case made =
                measure::make_case(name_under(where.which, what, parameters), unit, lap, 1,
                                   loop_on(where.lanes), settling);
            if (where.which != places.front().which) {
                made.compared_with = name_under(places.front().which, what, parameters);
            }
            list.cases.push_back(std::move(made));
        }
    }
};

void add_rings(listing& to) {
    for (const std::uint64_t n : to.numbers) {
        to.add(
            "yield", with_fibers(n), "one this_fiber::yield() in a ring of fibers", n,
            [&](const auto& lanes) {
                return yield_ring{lanes, n, to.stacks};
            },
            ring_settling(n));
    }
    for (const std::uint64_t n : to.numbers) {
        to.add(
            "resume", with_fibers(n), "one resume, the dispatcher's counted too", n,
            [&](const auto& lanes) {
                return resume_ring{lanes, n, to.stacks};
            },
            ring_settling(n));
    }
}

/// Without a scheduler: any thread will do.
void add_contexts(listing& to) {
    const std::shared_ptr<fiber_lanes>& lanes = to.places.front().lanes;
    to.list.cases.push_back(measure::make_case("fiber/context_resume",
                                               "one resume between two bare contexts", 2, 1,
                                               context_pair{lanes, to.stacks}));
    for (const std::uint64_t n : to.numbers) {
        to.list.cases.push_back(measure::make_case(
            "fiber/context_ring" + with_fibers(n), "one resume in a ring of bare contexts", n, 1,
            context_ring{lanes, n, to.stacks}, ring_settling(n)));
    }
}

template <class StackAllocator>
void add_create_join(listing& to, const char* kind) {
    to.add("create_join", std::string("/stack:") + kind, "one fiber made, run and joined", 1,
           [&](const auto& lanes) {
               return create_join<StackAllocator>{lanes, to.stack_size};
           });
}

void add_channel(listing& to) {
    to.add("unbuffered_channel", "", "one number over boost::fibers::unbuffered_channel", 1,
           [&](const auto& lanes) {
               return channel_loop<boost::fibers::unbuffered_channel<long>>{lanes, to.stacks};
           });
}

} // namespace

std::string yield_name(scheduler which, std::uint64_t fibers) {
    return name_under(which, "yield", with_fibers(fibers));
}

cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    namespace fb = boost::fibers;
    const fiber_options own = read_fiber_options(chosen);
    const std::vector<std::uint64_t> numbers =
        chosen.sweep.empty() ? std::vector{chosen.members} : chosen.sweep;
    require_memory_for(numbers.back(), own.stack_size);

    listing to{{}, numbers, own.stack_size, stack_cache(own.stack_size)};
    const std::optional<int> cpu = cpu_to_use(machine);
    for (const scheduler which : own.schedulers) {
        to.places.push_back({which, std::make_shared<fiber_lanes>(which, cpu)});
    }
    add_rings(to);
    add_contexts(to);
    add_channel(to);
    if (chosen.sweep.empty()) {
        add_create_join<fb::fixedsize_stack>(to, "fixedsize");
        add_create_join<fb::pooled_fixedsize_stack>(to, "pooled");
        add_create_join<fb::protected_fixedsize_stack>(to, "protected");
    }
    return std::move(to.list);
}

} // namespace tollgate::fiber_test
