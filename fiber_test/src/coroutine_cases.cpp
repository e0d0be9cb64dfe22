// SPDX-License-Identifier: BSL-1.0
#include "coroutine_cases.hpp"

#include "coroutine_create.hpp"
#include "coroutine_resume.hpp"
#include "coroutine_ring.hpp"
#include "generator_loop.hpp"
#include "keys.hpp"

#include <tollgate/environment/build_facts.hpp>

#include <boost/context/pooled_fixedsize_stack.hpp>

#include <memory>
#include <string>

namespace tollgate::fiber_test {
namespace {

constexpr const char* std_impl = "std";
constexpr const char* boost_impl = "boost_coroutine2";

measure::case_key resume_key(const char* impl, std::uint64_t coroutines) {
    return {"fiber/coroutine_resume", {{"impl", impl}, {"fibers", coroutines}}};
}

measure::case_key create_key(const char* frame) {
    return {"fiber/coroutine_create", {{"impl", std_impl}, {"frame", frame}}};
}

std::string why_not_elided() {
    return environment::facts_of_this_build().compiler +
           " does not leave out the allocation of a coroutine's frame in this build; clang++ does, "
           "with optimization";
}

} // namespace

bool leaves_out_frames() {
    elided_frame way;
    coroutine_counts counts;
    create_block(way, counts);
    return counts.allocations == 0;
}

void add_coroutine_rings(bench::case_table& to, const coroutine_request& request) {
    const std::shared_ptr<scheduler_threads>& threads = request.threads;
    const auto yield_of = [&](std::uint64_t n) {
        return key_under(request.compared_with, "yield", {{"fibers", n}});
    };
    for (const std::uint64_t n : request.numbers) {
        const measure::case_key key{"fiber/coroutine_ring", {{"impl", std_impl}, {"fibers", n}}};
        to.add(measure::make_case(key, "one resume in a ring of coroutines", 1, 1,
                                  coroutine_ring<>{threads, n}, ring_settling(n)),
               yield_of(n));
    }
    const char* const unit = "one resume of a coroutine, and its return";
    for (const std::uint64_t n : request.numbers) {
        to.add(measure::make_case(resume_key(std_impl, n), unit, 1, 1,
                                  coroutine_resume<std_counter>{threads, n, request.stacks},
                                  ring_settling(n)),
               yield_of(n));
        to.add(measure::make_case(resume_key(boost_impl, n), unit, 1, 1,
                                  coroutine_resume<boost_counter>{threads, n, request.stacks},
                                  ring_settling(n)),
               resume_key(std_impl, n));
    }
}

void add_single_coroutines(bench::case_table& to, const coroutine_request& request) {
    const std::shared_ptr<scheduler_threads>& threads = request.threads;
    const measure::case_key of_std{"fiber/generator", {{"impl", std_impl}}};
    const char* const next_value = "the next value of a generator";
    to.add(measure::make_case(of_std, next_value, 1, 1,
                              generator_loop<std_numbers>{threads, request.stacks}),
           channel_key(request.compared_with));
    to.add(measure::make_case({"fiber/generator", {{"impl", boost_impl}}}, next_value, 1, 1,
                              generator_loop<boost_numbers>{threads, request.stacks}),
           of_std);

    const char* const creation = "one coroutine created, run and destroyed";
    to.add(measure::make_case(create_key("heap"), creation, 1, 1,
                              coroutine_create<heap_frame>{threads, {}}),
           key_under(request.compared_with, "create_join", {{"stack", "pooled"}}));
    if (leaves_out_frames()) {
        to.add(measure::make_case(create_key("elided"), creation, 1, 1,
                                  coroutine_create<elided_frame>{threads, {}}),
               create_key("heap"));
    } else {
        to.refuse(create_key("elided"), why_not_elided());
    }
    const boost_stack pooled(request.stack_size);
    to.add(
        measure::make_case({"fiber/coroutine_create", {{"impl", boost_impl}, {"stack", "pooled"}}},
                           creation, 1, 1, coroutine_create<boost_stack>{threads, pooled}),
        create_key("heap"));
}

} // namespace tollgate::fiber_test
