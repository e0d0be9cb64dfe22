// SPDX-License-Identifier: BSL-1.0
#include <tollgate/run/guests.hpp>

#include "built_guests.hpp"
#include "guest_offers.hpp"

#include <tollgate/guest/lost_guest.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>

namespace tollgate::run {
namespace {

constexpr auto warm_up_time = std::chrono::milliseconds(100);

auto lost_batches(const std::string& why) {
    return [why](const measure::schedule&, clock::source) {
        measure::batch none;
        none.lost = why;
        return none;
    };
}

} // namespace

guests::guests(guest_choice chosen, const cpu::topology& machine,
               const std::function<bool()>& interrupted)
    : chosen_(std::move(chosen)) {
    if (chosen_.names == std::vector<std::string>{"all"}) {
        meet_all(machine, interrupted);
    } else {
        for (const std::string& name : chosen_.names) {
            const built_guest built = find_built_guest(name);
            if (built.command.empty()) {
                throw usage_error(fmt::format("--guests: '{}': {}", name, built.why_not));
            }
            meet(fmt::format("--guests: '{}'", name), built.command, true, machine, interrupted);
        }
    }
    for (const std::string& command : chosen_.commands) {
        meet(fmt::format("--guest: {}", guest::in_quotes(command)), command, true, machine,
             interrupted);
    }
}

void guests::meet_all(const cpu::topology& machine, const std::function<bool()>& interrupted) {
    const std::vector<built_guest> built = all_built_guests();
    if (built.empty()) {
        notes_.emplace_back("no guests are built here: make guests");
    }
    std::vector<std::string> left_out;
    for (const built_guest& one : built) {
        if (one.command.empty()) {
            left_out.push_back(fmt::format("{}: {}", one.name, one.why_not));
            continue;
        }
        try {
            meet(one.name, one.command, false, machine, interrupted);
        } catch (const usage_error& error) {
            left_out.emplace_back(error.what());
        }
    }
    if (!left_out.empty()) {
        notes_.push_back(fmt::format("guests that are left out: {}", fmt::join(left_out, "; ")));
    }
}

void guests::meet(const std::string& option, const std::string& command, bool by_name,
                  const cpu::topology& machine, const std::function<bool()>& interrupted) {
    const seat_key where{known_.size(), one_cpu(machine)};
    occupied_seat seat;
    try {
        seat = started(command, where.second, interrupted);
    } catch (const guest::lost_guest& error) {
        if (interrupted && interrupted()) {
            return; // the run has not begun, and ends before its first round
        }
        throw usage_error(fmt::format("{}: {}", option, error.what()));
    }
    const guest::greeting& greeted = seat.session->greeted();
    known_.push_back({option, command, greeted, seat.session->greeting_text(), by_name, {}});
    seats_.emplace(where, std::move(seat));
}

guests::guests(const std::vector<report::guest_seat>& seats) {
    for (const report::guest_seat& taken : seats) {
        auto with = std::make_shared<guest::session>(
            guest::pipes{taken.to, taken.from, taken.errors}, taken.process, taken.cpus,
            guest::limits{}, taken.greeting,
            taken.lost.empty() ? std::nullopt : std::optional(taken.lost));
        known_.resize(std::max<std::size_t>(known_.size(), taken.guest + 1));
        known_[taken.guest].greeted = with->greeted();
        known_[taken.guest].by_name = false;
        if (taken.to >= 0) {
            seats_[seat_key{taken.guest, taken.cpus}].session = std::move(with);
        }
    }
}

std::vector<report::guest_seat> guests::seats() const {
    std::vector<report::guest_seat> all;
    for (std::size_t index = 0; index < known_.size(); ++index) {
        all.push_back({index, -1, -1, -1, -1, {}, known_[index].greeting_text});
    }
    for (const auto& [where, seat] : seats_) {
        const guest::pipes& ends = seat.session->ends();
        all.push_back({where.first, ends.to, ends.from, ends.errors, seat.session->process(),
                       where.second, known_[where.first].greeting_text,
                       seat.session->lost().value_or("")});
    }
    return all;
}

guest::session* guests::session_of(const measure::case_key& key) const {
    const auto found = candidates_.find(key.name());
    const auto seat = found == candidates_.end() ? seats_.end() : seats_.find(found->second.where);
    return seat == seats_.end() ? nullptr : seat->second.session.get();
}

void guests::note_lost(const measure::pass& done) {
    for (const auto* records : {&done.cases, &done.twins}) {
        for (const measure::case_record& record : *records) {
            guest::session* const session = record.lost ? session_of(record.key) : nullptr;
            if (session != nullptr) {
                session->note_lost(*record.lost);
            }
        }
    }
}

void guests::give_up_wrong(report::result& found) const {
    const auto why_given_up = [&](const measure::case_record& record) {
        const guest::session* const session = session_of(record.key);
        std::optional<std::string> why = session != nullptr ? session->lost() : std::nullopt;
        if (const auto false_clock = guest::false_clock(record); !why && false_clock) {
            why = guest::reason_of(record.key.text("impl"), *false_clock);
        }
        return why;
    };
    std::vector<measure::case_key> given_up;
    for (const measure::case_result& one : found.cases) {
        const bool of_guest = one.record.valued_by == measure::method::guest_batches;
        if (const auto why = of_guest ? why_given_up(one.record) : std::nullopt) {
            found.unavailable.push_back({one.record.key, *why, true});
            given_up.push_back(one.record.key);
        }
    }
    for (auto* results : {&found.cases, &found.twins}) {
        std::erase_if(*results, [&](const measure::case_result& one) {
            return std::find(given_up.begin(), given_up.end(), one.record.key) != given_up.end();
        });
    }
}

void guests::add_cases(case_list& all, const cpu::topology& machine) {
    std::vector<std::string> without;
    std::vector<std::string> alone;
    for (std::size_t index = 0; index < known_.size(); ++index) {
        const guest::greeting& greeted = known_[index].greeted;
        const std::vector<guest_offer> offers = offers_of(greeted, all, chosen_.numbers, machine);
        const std::vector<std::string> left = offered_alone(greeted, offers, all);
        alone.insert(alone.end(), left.begin(), left.end());
        if (offers.empty() && left.empty()) {
            without.push_back(greeted.runtime);
        } else if (const auto taken = taken_name(all, greeted.runtime, offers); !taken) {
            add_candidates(all, index, offers);
        } else if (known_[index].by_name) {
            throw usage_error(fmt::format("{}: {}", known_[index].option, *taken));
        } else {
            notes_.push_back(
                fmt::format("guests that are left out: {}: {}", known_[index].option, *taken));
        }
    }
    if (!without.empty()) {
        notes_.push_back(fmt::format("guests that answer no question of this program: {}",
                                     fmt::join(without, ", ")));
    }
    if (!alone.empty()) {
        notes_.push_back(fmt::format("guests' cases that are left out, as none of ours here has "
                                     "their placement and numbers: {}",
                                     fmt::join(alone, ", ")));
    }
    all.notes.insert(all.notes.end(), notes_.begin(), notes_.end());
}

void guests::add_candidates(case_list& all, std::size_t index,
                            const std::vector<guest_offer>& offers) {
    for (const guest_offer& one : offers) {
        const guest::offered_case& of = known_[index].greeted.cases[one.offered];
        const measure::measured_case* beside = first_beside(all, one.key, of.members);
        measure::measured_case made;
        made.key = one.key;
        made.unit = of.unit;
        made.threads = of.threads;
        made.settling = beside->settling;
        made.valued_by = measure::method::guest_batches;
        made.compared_with = beside->key.name();
        candidates_.emplace(one.key.name(), candidate{{index, one.cpus}, one.offered, one.members});
        all.cases.push_back(std::move(made));
    }
}

std::function<bool(const measure::case_key&)>
guests::headline(const case_list& all,
                 const std::function<bool(const measure::case_key&)>& ours) const {
    if (!ours || !any()) {
        return ours;
    }
    std::set<std::pair<std::string, std::string>> beside;
    std::set<std::string> names;
    for (const measure::measured_case& one : all.cases) {
        if (candidates_.contains(one.key.name())) {
            names.insert(one.key.name());
        } else if (ours(one.key)) {
            beside.emplace(one.key.path(), one.key.text("placement"));
        }
    }
    return [=](const measure::case_key& key) {
        return names.contains(key.name()) ? beside.contains({key.path(), key.text("placement")})
                                          : ours(key);
    };
}

guests::occupied_seat guests::started(const std::string& command, const std::vector<int>& cpus,
                                      const std::function<bool()>& interrupted) const {
    guest::limits most;
    most.batch = chosen_.batch;
    occupied_seat seat;
    seat.process = std::make_unique<guest::guest_process>(command, cpus);
    seat.session = std::make_shared<guest::session>(seat.process->ends(), seat.process->id(), cpus,
                                                    most, interrupted);
    return seat;
}

guest::session& guests::session_at(const seat_key& where,
                                   const std::function<bool()>& interrupted) {
    const auto taken = seats_.find(where);
    if (taken != seats_.end()) {
        return *taken->second.session;
    }
    if (const auto failed = not_started_.find(where); failed != not_started_.end()) {
        throw guest::lost_guest(failed->second);
    }
    const known_guest& known = known_[where.first];
    occupied_seat seat;
    try {
        seat = started(known.command, where.second, interrupted);
        if (seat.session->greeting_text() != known.greeting_text) {
            throw guest::lost_guest("it greets otherwise than at its first start");
        }
    } catch (const std::runtime_error& error) { // a lost guest, or a refusal of the system
        not_started_[where] = guest::reason_of(known.greeted.runtime, error.what());
        throw guest::lost_guest(not_started_[where]);
    }
    return *seats_.emplace(where, std::move(seat)).first->second.session;
}

measure::measured_case guests::seated(const measure::measured_case& waiting, const candidate& one) {
    measure::measured_case made =
        guest::make_case(seats_.at(one.where).session, offer_of(one), waiting.key, one.members);
    // Threads of a guest that have just met hand over faster than later, as ours do.
    made.settling = std::max(made.settling, waiting.settling);
    made.compared_with = waiting.compared_with;
    return made;
}

void guests::seat(case_list& selected, const std::function<bool()>& interrupted) {
    end_without_a_seat(selected);
    for (measure::measured_case& waiting : selected.cases) {
        const auto found = candidates_.find(waiting.key.name());
        if (found == candidates_.end()) {
            continue;
        }
        const candidate& one = found->second;
        try {
            guest::session& with = session_at(one.where, interrupted);
            const auto parameters = chosen_parameters(offer_of(one), one.members);
            guest::warm_up(with, offer_of(one), parameters, one.members, warm_up_time, interrupted);
            if (auto& cost = known_[one.where.first].cost; !cost) {
                cost = guest::cost_of_protocol(with, offer_of(one), parameters, interrupted);
            }
            waiting = seated(waiting, one);
        } catch (const guest::lost_guest& error) {
            waiting.run = lost_batches(error.what());
        }
    }
}

std::vector<std::string> guests::about() const {
    const auto batch_ns =
        static_cast<double>(std::chrono::nanoseconds(measure::batch_length).count());
    std::vector<std::string> lines;
    for (std::size_t index = 0; index < known_.size(); ++index) {
        const guest::greeting& greeted = known_[index].greeted;
        const bool seated = std::any_of(seats_.begin(), seats_.end(), [&](const auto& seat) {
            return seat.first.first == index;
        });
        if (!seated) {
            continue;
        }
        std::vector<std::string> notes = greeted.notes;
        if (const auto& cost = known_[index].cost) {
            notes.push_back(fmt::format(
                "an empty batch takes {:.0f} ns by its clock ({:.4f} % of one of {:.0f} ms), and "
                "{:.0f} us pass between two",
                cost->inside_ns, cost->inside_ns / batch_ns * 100, batch_ns / 1e6,
                cost->outside_ns / 1e3));
        }
        lines.push_back(fmt::format("{}, {}{}{}", greeted.runtime, greeted.version,
                                    notes.empty() ? "" : ": ", fmt::join(notes, "; ")));
    }
    return lines;
}

void guests::end_without_a_seat(const case_list& selected) {
    std::set<seat_key> needed;
    for (const measure::measured_case& one : selected.cases) {
        if (const auto found = candidates_.find(one.key.name()); found != candidates_.end()) {
            needed.insert(found->second.where);
        }
    }
    std::erase_if(seats_, [&](const auto& one) { return !needed.contains(one.first); });
}

void guests::take_seats(case_list& selected) {
    for (measure::measured_case& waiting : selected.cases) {
        const auto found = candidates_.find(waiting.key.name());
        if (found == candidates_.end()) {
            continue;
        }
        if (seats_.contains(found->second.where)) {
            waiting = seated(waiting, found->second);
        } else {
            waiting.run = lost_batches("the guest was lost before the passes");
        }
    }
}

void guests::compare_among(case_list& selected) const {
    const case_list& those = selected;
    for (measure::measured_case& one : selected.cases) {
        const auto found = candidates_.find(one.key.name());
        const bool there =
            std::any_of(those.cases.begin(), those.cases.end(),
                        [&](const auto& other) { return other.key.name() == one.compared_with; });
        if (found == candidates_.end() || there) {
            continue;
        }
        if (const auto* beside = first_beside(those, one.key, offer_of(found->second).members)) {
            one.compared_with = beside->key.name();
        }
    }
}

std::size_t guests::cases_among(const case_list& selected) const {
    return static_cast<std::size_t>(
        std::count_if(selected.cases.begin(), selected.cases.end(),
                      [&](const auto& one) { return candidates_.contains(one.key.name()); }));
}

} // namespace tollgate::run
