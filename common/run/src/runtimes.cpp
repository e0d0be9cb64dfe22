// SPDX-License-Identifier: BSL-1.0
#include <tollgate/run/runtimes.hpp>

#include "runtime_offers.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace tollgate::run {
namespace {

std::filesystem::path runtime_folder() {
    if (const char* named = std::getenv("TOLLGATE_RUNTIMES")) {
        return named;
    }
    std::error_code ignored;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return self.parent_path() / "build" / "runtimes";
}

/// One that is built here.
chosen_runtime built_runtime(const std::string& name, std::string option, bool required) {
    chosen_runtime built{std::move(option), {}, {}, required};
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

std::vector<chosen_runtime> chosen_runtimes(const runtime_choice& chosen) {
    std::error_code ignored;
    std::set<std::string> built;
    for (const auto& folder : std::filesystem::directory_iterator(runtime_folder(), ignored)) {
        built.insert(folder.path().filename());
    }
    std::erase_if(built, [](const auto& name) { return name.starts_with('.'); }); // is of builds
    std::vector<chosen_runtime> wanted;
    for (const std::string& name : chosen.names) {
        const bool all = name == "all";
        const std::string option = all ? name : fmt::format("--runtimes: '{}'", name);
        if (built.empty()) {
            wanted.push_back({option, {}, "no runtimes are built here: make runtimes", !all});
        } else if (all) {
            for (const std::string& here : built) {
                wanted.push_back(built_runtime(here, report::printable(here), false));
            }
        } else if (built.contains(name)) {
            wanted.push_back(built_runtime(name, option, true));
        } else {
            const std::string names = fmt::format("{}", fmt::join(built, ", "));
            wanted.push_back(
                {option,
                 {},
                 "not one of the runtimes that are built here: " + report::printable(names)});
        }
    }
    for (const std::string& command : chosen.commands) {
        wanted.push_back({fmt::format("--runtime: {}", runtime::in_quotes(command)), command, {}});
    }
    return wanted;
}

measure::measured_case* find(case_list& cases, const measure::case_key& key) {
    const auto found = std::find_if(cases.cases.begin(), cases.cases.end(),
                                    [&](const auto& one) { return one.key == key; });
    return found == cases.cases.end() ? nullptr : &*found;
}

} // namespace

runtimes::runtimes(const runtime_choice& chosen, const cpu::topology& machine,
                   const std::function<bool()>& interrupted)
    : numbers_(chosen.numbers) {
    most_.batch = chosen.batch;
    for (chosen_runtime& wanted : chosen_runtimes(chosen)) {
        try {
            if (wanted.command.empty()) {
                throw runtime::lost_runtime(wanted.why_not);
            }
            const std::vector<int> cpus = *cpus_of("", 1, machine);
            const auto session = runtime::start(wanted.command, cpus, most_, interrupted);
            wanted.greeted = session->greeted();
            started_[{met_.size(), cpus}] = session;
            met_.push_back(std::move(wanted));
        } catch (const runtime::lost_runtime& error) {
            if (interrupted && interrupted()) {
                return; // the run has not begun, and ends before its first round
            }
            refuse(wanted, error.what());
        }
    }
}

void runtimes::refuse(const chosen_runtime& refused, const std::string& why) {
    left_out_.push_back(fmt::format("{}: {}", refused.option, why));
    if (refused.required) {
        throw usage_error(left_out_.back());
    }
}

void runtimes::add_cases(case_list& all, const cpu::topology& machine) {
    std::vector<std::string> without;
    std::vector<std::string> alone;
    for (std::size_t index = 0; index < met_.size(); ++index) {
        const runtime::greeting& greeted = met_[index].greeted;
        runtime_offers offers = offers_of(greeted, all, numbers_, machine);
        alone.insert(alone.end(), offers.alone.begin(), offers.alone.end());
        if (offers.beside.empty() && offers.alone.empty()) {
            without.push_back(greeted.runtime);
        } else if (!offers.why_refused.empty()) {
            refuse(met_[index], offers.why_refused);
        } else {
            for (runtime_offer& offer : offers.beside) {
                offer.where.first = index;
                all.cases.push_back(offer.told.listed);
                offers_.push_back(std::move(offer));
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

std::shared_ptr<runtime::session> runtimes::session_at(const runtime_place& where,
                                                       const std::function<bool()>& interrupted) {
    std::shared_ptr<runtime::session>& session = started_[where];
    if (session != nullptr) {
        return session;
    }
    const auto& [runtime, cpus] = where;
    const runtime::greeting& greeted = met_[runtime].greeted;
    try {
        session = runtime::start(met_[runtime].command, cpus, most_, interrupted);
        if (session->greeted() != greeted) {
            throw runtime::lost_runtime("it greets otherwise than at its first start");
        }
    } catch (const std::runtime_error& error) { // a lost runtime, or a refusal of the system
        session =
            std::make_shared<runtime::session>(runtime::pipes{}, -1, cpus, most_, greeted.runtime,
                                               runtime::reason_of(greeted.runtime, error.what()));
    }
    return session;
}

std::vector<std::string> runtimes::start(case_list& selected,
                                         const std::function<bool()>& interrupted) {
    std::erase_if(offers_, [&](const runtime_offer& offer) {
        return find(selected, offer.told.listed.key) == nullptr;
    });
    std::erase_if(started_, [&](const auto& one) {
        return std::none_of(offers_.begin(), offers_.end(),
                            [&](const runtime_offer& offer) { return offer.where == one.first; });
    });
    std::vector<std::string> lines;
    std::set<std::size_t> described;
    for (runtime_offer& offer : offers_) {
        auto& [listed, work, process] = offer.told;
        const std::shared_ptr<runtime::session> with = session_at(offer.where, interrupted);
        try {
            runtime::warm_up(*with, work, listed.lap, interrupted);
            if (!described.contains(offer.where.first)) {
                lines.push_back(runtime::line_about(*with, work, interrupted));
                described.insert(offer.where.first);
            }
        } catch (const runtime::lost_runtime&) { // its batches give the reason
        }
        compare_with_ours(offer.told, selected);
        *find(selected, listed.key) = runtime::done_by(with, work, listed);
    }
    return lines;
}

void runtimes::tell(report::ordered_pass& next) const {
    for (const auto& [where, session] : started_) {
        const runtime::pipes& ends = session->ends();
        next.runtimes.push_back({ends.to, ends.from, ends.errors, session->process(),
                                 session->cpus(), session->greeted().runtime, most_.batch.count(),
                                 session->lost().value_or("")});
    }
    for (const runtime_offer& offer : offers_) {
        next.runtime_cases.push_back(offer.told);
        next.runtime_cases.back().process =
            static_cast<std::size_t>(std::distance(started_.begin(), started_.find(offer.where)));
    }
}

void runtimes::lose_together(std::vector<measure::case_record>& records) const {
    for (measure::case_record& record : records) {
        for (const runtime_offer& offer : offers_) {
            if (offer.told.listed.key == record.key) {
                runtime::session& with = *started_.at(offer.where);
                if (record.lost) {
                    with.note_lost(*record.lost);
                } else {
                    record.lost = with.lost();
                }
            }
        }
    }
}

void add_cases_of_runtimes(const report::ordered_pass& told, case_list& all) {
    std::vector<std::shared_ptr<runtime::session>> sessions;
    for (const report::runtime_process& one : told.runtimes) {
        runtime::limits most;
        most.batch = std::chrono::milliseconds(one.patience_ms);
        sessions.push_back(
            std::make_shared<runtime::session>(runtime::pipes{one.to, one.from, one.errors},
                                               one.process, one.cpus, most, one.runtime, one.lost));
    }
    for (const report::runtime_case& one : told.runtime_cases) {
        all.cases.push_back(runtime::done_by(sessions[one.process], one.work, one.listed));
    }
}

} // namespace tollgate::run
