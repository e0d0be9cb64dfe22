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
                                    [&](const auto& listed) { return listed.key == key; });
    return found == cases.cases.end() ? nullptr : &*found;
}

} // namespace

/// A runtime that is built here.
runtimes::known_runtime runtimes::built(const std::string& name, std::string option,
                                        bool required) {
    known_runtime built{std::move(option), {}, {}, required};
    const std::filesystem::path folder = runtime_folder() / name;
    const std::string program = std::filesystem::absolute(folder / "runtime");
    std::string line;
    if (::access(program.c_str(), X_OK) == 0) {
        built.command = "exec '" + boost::replace_all_copy(program, "'", "'\\''") + "'";
    } else if (std::ifstream file(folder / "left_out"); std::getline(file, line)) {
        built.reason = "it was left out: " + report::printable(line);
    } else {
        built.reason = "it has no program 'runtime' that may be executed";
    }
    return built;
}

std::vector<runtimes::known_runtime> runtimes::wanted(const choice& chosen) {
    std::error_code ignored;
    std::set<std::string> built_names;
    for (const auto& folder : std::filesystem::directory_iterator(runtime_folder(), ignored)) {
        built_names.insert(folder.path().filename());
    }
    std::erase_if(built_names,
                  [](const auto& name) { return name.starts_with('.'); }); // left over from builds
    std::vector<known_runtime> result;
    for (const std::string& name : chosen.names) {
        const bool all = name == "all";
        const std::string option = all ? name : fmt::format("--runtimes: '{}'", name);
        if (built_names.empty()) {
            result.push_back({option, {}, "no runtimes are built here: make runtimes", !all});
        } else if (all) {
            for (const std::string& built_name : built_names) {
                result.push_back(built(built_name, report::printable(built_name), false));
            }
        } else if (built_names.contains(name)) {
            result.push_back(built(name, option, true));
        } else {
            const std::string names =
                report::printable(fmt::format("{}", fmt::join(built_names, ", ")));
            result.push_back({option, {}, "not one of the runtimes that are built here: " + names});
        }
    }
    for (const std::string& command : chosen.commands) {
        result.push_back({fmt::format("--runtime: {}", in_quotes(command)), command, {}});
    }
    return result;
}

runtimes::runtimes(const choice& chosen, chosen_numbers numbers, const cpu::topology& machine,
                   const std::function<bool()>& interrupted)
    : numbers_(std::move(numbers)), timeouts_(chosen.timeouts) {
    for (known_runtime& candidate : wanted(chosen)) {
        try {
            if (candidate.command.empty()) {
                throw lost_runtime(candidate.reason);
            }
            const std::vector<int> cpus = *cpus_of("", 1, machine);
            const auto connection = runtime::start(candidate.command, cpus, timeouts_);
            candidate.greeted = connection->greet(interrupted);
            started_[{known_.size(), cpus}] = connection;
            known_.push_back(std::move(candidate));
        } catch (const lost_runtime& error) {
            if (interrupted && interrupted()) {
                return; // the run ends before its first round
            }
            refuse(candidate, error.what());
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
                known_.push_back({{}, {}, {}, false, std::move(*reader).take()});
                reader.reset();
            }
            continue;
        }
        words >> process >> batch_ms;
        std::vector<int> cpus;
        for (int cpu = 0; words >> cpu;) {
            cpus.push_back(cpu);
        }
        timeouts_.batch = std::chrono::milliseconds(batch_ms);
        const pipes ends = process > 0 ? pipes{next, next + 1, next + 2} : pipes{};
        next += process > 0 ? 3 : 0;
        started_[{known_.size() - 1, cpus}] = std::make_shared<session>(
            ends, process, cpus, timeouts_, known_.back().greeted.runtime);
    }
}

