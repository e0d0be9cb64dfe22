// SPDX-License-Identifier: BSL-1.0
#include "experiment.hpp"

#include <tollgate/environment/machine_files.hpp>
#include <tollgate/explain/arm.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

namespace tollgate::run {
namespace {

/// Throws if an intervention that the user chose is not there.
void expect_offered(const explain::offer& all, const std::string& name) {
    if (std::ranges::count(all.possible, name, &explain::intervention::name) != 0) {
        return;
    }
    const auto refused = std::ranges::find(all.not_here, name, &explain::impossible::name);
    if (refused != all.not_here.end()) {
        throw machine_refused(
            fmt::format("--under: '{}' is not possible here: {}", name, refused->reason));
    }
    std::vector<std::string> names;
    for (const explain::intervention& possible : all.possible) {
        names.push_back(possible.name);
    }
    throw usage_error(fmt::format("--under: '{}' is not an intervention on this case; allowed "
                                  "are {}",
                                  name, fmt::join(names, ", ")));
}

/// An intervention that was possible when the run began, and is not any more.
explain::intervention gone(const std::string& name) {
    explain::intervention refused = explain::placebo(name);
    refused.hold = []() -> std::shared_ptr<void> {
        throw std::system_error(EPERM, std::generic_category(), "it is not possible any more");
    };
    return refused;
}

void add_fresh_layout(explain::offer& all, const measure::measured_case& control,
                      const request& asked) {
    constexpr const char* name = "layout=fresh";
    if (asked.clock == clock::source::tsc) {
        all.refuse(name, "each process would calibrate the counter anew");
    } else if (control.valued_by == measure::method::unobserved_loop) {
        all.possible.push_back(fresh_layout(control, asked));
    } else {
        all.refuse(name, "it is a case of events, whose batches stay in a process");
    }
}

} // namespace

experiment prepare(const explained_case& explained, const request& asked,
                   const cpu::topology& machine) {
    experiment prepared{explained.control, {}, {}};
    const environment::machine_files files;
    const explain::setting where{prepared.control, machine,        files,           asked.clock,
                                 explained.all,    explained.ways, explained.on_cpu};
    const std::vector<int> cpus = explain::cpus_of(where);
    explain::offer& all = prepared.all;
    all = explain::what_can_be_tried(where, cpus);
    all.possible.insert(all.possible.end(), explained.own.begin(), explained.own.end());
    add_fresh_layout(all, prepared.control, asked);
    for (const std::string& name : explained.under) {
        if (name.starts_with("placebo=")) {
            all.possible.push_back(explain::placebo(name));
        }
    }
    prepared.idle = [reader = std::make_shared<environment::idle_reader>(files, cpus)] {
        return reader->read();
    };
    return prepared;
}

void keep_chosen(explain::offer& all, const std::vector<std::string>& under) {
    for (const std::string& name : under) {
        expect_offered(all, name);
    }
    if (!under.empty()) {
        std::erase_if(all.possible, [&](const auto& offered) {
            return std::ranges::count(under, offered.name) == 0;
        });
        all.not_here.clear();
    }
    if (all.possible.empty()) {
        throw machine_refused("--explain: no intervention is possible on this case here");
    }
}

case_list cases_of(const experiment& prepared, const std::vector<variant>& variants) {
    case_list list;
    for (const variant& names : variants) {
        std::vector<explain::intervention> missing;
        missing.reserve(names.size());
        explain::combination made_of;
        for (const std::string& name : names) {
            const std::vector<explain::intervention>& possible = prepared.all.possible;
            const auto found = std::ranges::find(possible, name, &explain::intervention::name);
            made_of.push_back(found == possible.end() ? &missing.emplace_back(gone(name))
                                                      : &*found);
        }
        list.cases.push_back(explain::make_arm(prepared.control, made_of, prepared.idle));
    }
    return list;
}

} // namespace tollgate::run
