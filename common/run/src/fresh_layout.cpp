// SPDX-License-Identifier: BSL-1.0
#include "experiment.hpp"
#include "passes.hpp"

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

namespace tollgate::run {
namespace {

constexpr const char* where_the_stack_is = "address on the stack";
constexpr const char* processes = "processes of one batch";
constexpr const char* layouts = "layouts";

/// Whether this is the batch of a value, which is one long group.
bool is_of_value(const measure::schedule& asked) {
    return asked.segments.size() == 1 && asked.segments.front().groups == 1;
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

measure::batch failed(const measure::pass& pass) {
    measure::batch done;
    if (!pass.cases.empty()) {
        done.report.failures = pass.cases.front().failures;
    }
    if (done.report.failures.empty()) {
        done.report.failures = {"a process of one batch measured nothing"};
    }
    return done;
}

/// The state that the batches of one process share.
struct fresh_batches {
    measure::measured_case control;
    request asked;
    std::mt19937_64 random;
    std::set<std::uint64_t> known_addresses{};

    measure::batch run(const measure::schedule& batch, clock::source source) {
        if (!is_of_value(batch)) {
            return control.run(batch, source);
        }
        asked.seed = random(); // the size of the environment follows from it
        measure::calibration clock;
        clock.source = source;
        const std::optional<measure::pass> pass = run_in_process(order_of(batch), clock, asked);
        if (!pass || pass->cases.empty() || pass->cases.front().rounds.empty()) {
            // What was interrupted is no failed proof.
            return !pass || asked.outside.is_interrupted() ? control.run(batch, source)
                                                           : failed(*pass);
        }
        const measure::case_record& record = pass->cases.front();
        measure::batch done = batch_from(record, batch, control.lap);
        const auto told = record.counted.find(where_the_stack_is);
        const bool is_new =
            told != record.counted.end() && known_addresses.insert(told->second).second;
        done.report.counted[processes] = 1;
        done.report.counted[layouts] = is_new ? 1 : 0;
        return done;
    }
};

explain::hold_proof expect_layouts(const measure::case_record&, const measure::case_record& under) {
    const auto count = [&](const char* name) {
        const auto found = under.counted.find(name);
        return found == under.counted.end() ? 0 : found->second;
    };
    const std::uint64_t all = count(processes);
    const std::uint64_t different = count(layouts);
    if (all == 0) {
        return {explain::hold_proof::verdict::unprovable,
                "a batch of this case has both value and samples, and stays in its process"};
    }
    const bool held = different != 0 && 10 * different >= 9 * all;
    return {held ? explain::hold_proof::verdict::held : explain::hold_proof::verdict::failed,
            fmt::format("{} processes had {} layouts", all, different)};
}

} // namespace

explain::intervention fresh_layout(const measure::measured_case& control, const request& asked) {
    explain::intervention layout;
    layout.name = "layout=fresh";
    layout.effect = "is by how much another layout of the process moves it";
    layout.is_scatter = true;
    layout.proof = expect_layouts;
    layout.instead = control;
    request of_batch = asked;
    of_batch.processes->explained = {{}, true};
    const std::uint64_t seed = asked.seed + static_cast<std::uint64_t>(::getpid());
    const auto batches = std::make_shared<fresh_batches>(
        fresh_batches{control, std::move(of_batch), std::mt19937_64(seed)});
    layout.instead->run = [batches](const measure::schedule& batch, clock::source source) {
        return batches->run(batch, source);
    };
    return layout;
}

measure::measured_case telling_its_layout(const measure::measured_case& control) {
    measure::measured_case telling = control;
    telling.run = [run = control.run](const measure::schedule& asked, clock::source source) {
        measure::batch done = run(asked, source);
        const char here = 0;
        done.report.counted[where_the_stack_is] = reinterpret_cast<std::uintptr_t>(&here);
        return done;
    };
    return telling;
}

} // namespace tollgate::run
