// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "channel_loop.hpp"
#include "context_loops.hpp"
#include "create_join.hpp"
#include "fiber_lane.hpp"
#include "keys.hpp"
#include "memory_need.hpp"
#include "resume_ring.hpp"
#include "static_rings.hpp"
#include "yield_ring.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/bench/placements.hpp>
#include <tollgate/fiber/stack_pool.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/context/stack_traits.hpp>
#include <boost/fiber/fixedsize_stack.hpp>
#include <boost/fiber/pooled_fixedsize_stack.hpp>
#include <boost/fiber/protected_fixedsize_stack.hpp>
#include <boost/fiber/unbuffered_channel.hpp>
#include <boost/version.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::fiber_test {
namespace {

/// As --scheduler has them, in the order of the enumeration.
const std::vector<std::string> scheduler_words{"round_robin", "shared_work", "work_stealing",
                                               "tollgate"};

scheduler scheduler_called(const std::string& word) {
    const auto found = std::find(scheduler_words.begin(), scheduler_words.end(), word);
    return static_cast<scheduler>(found - scheduler_words.begin());
}

cli::word_axis scheduler_axis() {
    return {"scheduler",
            scheduler_words,
            "round_robin, shared_work or work_stealing, with tollgate beside it or that alone, on "
            "one thread (round_robin,tollgate)",
            {"round_robin", "tollgate"},
            [](const std::vector<std::string>& words, const std::string& text) {
                // tollgate is the last. The cases of two of Boost's would have the same names.
                if (words.size() > 1 && words[1] != "tollgate") {
                    throw run::usage_error(
                        "--scheduler: '" + text +
                        "' has more than one of round_robin, shared_work and work_stealing");
                }
            }};
}

cli::number_axis stack_size_axis() {
    using traits = boost::context::stack_traits;
    const std::size_t usual = traits::default_size();
    cli::number_axis axis;
    axis.name = "stack-size";
    // Where the dynamic linker binds a function at its first call, it saves all registers on the
    // stack of the fiber that calls: 11 KiB of them on some processors.
    axis.range = {std::max<std::size_t>(16'384, traits::minimum_size()), 1ull << 30};
    axis.help = "of a fiber (" + std::to_string(usual) + ", Boost's default)";
    axis.usual = {usual};
    axis.argument = "BYTES";
    return axis;
}

constexpr std::chrono::nanoseconds brief_settling = std::chrono::microseconds(500);

/// A scheduler and where it works.
struct workplace {
    scheduler which;
    std::shared_ptr<fiber_lanes> lanes;
};

/// The table, and what its cases share.
struct table {
    bench::case_table to;
    std::vector<workplace> places;
    stack_cache stacks;

    /// A case for each scheduler; what is not Boost's is compared with what is.
    template <class MakeLoop>
    void add(const char* what, const parameters& of, const char* unit, std::uint64_t lap,
             const MakeLoop& loop_on, std::chrono::nanoseconds settling = brief_settling) {
        for (const workplace& where : places) {
            add(measure::make_case(key_under(where.which, what, of), unit, lap, 1,
                                   loop_on(where.lanes), settling),
                key_under(places.front().which, what, of));
        }
    }

    void add(measure::measured_case made, const measure::case_key& compared_with) {
        if (made.key == compared_with) {
            to.add(std::move(made));
        } else {
            to.add(std::move(made), compared_with);
        }
    }
};

template <class StackAllocator>
void add_create_join(table& all, const char* kind, std::size_t stack_size) {
    all.add("create_join", {{"stack", kind}}, "one fiber made, run and joined", 1,
            [&](const auto& lanes) {
                return create_join<StackAllocator>{lanes, stack_size};
            });
}

/// Our scheduler has a yield of its own, which stands before Boost's: the first of ours is that by
/// which it is known. But the first of all is Boost's, with which the others are compared.
void add_yields(table& all, std::uint64_t n) {
    const scheduler first = all.places.front().which;
    const auto add = [&](const workplace& where, parameters of, const char* unit, auto loop) {
        of.push_back({"fibers", n});
        all.add(measure::make_case(key_under(where.which, "yield", std::move(of)), unit, n, 1,
                                   std::move(loop), ring_settling(n)),
                key_under(first, "yield", {{"fibers", n}}));
    };
    for (const workplace& where : all.places) {
        const bool has_own = where.which == scheduler::tollgate;
        const auto add_own = [&] {
            add(where, {{"call", "tollgate"}}, own_yield_unit,
                ring_of_yields<by_tollgate>{where.lanes, n, all.stacks});
        };
        if (has_own && where.which != first) {
            add_own();
        }
        add(where, {}, yield_unit, yield_ring{where.lanes, n, all.stacks});
        if (has_own && where.which == first) {
            add_own();
        }
    }
}

void add_rings(table& all, const std::vector<std::uint64_t>& numbers) {
    for (const std::uint64_t n : numbers) {
        add_yields(all, n);
    }
    for (const std::uint64_t n : numbers) {
        all.add(
            "resume", {{"fibers", n}}, "one resume, the dispatcher's counted too", n,
            [&](const auto& lanes) {
                return resume_ring{lanes, n, all.stacks};
            },
            ring_settling(n));
    }
}

/// Where stacks lie changes what a switch among many of them costs.
void add_pooled_rings(table& all, const std::vector<std::uint64_t>& numbers, std::size_t stack_size,
                      const std::shared_ptr<fiber_lanes>& lanes) {
    const auto add = [&](const char* kind, fiber::stack_pool::pages which, std::uint64_t touched) {
        const fiber::stack_pool stacks(stack_size, which);
        for (const std::uint64_t n : numbers) {
            const auto key = [n](parameters of) {
                of.insert(of.begin(), {"call", "tollgate"});
                of.push_back({"fibers", n});
                return key_under(scheduler::tollgate, "yield", std::move(of));
            };
            if (auto why = too_much_for_a_pool(n, stacks.distance(), touched)) {
                all.to.refuse(key({{"stack", kind}}), *std::move(why));
                continue;
            }
            const ring_of_yields<by_tollgate, fiber::stack_pool> ring{lanes, n, stacks};
            all.add(measure::make_case(key({{"stack", kind}}), own_yield_unit, n, 1, ring,
                                       ring_settling(n)),
                    key({}));
        }
    };
    add("tollgate", fiber::stack_pool::pages::usual, touched_in_usual_pages);
    add("tollgate_huge", fiber::stack_pool::pages::huge, touched_in_huge_pages);
}

/// How the library is linked changes what a yield costs.
void add_static_rings(table& all, const std::vector<std::uint64_t>& numbers,
                      std::optional<int> cpu) {
    static_rings what{{}, numbers, all.stacks, cpu, [&](auto made, const auto& compared_with) {
                          all.to.add(std::move(made), compared_with);
                      }};
    for (const workplace& where : all.places) {
        what.schedulers.push_back(where.which);
    }
#if defined(TOLLGATE_STATIC_RINGS)
    tollgate_add_static_rings(what);
#else
    for (const std::uint64_t n : numbers) {
        all.to.refuse({"fiber/yield/*", {{"linked", "static"}, {"fibers", n}}},
                      TOLLGATE_NO_STATIC_RINGS);
    }
#endif
}

/// Without a scheduler: any thread will do.
void add_contexts(table& all, const std::vector<std::uint64_t>& numbers) {
    const std::shared_ptr<fiber_lanes>& lanes = all.places.front().lanes;
    all.to.add(measure::make_case("fiber/context_resume", "one resume between two bare contexts", 1,
                                  1, context_pair{lanes, all.stacks}));
    for (const std::uint64_t n : numbers) {
        all.to.add(measure::make_case(measure::case_key{"fiber/context_ring", {{"fibers", n}}},
                                      "one resume in a ring of bare contexts", n, 1,
                                      context_ring{lanes, n, all.stacks}, ring_settling(n)));
    }
}

run::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    namespace fb = boost::fibers;
    const std::vector<std::uint64_t>& numbers = chosen.numbers.at("fibers");
    const std::size_t stack_size = chosen.numbers.at("stack-size").front();
    require_memory(numbers.back(), stack_size, available_memory());
    table all{bench::case_table(chosen, machine), {}, stack_cache(stack_size)};
    const std::optional<int> cpu = bench::one_cpu(machine).cpu_of(0);
    for (const std::string& word : chosen.words.at("scheduler")) {
        const scheduler which = scheduler_called(word);
        all.places.push_back({which, std::make_shared<fiber_lanes>(which, cpu)});
    }
    add_rings(all, numbers);
    add_static_rings(all, numbers, cpu);
    for (const workplace& where : all.places) {
        if (where.which == scheduler::tollgate) {
            add_pooled_rings(all, numbers, stack_size, where.lanes);
        }
    }
    add_contexts(all, numbers);
    all.add("unbuffered_channel", {}, "one number over boost::fibers::unbuffered_channel", 1,
            [&](const auto& lanes) {
                return channel_loop<fb::unbuffered_channel<long>>{lanes, all.stacks};
            });
    if (!chosen.sweep) {
        add_create_join<fb::fixedsize_stack>(all, "fixedsize", stack_size);
        add_create_join<fb::pooled_fixedsize_stack>(all, "pooled", stack_size);
        add_create_join<fb::protected_fixedsize_stack>(all, "protected", stack_size);
        add_create_join<fiber::stack_pool>(all, "tollgate", stack_size);
    }
    return std::move(all.to).take();
}

environment::build_facts build_facts() {
    environment::build_facts facts = environment::facts_of_this_build();
    facts.boost_version = std::to_string(BOOST_VERSION / 100'000) + "." +
                          std::to_string(BOOST_VERSION / 100 % 1'000) + "." +
                          std::to_string(BOOST_VERSION % 100);
    facts.fiber_library = TOLLGATE_FIBER_LIBRARY;
#if defined(BOOST_USE_UCONTEXT)
    facts.context_implementation = "ucontext";
#else
    facts.context_implementation = "fcontext";
#endif
    return facts;
}

void answer(report::answer& found) {
    const auto ours = [](const char* path) -> report::case_pattern {
        return {path, {{"impl", "tollgate"}}};
    };
    const auto boosts = [](const char* path) -> report::case_pattern {
        return {path, {{"impl", ""}, {"linked", ""}}};
    };
    found.say("By Tollgate's yield a switch from fiber to fiber costs",
              {"fiber/yield",
               {{"impl", "tollgate"}, {"call", "tollgate"}, {"linked", ""}, {"stack", ""}}},
              "one under Boost's", boosts("fiber/yield"));
    found.say("By Boost's yield, under Tollgate's scheduler, it costs",
              {"fiber/yield", {{"impl", "tollgate"}, {"call", ""}, {"linked", ""}}},
              "one under Boost's", boosts("fiber/yield"));
    found.say("Under Tollgate's scheduler a number handed over a channel costs",
              ours("fiber/unbuffered_channel"), "one under Boost's",
              boosts("fiber/unbuffered_channel"));
    found.say("Under it a fiber that is made, run and joined costs", ours("fiber/create_join"),
              "one under Boost's", boosts("fiber/create_join"));
    found.say("With Boost.Fiber linked statically a switch under Boost's scheduler costs",
              {"fiber/yield", {{"impl", ""}, {"linked", "static"}}}, "one with the shared library",
              boosts("fiber/yield"));
}

} // namespace

cli::program describe_program() {
    cli::program what;
    what.name = "testFiber";
    what.question = "What does a switch between fibers cost on this machine?";
    what.members = "fibers";
    what.members_range = {2, 1'000'000};
    what.kind = "Fiber";
    what.budget_s = 9;
    what.headline_budget_s = 4.5;
    what.answer = answer;
    what.headline = [](const measure::case_key& key) {
        return key.path() != "fiber/resume" && (!key.has("stack") || key.is("stack", {"pooled"})) &&
               (!key.has("linked") || !key.has("impl"));
    };
    what.words = {scheduler_axis()};
    what.numbers = {stack_size_axis()};
    what.ways = {"linked", "scheduler"};
    what.build = build_facts();
    what.cases = make_cases;
    what.reference = [](const cli::options& chosen) {
        const scheduler first = scheduler_called(chosen.words.at("scheduler").front());
        return key_under(first, "yield", {{"fibers", chosen.members}}).name();
    };
    return what;
}

} // namespace tollgate::fiber_test