void runtimes::hand_on(run::pass_processes& to) const {
    std::size_t described_so_far = 0;
    for (const auto& [place_of_session, connection] : started_) {
        for (; described_so_far <= place_of_session.first; ++described_so_far) {
            to.handed_on +=
                fmt::format("{}\n", fmt::join(known_[described_so_far].greeted.lines, "\n"));
        }
        to.handed_on += fmt::format("{} {} {} {}\n", handed_place, connection->process(),
                                    timeouts_.batch.count(), fmt::join(connection->cpus(), " "));
        if (connection->process() > 0) {
            const auto& [in, out, errors] = connection->ends();
            to.descriptors.insert(to.descriptors.end(), {in, out, errors});
        }
    }
}

void runtimes::refuse(const known_runtime& refused, const std::string& reason) {
    left_out_.push_back(fmt::format("{}: {}", refused.option, reason));
    if (refused.required) {
        throw run::usage_error(left_out_.back());
    }
}

void runtimes::add_cases(run::case_list& all, const cpu::topology& machine) {
    std::vector<std::string> unrelated;
    std::vector<std::string> unmatched;
    for (std::size_t index = 0; index < known_.size(); ++index) {
        const greeting& greeted = known_[index].greeted;
        offers result = offers_of(greeted, all, numbers_, machine);
        unmatched.insert(unmatched.end(), result.unmatched.begin(), result.unmatched.end());
        if (result.comparable.empty() && result.unmatched.empty()) {
            unrelated.push_back(greeted.runtime);
        } else if (!result.refusal.empty()) {
            refuse(known_[index], result.refusal);
        } else {
            for (offer& candidate : result.comparable) {
                candidate.where.first = index;
                all.cases.push_back(candidate.listed);
                offers_.push_back(std::move(candidate));
            }
        }
    }
    const auto note = [&](const char* label, const auto& list, const char* between) {
        if (!list.empty()) {
            all.notes.push_back(fmt::format("{}: {}", label, fmt::join(list, between)));
        }
    };
    note("runtimes that are left out", left_out_, "; ");
    note("runtimes that answer no question of this program", unrelated, ", ");
    note("runtimes' cases that are left out: no case here has the same placement and numbers",
         unmatched, ", ");
}

std::shared_ptr<session> runtimes::session_at(const place& where,
                                              const std::function<bool()>& interrupted) {
    std::shared_ptr<session>& connection = started_[where];
    if (connection != nullptr) {
        return connection;
    }
    const auto& [index, cpus] = where;
    const greeting& greeted = known_[index].greeted;
    try {
        connection = runtime::start(known_[index].command, cpus, timeouts_);
        if (connection->greet(interrupted) != greeted) {
            throw lost_runtime("its greeting differs from the greeting at its first start");
        }
    } catch (const std::runtime_error& error) { // lost_runtime, or the system refused
        connection = std::make_shared<session>(pipes{}, 0, cpus, timeouts_, greeted.runtime);
        connection->lose(error.what());
    }
    return connection;
}

void runtimes::start(run::case_list& selected, const std::function<bool()>& interrupted) {
    std::erase_if(offers_, [&](const offer& runtime_offer) {
        return !find(selected, runtime_offer.listed.key);
    });
    std::erase_if(started_, [&](const auto& session_entry) {
        return std::none_of(offers_.begin(), offers_.end(), [&](const offer& runtime_offer) {
            return runtime_offer.where == session_entry.first;
        });
    });
    std::vector<std::string> lines;
    std::set<std::size_t> described;
    for (const offer& runtime_offer : offers_) {
        const std::shared_ptr<session> connection = session_at(runtime_offer.where, interrupted);
        warm_up(*connection, runtime_offer, interrupted);
        const std::size_t index = runtime_offer.where.first;
        if (described.contains(index)) {
            continue;
        }
        const std::string cost = cost_of_a_batch(*connection, runtime_offer.work, interrupted);
        if (!cost.empty()) {
            const greeting& greeted = known_[index].greeted;
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
    for (offer runtime_offer : offers_) {
        if (measure::measured_case* listed = find(selected, runtime_offer.listed.key)) {
            compare_with_ours(runtime_offer, selected);
            *listed = done_by(started_.at(runtime_offer.where), runtime_offer);
        }
    }
}

} // namespace tollgate::runtime
