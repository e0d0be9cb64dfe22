// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/guest/guest_process.hpp>
#include <tollgate/guest/session.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/session.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/run/case_list.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::run {

/// What the user chose of guests.
struct guest_choice {
    std::vector<std::string> names;    ///< of those that are built here, or "all" alone
    std::vector<std::string> commands; ///< that start others
    /// Of each axis that a guest may have: the numbers that were chosen.
    std::map<std::string, std::vector<std::uint64_t>> numbers;
    std::chrono::milliseconds batch{10'000}; ///< how long one may take
};

struct guest_offer;

/// The guests of a run. Each is started for its greeting, on one CPU. Its cases stand beside those
/// of ours that have their question as path, and are compared with the first of these. Those that
/// are to be measured get a seat: a process on the CPUs of their placement, which is the greeting's
/// where that is one CPU. The process of a pass is told the seats.
///
/// One thread at a time. The guests end with this.
class guests {
public:
    guests() = default;
    /// Starts the guests that were chosen. Throws usage_error for one that does not exist, is not
    /// built or does not greet; of all that are built here, such a one is left out with a note.
    guests(guest_choice chosen, const cpu::topology& machine,
           const std::function<bool()>& interrupted);
    /// In the process of a pass: those that the run has seated.
    explicit guests(const std::vector<report::guest_seat>& seats);

    [[nodiscard]] bool any() const { return !known_.empty(); }

    /// Adds their cases, which cannot run yet. Throws usage_error if a case exists already.
    void add_cases(case_list& all, const cpu::topology& machine);
    /// Those of ours that are wanted, and of the guests' those that stand beside them.
    [[nodiscard]] std::function<bool(const measure::case_key&)>
    headline(const case_list& all, const std::function<bool(const measure::case_key&)>& ours) const;
    /// Gives the guests' cases among these their seats, and lets them run until what is compiled at
    /// run time is compiled. The batches of one whose guest is lost by that are lost. Guests
    /// without a seat end. An interrupt ends it early; the run sees that by itself.
    void seat(case_list& selected, const std::function<bool()>& interrupted);
    /// The same in the process of a pass, where all is prepared.
    void take_seats(case_list& selected);

    /// Compares those of these cases that a guest does, and whose peer is not among them, with the
    /// first one of ours that answers the same question.
    void compare_among(case_list& selected) const;
    /// Of each guest that has a seat a line: its runtime, its notes, and the cost of the protocol.
    [[nodiscard]] std::vector<std::string> about() const;
    /// How many of these are cases of guests.
    [[nodiscard]] std::size_t cases_among(const case_list& selected) const;
    /// For the process of the next pass.
    [[nodiscard]] std::vector<report::guest_seat> seats() const;
    /// Of a pass that another process has done: the guests that it lost.
    void note_lost(const measure::pass& done);
    /// Takes out of a result the cases of guests that were lost, in whichever case that was, and
    /// those whose clock is not to be believed.
    void give_up_wrong(report::result& found) const;

private:
    struct known_guest {
        std::string option; ///< "--guest: 'COMMAND'", for messages
        std::string command;
        guest::greeting greeted;
        std::string greeting_text;
        bool by_name = true; ///< it was asked for, and is not one of all that are there
        std::optional<guest::protocol_cost> cost;
    };
    /// A guest, by its place in known_, on CPUs.
    using seat_key = std::pair<std::size_t, std::vector<int>>;
    struct occupied_seat {
        std::unique_ptr<guest::guest_process> process; ///< null in the process of a pass
        std::shared_ptr<guest::session> session;
    };
    struct candidate {
        seat_key where;
        std::size_t offered = 0; ///< which of its cases
        std::uint64_t members = 1;
    };

    void meet(const std::string& option, const std::string& command, bool by_name,
              const cpu::topology& machine, const std::function<bool()>& interrupted);
    void meet_all(const cpu::topology& machine, const std::function<bool()>& interrupted);
    void add_candidates(case_list& all, std::size_t index, const std::vector<guest_offer>& offers);
    [[nodiscard]] guest::session* session_of(const measure::case_key& key) const;
    [[nodiscard]] const guest::offered_case& offer_of(const candidate& one) const {
        return known_[one.where.first].greeted.cases[one.offered];
    }
    /// Throws guest::lost_guest, and std::runtime_error if the system refuses a process.
    [[nodiscard]] occupied_seat started(const std::string& command, const std::vector<int>& cpus,
                                        const std::function<bool()>& interrupted) const;
    guest::session& session_at(const seat_key& where, const std::function<bool()>& interrupted);
    void end_without_a_seat(const case_list& selected);
    [[nodiscard]] measure::measured_case seated(const measure::measured_case& waiting,
                                                const candidate& one);

    guest_choice chosen_;
    std::vector<known_guest> known_;
    std::vector<std::string> notes_;
    std::map<seat_key, occupied_seat> seats_;
    std::map<seat_key, std::string> not_started_; ///< and why
    std::map<std::string, candidate> candidates_; ///< by the name of the case
};

} // namespace tollgate::run
