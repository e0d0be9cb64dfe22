// SPDX-License-Identifier: BSL-1.0
#include <tollgate/run/guests.hpp>

#include "guest_offers.hpp"

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

std::filesystem::path guest_folder() {
    if (const char* named = std::getenv("TOLLGATE_GUESTS")) {
        return named;
    }
    std::error_code ignored;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return self.parent_path() / "build" / "guests";
}

/// One that is built here.
chosen_guest built_guest(const std::string& name, std::string option, bool required) {
    chosen_guest built{std::move(option), {}, {}, required};
    const std::filesystem::path folder = guest_folder() / name;
    const std::string program = std::filesystem::absolute(folder / "guest");
    std::string line;
    if (::access(program.c_str(), X_OK) == 0) {
        built.command = "exec '" + boost::replace_all_copy(program, "'", "'\\''") + "'";
    } else if (std::ifstream why(folder / "left_out"); std::getline(why, line)) {
        built.why_not = "it was left out: " + report::printable(line);
    } else {
        built.why_not = "it has no program 'guest' that may be executed";
    }
    return built;
}

std::vector<chosen_guest> chosen_guests(const guest_choice& chosen) {
    std::error_code ignored;
    std::set<std::string> built;
    for (const auto& folder : std::filesystem::directory_iterator(guest_folder(), ignored)) {
        built.insert(folder.path().filename());
    }
    std::erase_if(built, [](const auto& name) { return name.starts_with('.'); }); // is of builds
    std::vector<chosen_guest> wanted;
    for (const std::string& name : chosen.names) {
        const bool all = name == "all";
        const std::string option = all ? name : fmt::format("--guests: '{}'", name);
        if (built.empty()) {
            wanted.push_back({option, {}, "no guests are built here: make guests", !all});
        } else if (all) {
            for (const std::string& here : built) {
                wanted.push_back(built_guest(here, report::printable(here), false));
            }
        } else if (built.contains(name)) {
            wanted.push_back(built_guest(name, option, true));
        } else {
            const std::string names = fmt::format("{}", fmt::join(built, ", "));
            wanted.push_back(
                {option,
                 {},
                 "not one of the guests that are built here: " + report::printable(names)});
        }
    }
    for (const std::string& command : chosen.commands) {
        wanted.push_back({fmt::format("--guest: {}", guest::in_quotes(command)), command, {}});
    }
    return wanted;
}

measure::measured_case* find(case_list& cases, const measure::case_key& key) {
    const auto found = std::find_if(cases.cases.begin(), cases.cases.end(),
                                    [&](const auto& one) { return one.key == key; });
    return found == cases.cases.end() ? nullptr : &*found;
}

} // namespace

guests::guests(const guest_choice& chosen, const cpu::topology& machine,
               const std::function<bool()>& interrupted)
    : numbers_(chosen.numbers) {
    most_.batch = chosen.batch;
    for (chosen_guest& wanted : chosen_guests(chosen)) {
        try {
            if (wanted.command.empty()) {
                throw guest::lost_guest(wanted.why_not);
            }
            const std::vector<int> cpus = *cpus_of("", 1, machine);
            const auto session = guest::start(wanted.command, cpus, most_, interrupted);
            wanted.greeted = session->greeted();
            started_[{met_.size(), cpus}] = session;
            met_.push_back(std::move(wanted));
        } catch (const guest::lost_guest& error) {
            if (interrupted && interrupted()) {
                return; // the run has not begun, and ends before its first round
            }
            refuse(wanted, error.what());
        }
    }
}

void guests::refuse(const chosen_guest& refused, const std::string& why) {
    left_out_.push_back(fmt::format("{}: {}", refused.option, why));
    if (refused.required) {
        throw usage_error(left_out_.back());
    }
}

