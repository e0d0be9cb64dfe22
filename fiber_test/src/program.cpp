// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "channel_loop.hpp"
#include "context_loops.hpp"
#include "coroutine_cases.hpp"
#include "create_join.hpp"
#include "keys.hpp"
#include "memory_need.hpp"
#include "resume_ring.hpp"
#include "scheduler_thread.hpp"
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

/// The words of --scheduler, in the order of the enumeration.
const std::vector<std::string> scheduler_words{"round_robin", "shared_work", "work_stealing",
                                               "tollgate"};

scheduler scheduler_named(const std::string& word) {
    const auto position = std::find(scheduler_words.begin(), scheduler_words.end(), word);
    return static_cast<scheduler>(position - scheduler_words.begin());
}

cli::word_axis scheduler_axis() {
    return {
        "scheduler",
        scheduler_words,
        "one of Boost's schedulers (round_robin, shared_work, work_stealing), tollgate, or one of "
        "Boost's and tollgate; all fibers run on one thread (round_robin,tollgate)",
        {"round_robin", "tollgate"},
        [](const std::vector<std::string>& words, const std::string& text) {
            // tollgate is the last. The cases of two of Boost's schedulers would have equal
            // names.
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
    // If the dynamic linker binds a function at its first call, it saves all registers on the
    // calling fiber's stack, 11 KiB on some processors.
    axis.range = {std::max<std::size_t>(16'384, traits::minimum_size()), 1ull << 30};
    axis.help = "stack size of a fiber (" + std::to_string(usual) + ", Boost's default)";
    axis.defaults = {usual};
    axis.argument = "BYTES";
    return axis;
}

constexpr std::chrono::nanoseconds brief_settling = std::chrono::microseconds(500);

/// A scheduler that is measured, and its threads.
struct measured_scheduler {
    scheduler kind;
    std::shared_ptr<scheduler_threads> threads;
};

/// The table of cases, and what the cases share.
struct table {
    bench::case_table cases;
    std::vector<measured_scheduler> schedulers;
    stack_cache stacks;

    /// Adds a case for each scheduler. The cases are compared with the first.
    template <class MakeKey, class MakeLoop>
    void add_each(const MakeKey& key_of, const char* unit, std::uint64_t lap,
                  const MakeLoop& loop_on, std::chrono::nanoseconds settling = brief_settling) {
        for (const measured_scheduler& scheduler : schedulers) {
            add(measure::make_case(key_of(scheduler.kind), unit, lap, 1, loop_on(scheduler.threads),
                                   settling),
                key_of(schedulers.front().kind));
        }
    }
    template <class MakeLoop>
    void add(const char* path, const parameters& others, const char* unit, std::uint64_t lap,
             const MakeLoop& loop_on, std::chrono::nanoseconds settling = brief_settling) {
        add_each([&](scheduler kind) { return key_under(kind, path, others); }, unit, lap, loop_on,
                 settling);
    }

    void add(measure::measured_case added, const measure::case_key& compared_with) {
        if (added.key == compared_with) {
            cases.add(std::move(added));
        } else {
            cases.add(std::move(added), compared_with);
        }
    }
};

template <class StackAllocator>
void add_create_join(table& all, const char* kind, std::size_t stack_size) {
    all.add("create_join", {{"stack", kind}}, "one fiber made, run and joined", 1,
            [&](const auto& threads) {
                return create_join<StackAllocator>{threads, stack_size};
            });
}

/// Our scheduler has a yield of its own, which comes before Boost's yield under it. But if our
/// scheduler comes first, Boost's yield does, because the first case is the reference.
void add_yields(table& all, std::uint64_t n) {
    const scheduler first = all.schedulers.front().kind;
    const auto add = [&](const measured_scheduler& scheduler, parameters others, const char* unit,
                         auto loop) {
        others.push_back({"fibers", n});
        all.add(measure::make_case(key_under(scheduler.kind, "yield", std::move(others)), unit, n,
                                   1, std::move(loop), ring_settling(n)),
                key_under(first, "yield", {{"fibers", n}}));
    };
    for (const measured_scheduler& measured : all.schedulers) {
        const bool has_own = measured.kind == scheduler::tollgate;
        const auto add_own = [&] {
            add(measured, {{"call", "tollgate"}}, own_yield_unit,
                ring_of_yields<by_tollgate>{measured.threads, n, all.stacks});
        };
        if (has_own && measured.kind != first) {
            add_own();
        }
        add(measured, {}, yield_unit, yield_ring{measured.threads, n, all.stacks});
        if (has_own && measured.kind == first) {
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
            "resume", {{"fibers", n}}, "one resume of a fiber or of the dispatcher", n,
            [&](const auto& threads) {
                return resume_ring{threads, n, all.stacks};
            },
            ring_settling(n));
    }
}

/// The place of stacks in memory changes the cost of a switch among many fibers.
void add_pooled_rings(table& all, const std::vector<std::uint64_t>& numbers, std::size_t stack_size,
                      const std::shared_ptr<scheduler_threads>& threads) {
    const auto add = [&](const char* kind, fiber::stack_pool::pages pages, std::uint64_t touched) {
        const fiber::stack_pool stacks(stack_size, pages);
        for (const std::uint64_t n : numbers) {
            const auto key = [n](parameters others) {
                others.insert(others.begin(), {"call", "tollgate"});
                others.push_back({"fibers", n});
                return key_under(scheduler::tollgate, "yield", std::move(others));
            };
            if (auto reason = pool_refusal(n, stacks.spacing(), touched)) {
                all.cases.refuse(key({{"stack", kind}}), *std::move(reason));
                continue;
            }
            const ring_of_yields<by_tollgate, fiber::stack_pool> ring{threads, n, stacks};
            all.add(measure::make_case(key({{"stack", kind}}), own_yield_unit, n, 1, ring,
                                       ring_settling(n)),
                    key({}));
        }
    };
    add("tollgate", fiber::stack_pool::pages::normal, touched_in_normal_pages);
    add("tollgate_huge", fiber::stack_pool::pages::huge, touched_in_huge_pages);
}

/// The way of linking the library changes the cost of a yield.
void add_static_rings(table& all, const std::vector<std::uint64_t>& numbers,
                      std::optional<int> cpu) {
    static_rings request{{}, numbers, all.stacks, cpu, [&](auto added, const auto& compared_with) {
                             all.cases.add(std::move(added), compared_with);
                         }};
    for (const measured_scheduler& scheduler : all.schedulers) {
        request.schedulers.push_back(scheduler.kind);
    }
#if defined(TOLLGATE_STATIC_RINGS)
    tollgate_add_static_rings(request);
#else
    for (const std::uint64_t n : numbers) {
        all.cases.refuse({"fiber/yield/*", {{"linked", "static"}, {"fibers", n}}},
                         TOLLGATE_NO_STATIC_RINGS);
    }
#endif
}

/// Contexts need no scheduler: any thread will do.
void add_contexts(table& all, const std::vector<std::uint64_t>& numbers) {
    const std::shared_ptr<scheduler_threads>& threads = all.schedulers.front().threads;
    all.cases.add(measure::make_case("fiber/context_resume", "one resume between two bare contexts",
                                     1, 1, context_pair{threads, all.stacks}));
    for (const std::uint64_t n : numbers) {
        all.cases.add(measure::make_case(measure::case_key{"fiber/context_ring", {{"fibers", n}}},
                                         "one resume in a ring of bare contexts", n, 1,
                                         context_ring{threads, n, all.stacks}, ring_settling(n)));
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
        const scheduler kind = scheduler_named(word);
        all.schedulers.push_back({kind, std::make_shared<scheduler_threads>(kind, cpu)});
    }
    add_rings(all, numbers);
    add_static_rings(all, numbers, cpu);
    for (const measured_scheduler& measured : all.schedulers) {
        if (measured.kind == scheduler::tollgate) {
            add_pooled_rings(all, numbers, stack_size, measured.threads);
        }
    }
    add_contexts(all, numbers);
    const coroutine_request coroutines{all.schedulers.front().kind, all.schedulers.front().threads,
                                       all.stacks, stack_size, numbers};
    add_coroutine_rings(all.cases, coroutines);
    all.add_each(channel_key, "one message over boost::fibers::unbuffered_channel", 1,
                 [&](const auto& threads) {
                     return channel_loop<fb::unbuffered_channel<long>>{threads, all.stacks};
                 });
    if (!chosen.sweep) {
        add_create_join<fb::fixedsize_stack>(all, "fixedsize", stack_size);
        add_create_join<fb::pooled_fixedsize_stack>(all, "pooled", stack_size);
        add_create_join<fb::protected_fixedsize_stack>(all, "protected", stack_size);
        add_create_join<fiber::stack_pool>(all, "tollgate", stack_size);
        add_single_coroutines(all.cases, coroutines);
    }
    return std::move(all.cases).take();
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

bool is_headline(const measure::case_key& key) {
    const std::string& path = key.path();
    if (path == "fiber/coroutine_create") {
        return key.is("frame", {"heap"});
    }
    return path != "fiber/resume" && path != "fiber/coroutine_resume" &&
           path != "fiber/generator" && (!key.has("stack") || key.is("stack", {"pooled"})) &&
           (!key.has("linked") || !key.has("impl"));
}

void answer(report::answer& answers) {
    const auto ours = [](const char* path) -> report::case_pattern {
        return {path, {{"impl", "tollgate"}}};
    };
    const auto boosts = [](const char* path) -> report::case_pattern {
        return {path, {{"impl", ""}, {"linked", ""}}};
    };
    answers.say("A switch by Tollgate's yield costs",
                {"fiber/yield",
                 {{"impl", "tollgate"}, {"call", "tollgate"}, {"linked", ""}, {"stack", ""}}},
                "one by Boost", boosts("fiber/yield"));
    answers.say("A switch by Boost's yield under Tollgate's scheduler costs",
                {"fiber/yield", {{"impl", "tollgate"}, {"call", ""}, {"linked", ""}}},
                "one by Boost", boosts("fiber/yield"));
    answers.say("A message over Boost's channel under Tollgate's scheduler costs",
                {"fiber/unbuffered_channel", {{"scheduler", "tollgate"}}},
                "one under Boost's scheduler",
                {"fiber/unbuffered_channel", {{"scheduler", "boost"}}});
    answers.say("Making and joining a fiber under Tollgate's scheduler costs",
                ours("fiber/create_join"), "doing so under Boost's", boosts("fiber/create_join"));
    answers.say("A switch between C++20 coroutines, without a scheduler, costs",
                {"fiber/coroutine_ring", {{"impl", "std"}}}, "one between fibers by Boost",
                boosts("fiber/yield"));
}

} // namespace

cli::program describe_program() {
    cli::program description;
    description.name = "testFiber";
    description.question = "What does a switch between fibers cost on this machine?";
    description.members = "fibers";
    description.members_range = {2, 1'000'000};
    description.kind = "Fiber";
    description.budget_s = 12;
    description.headline_budget_s = 4.5;
    description.answer = answer;
    description.headline = is_headline;
    description.words = {scheduler_axis()};
    description.numbers = {stack_size_axis()};
    description.ways = {"linked", "scheduler"};
    description.case_names = case_names();
    description.build = build_facts();
    description.cases = make_cases;
    description.reference = [](const cli::options& chosen, const cpu::topology&) {
        const scheduler first = scheduler_named(chosen.words.at("scheduler").front());
        return key_under(first, "yield", {{"fibers", chosen.members}}).name();
    };
    return description;
}

} // namespace tollgate::fiber_test
