// SPDX-License-Identifier: BSL-1.0
#include "compare/changed_facts.hpp"

#include "printable.hpp"

#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tollgate::cost_sheet {
namespace {

using texts = std::vector<std::string>;

void add_once(texts& to, const std::string& text) {
    if (std::find(to.begin(), to.end(), text) == to.end()) {
        to.push_back(text);
    }
}

template <class Get>
texts each_once(const run_list& runs, Get get) {
    texts found;
    for (const measured_run* one : runs) {
        get(*one, found);
    }
    return found;
}

texts programs_of(const run_list& runs) {
    return each_once(runs, [](const measured_run& one, texts& to) { add_once(to, one.program); });
}

texts fact_names(const run_list& runs) {
    return each_once(runs, [](const measured_run& one, texts& to) {
        for (const fact& each : one.facts) {
            add_once(to, each.name);
        }
    });
}

texts values_of(const run_list& runs, const std::string& name) {
    return each_once(runs, [&](const measured_run& one, texts& to) {
        for (const fact& each : one.facts) {
            if (each.name == name) {
                add_once(to, each.value);
            }
        }
    });
}

run_list runs_of(const run_list& runs, const std::string& program) {
    run_list found;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(found),
                 [&](const measured_run* one) { return one->program == program; });
    return found;
}

bool must_agree(const run_list& runs, const std::string& name) {
    return std::any_of(runs.begin(), runs.end(), [&](const measured_run* one) {
        return std::any_of(one->facts.begin(), one->facts.end(),
                           [&](const fact& each) { return each.name == name && each.must_agree; });
    });
}

std::string joined(const texts& values) {
    std::string text;
    for (const std::string& value : values) {
        text += (text.empty() ? "" : " and ") + printable(value);
    }
    return text;
}

} // namespace

std::vector<changed_fact> changed_facts(const run_list& old_runs, const run_list& new_runs) {
    std::vector<changed_fact> changed;
    for (const std::string& program : programs_of(old_runs)) {
        const run_list before = runs_of(old_runs, program);
        const run_list after = runs_of(new_runs, program);
        if (after.empty()) {
            continue;
        }
        for (const std::string& name : fact_names(before)) {
            const texts old_values = values_of(before, name);
            const texts new_values = values_of(after, name);
            // What one side does not know cannot be said to differ.
            if (new_values.empty() || (old_values == new_values && old_values.size() == 1)) {
                continue;
            }
            if (must_agree(before, name)) {
                throw run::usage_error(fmt::format("{}: the {} is not the same: {} before, {} "
                                                   "after; such runs cannot be compared",
                                                   printable(program), name, joined(old_values),
                                                   joined(new_values)));
            }
            changed.push_back({program, name, old_values, new_values});
        }
    }
    return changed;
}

} // namespace tollgate::cost_sheet