void guests::add_cases(case_list& all, const cpu::topology& machine) {
    std::vector<std::string> without;
    std::vector<std::string> alone;
    for (std::size_t index = 0; index < met_.size(); ++index) {
        const guest::greeting& greeted = met_[index].greeted;
        guest_offers offers = offers_of(greeted, all, numbers_, machine);
        alone.insert(alone.end(), offers.alone.begin(), offers.alone.end());
        if (offers.beside.empty() && offers.alone.empty()) {
            without.push_back(greeted.runtime);
        } else if (!offers.why_refused.empty()) {
            refuse(met_[index], offers.why_refused);
        } else {
            for (guest_offer& offer : offers.beside) {
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
    note("guests that are left out", left_out_, "; ");
    note("guests that answer no question of this program", without, ", ");
    note("guests' cases that are left out, as none of ours here has their placement and numbers",
         alone, ", ");
}

std::shared_ptr<guest::session> guests::session_at(const guest_place& where,
                                                   const std::function<bool()>& interrupted) {
    std::shared_ptr<guest::session>& session = started_[where];
    if (session != nullptr) {
        return session;
    }
    const auto& [guest, cpus] = where;
    const guest::greeting& greeted = met_[guest].greeted;
    try {
        session = guest::start(met_[guest].command, cpus, most_, interrupted);
        if (session->greeted() != greeted) {
            throw guest::lost_guest("it greets otherwise than at its first start");
        }
    } catch (const std::runtime_error& error) { // a lost guest, or a refusal of the system
        session = std::make_shared<guest::session>(guest::pipes{}, -1, cpus, most_, greeted.runtime,
                                                   guest::reason_of(greeted.runtime, error.what()));
    }
    return session;
}

std::vector<std::string> guests::start(case_list& selected,
                                       const std::function<bool()>& interrupted) {
    std::erase_if(offers_, [&](const guest_offer& offer) {
        return find(selected, offer.told.listed.key) == nullptr;
    });
    std::erase_if(started_, [&](const auto& one) {
        return std::none_of(offers_.begin(), offers_.end(),
                            [&](const guest_offer& offer) { return offer.where == one.first; });
    });
    std::vector<std::string> lines;
    std::set<std::size_t> described;
    for (guest_offer& offer : offers_) {
        auto& [listed, work, process] = offer.told;
        const std::shared_ptr<guest::session> with = session_at(offer.where, interrupted);
        try {
            guest::warm_up(*with, work, listed.lap, interrupted);
            if (!described.contains(offer.where.first)) {
                lines.push_back(guest::line_about(*with, work, interrupted));
                described.insert(offer.where.first);
            }
        } catch (const guest::lost_guest&) { // its batches give the reason
        }
        compare_with_ours(offer.told, selected);
        *find(selected, listed.key) = guest::done_by(with, work, listed);
    }
    return lines;
}

void guests::tell(report::ordered_pass& next) const {
    for (const auto& [where, session] : started_) {
        const guest::pipes& ends = session->ends();
        next.guests.push_back({ends.to, ends.from, ends.errors, session->process(), session->cpus(),
                               session->greeted().runtime, most_.batch.count(),
                               session->lost().value_or("")});
    }
    for (const guest_offer& offer : offers_) {
        next.guest_cases.push_back(offer.told);
        next.guest_cases.back().process =
            static_cast<std::size_t>(std::distance(started_.begin(), started_.find(offer.where)));
    }
}

void guests::lose_together(std::vector<measure::case_record>& records) const {
    for (measure::case_record& record : records) {
        for (const guest_offer& offer : offers_) {
            if (offer.told.listed.key == record.key) {
                guest::session& with = *started_.at(offer.where);
                if (record.lost) {
                    with.note_lost(*record.lost);
                } else {
                    record.lost = with.lost();
                }
            }
        }
    }
}

void add_cases_of_guests(const report::ordered_pass& told, case_list& all) {
    std::vector<std::shared_ptr<guest::session>> sessions;
    for (const report::guest_process& one : told.guests) {
        guest::limits most;
        most.batch = std::chrono::milliseconds(one.patience_ms);
        sessions.push_back(
            std::make_shared<guest::session>(guest::pipes{one.to, one.from, one.errors},
                                             one.process, one.cpus, most, one.runtime, one.lost));
    }
    for (const report::guest_case& one : told.guest_cases) {
        all.cases.push_back(guest::done_by(sessions[one.process], one.work, one.listed));
    }
}

} // namespace tollgate::run
