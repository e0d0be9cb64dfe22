// SPDX-License-Identifier: BSL-1.0
#include "cases.hpp"

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

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

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

std::string with_fibers(const char* name, std::uint64_t fibers) {
    return std::string(name) + "/fibers:" + std::to_string(fibers);
}

} // namespace

std::string yield_name(std::uint64_t fibers) {
    return with_fibers("fiber/yield", fibers);
}

cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    namespace fb = boost::fibers;
    const fiber_options own = read_fiber_options(chosen);
    const std::vector<std::uint64_t> numbers =
        chosen.sweep.empty() ? std::vector{chosen.members} : chosen.sweep;
    require_memory_for(numbers.back(), own.stack_size);

    const std::optional<int> cpu = cpu_to_use(machine);
    const auto lanes = std::make_shared<fiber_lanes>(own.which, cpu);
    const std::size_t stack = own.stack_size;
    const stack_cache stacks(stack);

    cli::case_list list;
    auto& cases = list.cases;
    for (const std::uint64_t n : numbers) {
        cases.push_back(measure::make_case(yield_name(n),
                                           "one this_fiber::yield() in a ring of fibers", n, 1,
                                           yield_ring{lanes, n, stacks}, ring_settling(n)));
    }
    for (const std::uint64_t n : numbers) {
        cases.push_back(measure::make_case(with_fibers("fiber/resume", n),
                                           "one resume, the dispatcher's counted too", n, 1,
                                           resume_ring{lanes, n, stacks}, ring_settling(n)));
    }
    cases.push_back(measure::make_case("fiber/context_resume",
                                       "one resume between two bare contexts", 2, 1,
                                       context_pair{lanes, stacks}));
    for (const std::uint64_t n : numbers) {
        cases.push_back(measure::make_case(with_fibers("fiber/context_ring", n),
                                           "one resume in a ring of bare contexts", n, 1,
                                           context_ring{lanes, n, stacks}, ring_settling(n)));
    }
    if (chosen.sweep.empty()) {
        const char* unit = "one fiber made, run and joined";
        cases.push_back(measure::make_case("fiber/create_join/stack:fixedsize", unit, 1, 1,
                                           create_join<fb::fixedsize_stack>{lanes, stack}));
        cases.push_back(measure::make_case("fiber/create_join/stack:pooled", unit, 1, 1,
                                           create_join<fb::pooled_fixedsize_stack>{lanes, stack}));
        cases.push_back(
            measure::make_case("fiber/create_join/stack:protected", unit, 1, 1,
                               create_join<fb::protected_fixedsize_stack>{lanes, stack}));
    }
    return list;
}

} // namespace tollgate::fiber_test
