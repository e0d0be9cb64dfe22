// SPDX-License-Identifier: BSL-1.0
#include <tollgate/run/guests.hpp>

#include "guest_offers.hpp"

#include <tollgate/guest/lost_guest.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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

/// By name, in alphabetical order.
std::vector<chosen_guest> built_guests() {
    std::vector<chosen_guest> all;
    std::error_code ignored;
    for (const auto& folder : std::filesystem::directory_iterator(guest_folder(), ignored)) {
        chosen_guest built{report::printable(folder.path().filename().string()), {}, {}, false};
        if (built.option.starts_with('.')) {
            continue; // what builds have in common
        }
        const auto program = std::filesystem::absolute(folder.path() / "guest").string();
        std::string line;
        if (::access(program.c_str(), X_OK) == 0) {
            built.command = "exec '" + boost::replace_all_copy(program, "'", "'\\''") + "'";
        } else if (std::ifstream why(folder.path() / "left_out"); std::getline(why, line)) {
            built.why_not = "it was left out: " + report::printable(line);
        } else {
            built.why_not = "it has no program 'guest' that may be executed";
        }
        all.push_back(std::move(built));
    }
    std::sort(all.begin(), all.end(),
              [](const auto& one, const auto& other) { return one.option < other.option; });
    return all;
}

std::vector<chosen_guest> chosen_guests(const guest_choice& chosen) {
    constexpr const char* none_built = "no guests are built here: make guests";
    std::vector<chosen_guest> all;
    const std::vector<chosen_guest> built =
        chosen.names.empty() ? std::vector<chosen_guest>{} : built_guests();
    for (const std::string& name : chosen.names) {
        if (name == "all") {
            all = built.empty() ? std::vector<chosen_guest>{{name, "", none_built, false}} : built;
            continue;
        }
        chosen_guest wanted{fmt::format("--guests: '{}'", name), "", none_built};
        std::string names;
        for (const chosen_guest& here : built) {
            names += (names.empty() ? "" : ", ") + here.option;
            wanted.why_not = "not one of the guests that are built here: " + names;
        }
        for (const chosen_guest& here : built) {
            if (here.option == name) {
                wanted.command = here.command;
                wanted.why_not = here.why_not;
            }
        }
        all.push_back(std::move(wanted));
    }
    for (const std::string& command : chosen.commands) {
        all.push_back({fmt::format("--guest: {}", guest::in_quotes(command)), command, {}});
    }
    return all;
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
            started_.push_back(
                {met_.size(), guest::start(wanted.command, cpus, most_, interrupted)});
            wanted.greeted = started_.back().session->greeted();
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
        } else if (const auto why = why_refused(greeted.runtime, offers.beside, all)) {
            refuse(met_[index], *why);
        } else {
            for (guest_offer& offer : offers.beside) {
                offer.guest = index;
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

std::size_t guests::place_of(const guest_offer& offer, const std::function<bool()>& interrupted) {
    for (std::size_t place = 0; place < started_.size(); ++place) {
        if (started_[place].guest == offer.guest && started_[place].session->cpus() == offer.cpus) {
            return place;
        }
    }
    const chosen_guest& met = met_[offer.guest];
    std::shared_ptr<guest::session> session;
    try {
        session = guest::start(met.command, offer.cpus, most_, interrupted);
        if (session->greeted() != met.greeted) {
            throw guest::lost_guest("it greets otherwise than at its first start");
        }
    } catch (const std::runtime_error& error) { // a lost guest, or a refusal of the system
        session =
            std::make_shared<guest::session>(guest::pipes{}, -1, offer.cpus, met.greeted.runtime,
                                             guest::reason_of(met.greeted.runtime, error.what()));
    }
    started_.push_back({offer.guest, std::move(session)});
    return started_.size() - 1;
}

std::vector<std::string> guests::start(case_list& selected,
                                       const std::function<bool()>& interrupted) {
    std::erase_if(offers_, [&](const guest_offer& offer) {
        return find(selected, offer.told.listed.key) == nullptr;
    });
    std::erase_if(started_, [&](const started_guest& one) {
        return std::none_of(offers_.begin(), offers_.end(), [&](const guest_offer& offer) {
            return offer.guest == one.guest && offer.cpus == one.session->cpus();
        });
    });
    std::map<std::size_t, std::string> about; // of each guest
    for (guest_offer& offer : offers_) {
        auto& [listed, work, process] = offer.told;
        process = place_of(offer, interrupted);
        const std::shared_ptr<guest::session>& with = started_[process].session;
        try {
            guest::warm_up(*with, work, listed.lap, interrupted);
            if (!about.contains(offer.guest)) {
                about[offer.guest] = guest::line_about(*with, work, interrupted);
            }
        } catch (const guest::lost_guest&) { // its batches give the reason
        }
        if (const auto* ours = first_beside(selected, offer.told)) {
            listed.compared_with = ours->key.name();
        }
        *find(selected, listed.key) = guest::done_by(with, work, listed);
    }
    std::vector<std::string> lines;
    for (auto& [guest, line] : about) {
        lines.push_back(std::move(line));
    }
    return lines;
}

void guests::tell(report::ordered_pass& next) const {
    for (const started_guest& one : started_) {
        const guest::pipes& ends = one.session->ends();
        next.guests.push_back({ends.to, ends.from, ends.errors, one.session->process(),
                               one.session->cpus(), one.session->greeted().runtime,
                               one.session->lost().value_or("")});
    }
    for (const guest_offer& offer : offers_) {
        next.guest_cases.push_back(offer.told);
    }
}

void guests::lose_together(std::vector<measure::case_record>& records) const {
    for (measure::case_record& record : records) {
        for (const guest_offer& offer : offers_) {
            if (offer.told.listed.key == record.key) {
                guest::session& with = *started_[offer.told.process].session;
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
        sessions.push_back(
            std::make_shared<guest::session>(guest::pipes{one.to, one.from, one.errors},
                                             one.process, one.cpus, one.runtime, one.lost));
    }
    for (const report::guest_case& one : told.guest_cases) {
        all.cases.push_back(guest::done_by(sessions[one.process], one.work, one.listed));
    }
}

std::function<bool(const measure::case_key&)>
and_guests_beside(std::function<bool(const measure::case_key&)> wanted, const case_list& all) {
    if (!wanted) {
        return wanted;
    }
    return [wanted = std::move(wanted), cases = all.cases](const measure::case_key& key) {
        const auto any = [&](const auto& is_it) {
            return std::any_of(cases.begin(), cases.end(), is_it);
        };
        return any([&](const auto& one) { return one.key == key && is_of_guest(one); })
                   ? any([&](const auto& ours) { return is_beside(ours, key) && wanted(ours.key); })
                   : wanted(key);
    };
}

} // namespace tollgate::run
