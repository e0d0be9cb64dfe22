// SPDX-License-Identifier: BSL-1.0
#include <tollgate/runtime/runtimes.hpp>

#include "offers.hpp"

#include <tollgate/posix/process.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include <unistd.h>

namespace tollgate::runtime {
namespace {

constexpr std::string_view handed_place = "at";

std::filesystem::path runtime_folder() {
    if (const char* named = std::getenv("TOLLGATE_RUNTIMES")) {
        return named;
    }
    return posix::this_program().parent_path() / "build" / "runtimes";
}

measure::measured_case* find(run::case_list& cases, const measure::case_key& key) {
    const auto found = std::find_if(cases.cases.begin(), cases.cases.end(),
                                    [&](const auto& one) { return one.key == key; });
    return found == cases.cases.end() ? nullptr : &*found;
}

} // namespace

/// One that is built here.
runtimes::met runtimes::built(const std::string& name, std::string option, bool required) {
    met built{std::move(option), {}, {}, required};
    const std::filesystem::path folder = runtime_folder() / name;
    const std::string program = std::filesystem::absolute(folder / "runtime");
    std::string line;
    if (::access(program.c_str(), X_OK) == 0) {
        built.command = "exec '" + boost::replace_all_copy(program, "'", "'\\''") + "'";
    } else if (std::ifstream why(folder / "left_out"); std::getline(why, line)) {
        built.why_not = "it was left out: " + report::printable(line);
    } else {
        built.why_not = "it has no program 'runtime' that may be executed";
    }
    return built;
}

std::vector<runtimes::met> runtimes::wanted(const choice& chosen) {
    std::error_code ignored;
    std::set<std::string> here;
    for (const auto& folder : std::filesystem::directory_iterator(runtime_folder(), ignored)) {
        here.insert(folder.path().filename());
    }
    std::erase_if(here, [](const auto& name) { return name.starts_with('.'); }); // is of builds
    std::vector<met> found;
    for (const std::string& name : chosen.names) {
        const bool all = name == "all";
        const std::string option = all ? name : fmt::format("--runtimes: '{}'", name);
        if (here.empty()) {
            found.push_back({option, {}, "no runtimes are built here: make runtimes", !all});
        } else if (all) {
            for (const std::string& each : here) {
                found.push_back(built(each, report::printable(each), false));
            }
        } else if (here.contains(name)) {
            found.push_back(built(name, option, true));
        } else {
            const std::string names = report::printable(fmt::format("{}", fmt::join(here, ", ")));
            found.push_back({option, {}, "not one of the runtimes that are built here: " + names});
        }
    }
    for (const std::string& command : chosen.commands) {
        found.push_back({fmt::format("--runtime: {}", in_quotes(command)), command, {}});
    }
    return found;
}

runtimes::runtimes(const choice& chosen, chosen_numbers numbers, const cpu::topology& machine,
                   const std::function<bool()>& interrupted)
    : numbers_(std::move(numbers)), most_(chosen.most) {
    for (met& one : wanted(chosen)) {
        try {
            if (one.command.empty()) {
                throw lost_runtime(one.why_not);
            }
            const std::vector<int> cpus = *cpus_of("", 1, machine);
            const auto with = runtime::start(one.command, cpus, most_);
            one.greeted = with->greet(interrupted);
            started_[{met_.size(), cpus}] = with;
            met_.push_back(std::move(one));
        } catch (const lost_runtime& error) {
            if (interrupted && interrupted()) {
                return; // the run has not begun, and ends before its first round
            }
            refuse(one, error.what());
        }
    }
}

runtimes::runtimes(const std::string& handed_on, chosen_numbers numbers)
    : numbers_(std::move(numbers)) {
    std::istringstream lines(handed_on);
    std::optional<greeting_reader> reader;
    int next = STDERR_FILENO + 1;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        pid_t process = 0;
        std::int64_t batch_ms = 0;
        if (words >> word && word != handed_place) {
            if (!reader) {
                reader.emplace();
            }
            if (reader->read(line)) {
                met_.push_back({{}, {}, {}, false, std::move(*reader).take()});
                reader.reset();
            }
            continue;
        }
        words >> process >> batch_ms;
        std::vector<int> cpus;
        for (int cpu = 0; words >> cpu;) {
            cpus.push_back(cpu);
        }
        most_.batch = std::chrono::milliseconds(batch_ms);
        const pipes ends = process > 0 ? pipes{next, next + 1, next + 2} : pipes{};
        next += process > 0 ? 3 : 0;
        started_[{met_.size() - 1, cpus}] =
            std::make_shared<session>(ends, process, cpus, most_, met_.back().greeted.runtime);
    }
}

