// SPDX-License-Identifier: BSL-1.0
#include "fresh_layout.hpp"

#include "pass_processes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tollgate::cli {
namespace {

constexpr const char* where_the_stack_is = "address on the stack";
constexpr const char* processes = "processes of one batch";
constexpr const char* layouts = "layouts";

/// Whether this is the batch of a value, which is one long group.
bool is_of_value(const measure::schedule& asked) {
    return asked.segments.size() == 1 && asked.segments.front().groups == 1;
}

/// The options of this process, with arms of its own, for a process of one batch.
options options_of_batch(const options& chosen) {
    options of_batch = chosen;
    std::erase_if(of_batch.for_one_pass, [](const std::string& token) {
        return token == "--pass" || token.starts_with("--arms");
    });
    of_batch.for_one_pass.push_back(fmt::format("--arms={}", own_layout));
    return of_batch;
}

measure::pass_order order_of(const measure::schedule& asked) {
    const measure::schedule few{1, {{1, 1}, {1, 2}}};
    measure::pass_order order;
    order.cases.push_back({{asked.warmup, asked.segments}, few, false, 0, {}});
    order.rounds = {1};
    return order;
}

/// The batch as the loop would have reported it. A field that is not known is not checked.
measure::batch batch_from(const measure::case_record& record, const measure::schedule& asked,
                          std::uint64_t lap) {
    const measure::case_round& round = record.rounds.front();
    measure::batch done;
    done.complete = true;
    done.intervals = {std::llround(round.value_ns * round.units_per_operation *
                                   static_cast<double>(asked.segments.front().size))};
    done.report.units_per_operation = round.units_per_operation;
    done.report.cpus = record.cpus;
    const std::uint64_t turns = asked.operations() + 1;
    for (std::uint64_t member = 0; member < lap; ++member) {
        done.report.turns.push_back(turns / lap + (member < turns % lap ? 1 : 0));
    }
    return done;
}

/// The state that the batches of one process share.
struct fresh_batches {
    const program& what;
    const options& chosen;
    measure::measured_case control;
    signals& watch;
    std::mt19937_64 random;
    std::set<std::uint64_t> seen; ///< addresses

    measure::batch run(const measure::schedule& asked, clock::source source) {
        if (!is_of_value(asked)) {
            return control.run(asked, source);
        }
        options of_batch = options_of_batch(chosen);
        of_batch.seed = random(); // the size of the environment follows from it
        measure::calibration clock;
        clock.source = source;
        const measure::pass measured = run_in_process(what, of_batch, order_of(asked), clock, watch,
                                                      [this] { watch.still_alive(); });
        if (measured.cases.empty() || measured.cases.front().rounds.empty()) {
            if (watch.interrupted()) {
                return control.run(asked, source); // what has not failed is no failed proof
            }
            return failed(measured);
        }
        const measure::case_record& record = measured.cases.front();
        measure::batch done = batch_from(record, asked, control.lap);
        const auto told = record.counted.find(where_the_stack_is);
        const bool is_new = told != record.counted.end() && seen.insert(told->second).second;
        done.report.counted[processes] = 1;
        done.report.counted[layouts] = is_new ? 1 : 0;
        return done;
    }

private:
    static measure::batch failed(const measure::pass& measured) {
        measure::batch done;
        if (!measured.cases.empty()) {
            done.report.failures = measured.cases.front().failures;
        }
        if (done.report.failures.empty()) {
            done.report.failures = {"a process of one batch measured nothing"};
        }
        return done;
    }
};

explain::hold_proof expect_layouts(const measure::case_record&, const measure::case_record& under) {
    const auto count = [&](const char* name) {
        const auto found = under.counted.find(name);
        return found == under.counted.end() ? 0 : found->second;
    };
    const std::uint64_t of = count(processes);
    const std::uint64_t different = count(layouts);
    if (of == 0) {
        return {explain::hold_proof::verdict::unprovable,
                "a batch of this case has both value and samples, and stays in its process"};
    }
    const bool held = different != 0 && 10 * different >= 9 * of;
    return {held ? explain::hold_proof::verdict::held : explain::hold_proof::verdict::failed,
            fmt::format("{} processes had {} layouts", of, different)};
}

} // namespace

explain::intervention fresh_layout(const program& what, const options& chosen,
                                   const measure::measured_case& control, signals& watch) {
    explain::intervention one;
    one.name = "layout=fresh";
    one.effect = "is by how much another layout of the process moves it";
    one.is_scatter = true;
    one.proof = expect_layouts;
    one.instead = control;
    const std::uint64_t seed = chosen.seed + static_cast<std::uint64_t>(::getpid());
    one.instead->run = [batches = std::make_shared<fresh_batches>(fresh_batches{
                            what, chosen, control, watch, std::mt19937_64(seed), {}})](
                           const measure::schedule& asked, clock::source source) {
        return batches->run(asked, source);
    };
    return one;
}

measure::measured_case telling_its_layout(const measure::measured_case& control) {
    measure::measured_case one = control;
    one.run = [run = control.run](const measure::schedule& asked, clock::source source) {
        measure::batch done = run(asked, source);
        const char here = 0;
        done.report.counted[where_the_stack_is] = reinterpret_cast<std::uintptr_t>(&here);
        return done;
    };
    return one;
}

} // namespace tollgate::cli