void runtimes::hand_on(run::pass_processes& to) const {
    std::size_t told = 0;
    for (const auto& [where, with] : started_) {
        for (; told <= where.first; ++told) {
            to.handed_on += fmt::format("{}\n", fmt::join(met_[told].greeted.lines, "\n"));
        }
        to.handed_on += fmt::format("{} {} {} {}\n", handed_place, with->process(),
                                    most_.batch.count(), fmt::join(with->cpus(), " "));
        if (with->process() > 0) {
            const auto& [in, out, errors] = with->ends();
            to.descriptors.insert(to.descriptors.end(), {in, out, errors});
        }
    }
}

void runtimes::refuse(const met& refused, const std::string& why) {
    left_out_.push_back(fmt::format("{}: {}", refused.option, why));
    if (refused.required) {
        throw run::usage_error(left_out_.back());
    }
}

void runtimes::add_cases(run::case_list& all, const cpu::topology& machine) {
    std::vector<std::string> without;
    std::vector<std::string> alone;
    for (std::size_t index = 0; index < met_.size(); ++index) {
        const greeting& greeted = met_[index].greeted;
        offers found = offers_of(greeted, all, numbers_, machine);
        alone.insert(alone.end(), found.alone.begin(), found.alone.end());
        if (found.beside.empty() && found.alone.empty()) {
            without.push_back(greeted.runtime);
        } else if (!found.why_refused.empty()) {
            refuse(met_[index], found.why_refused);
        } else {
            for (offer& one : found.beside) {
                one.where.first = index;
                all.cases.push_back(one.listed);
                offers_.push_back(std::move(one));
            }
        }
    }
    const auto note = [&](const char* what, const auto& list, const char* between) {
        if (!list.empty()) {
            all.notes.push_back(fmt::format("{}: {}", what, fmt::join(list, between)));
        }
    };
    note("runtimes that are left out", left_out_, "; ");
    note("runtimes that answer no question of this program", without, ", ");
    note("runtimes' cases that are left out, as none of ours here has their placement and numbers",
         alone, ", ");
}

std::shared_ptr<session> runtimes::session_at(const place& where,
                                              const std::function<bool()>& interrupted) {
    std::shared_ptr<session>& with = started_[where];
    if (with != nullptr) {
        return with;
    }
    const auto& [index, cpus] = where;
    const greeting& greeted = met_[index].greeted;
    try {
        with = runtime::start(met_[index].command, cpus, most_);
        if (with->greet(interrupted) != greeted) {
            throw lost_runtime("it greets otherwise than at its first start");
        }
    } catch (const std::runtime_error& error) { // a lost runtime, or a refusal of the system
        with = std::make_shared<session>(pipes{}, 0, cpus, most_, greeted.runtime);
        with->lose(error.what());
    }
    return with;
}

void runtimes::start(run::case_list& selected, const std::function<bool()>& interrupted) {
    std::erase_if(offers_, [&](const offer& one) { return !find(selected, one.listed.key); });
    std::erase_if(started_, [&](const auto& each) {
        return std::none_of(offers_.begin(), offers_.end(),
                            [&](const offer& one) { return one.where == each.first; });
    });
    std::vector<std::string> lines;
    std::set<std::size_t> described;
    for (const offer& one : offers_) {
        const std::shared_ptr<session> with = session_at(one.where, interrupted);
        warm_up(*with, one, interrupted);
        const std::size_t index = one.where.first;
        if (described.contains(index)) {
            continue;
        }
        const std::string cost = cost_of_a_batch(*with, one.work, interrupted);
        if (!cost.empty()) {
            const greeting& greeted = met_[index].greeted;
            lines.push_back(fmt::format("{}, {}: {}", greeted.runtime, greeted.version,
                                        fmt::join(greeted.notes, "; ")));
            lines.back() += (greeted.notes.empty() ? "" : "; ") + cost;
            described.insert(index);
        }
    }
    selected.notes.insert(selected.notes.begin(), lines.begin(), lines.end());
    connect(selected);
}

void runtimes::connect(run::case_list& selected) const {
    for (offer one : offers_) {
        if (measure::measured_case* listed = find(selected, one.listed.key)) {
            compare_with_ours(one, selected);
            *listed = done_by(started_.at(one.where), one);
        }
    }
}

} // namespace tollgate::runtime
