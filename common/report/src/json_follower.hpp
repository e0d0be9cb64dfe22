// SPDX-License-Identifier: BSL-1.0
#pragma once

// Takes from the parser what it has finished of the long lists at once, a round, a case, an entry
// of Google Benchmark's at a time, so that a file is never held.

#include "google_entries.hpp"
#include "json_rounds.hpp"
#include "watched_input.hpp"

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::report {

/// Follows the parser through a file. `path_` names the members that lead to where it is; the
/// elements of a list have an empty name.
class follower {
public:
    using event = read_value::parse_event_t;

    explicit follower(watched_input& input) : input_(input) {}

    /// What nlohmann's parser calls. It keeps everything: to drop an element it would look for it
    /// among all that it has of the list. What was taken leaves a null.
    bool operator()(event what, read_value& parsed) {
        input_.token_ended();
        switch (what) {
        case event::object_start:
        case event::array_start:
            enter(what == event::array_start);
            break;
        case event::key:
            path_.back().key = parsed.get<std::string>();
            break;
        case event::value:
            hold();
            break;
        case event::object_end:
            take(parsed);
            path_.pop_back();
            break;
        case event::array_end:
            take_row(parsed);
            path_.pop_back();
            break;
        }
        return true;
    }

    std::vector<google_entry> entries;
    std::uint64_t strangers = 0; ///< in `benchmarks`, what is no entry with a time
    std::vector<measure::case_record> cases;
    std::vector<measure::case_record> twins;
    bool guessed = false;    ///< a key, because the file has the name alone
    bool rows = false;       ///< some round was one
    bool short_rows = false; ///< some round was one of format version 2
    bool objects = false;    ///< some round was one, as in format version 1
    bool digested = false;   ///< some case had no rounds
    bool measured = false;   ///< some case had them, maybe none

private:
    struct place {
        bool list = false;
        std::size_t held_before = 0;
        std::string key;
    };

    void enter(bool list) {
        if (path_.size() >= parser_limits::depth) {
            throw unreadable_result("it is nested deeper than 32 levels");
        }
        hold();
        path_.push_back({list, held_, {}});
        if (is_case() || is_twin()) {
            rounds_.clear();
            passes_.clear();
        }
    }
    void hold() {
        if (++held_ > parser_limits::values_held) {
            throw unreadable_result("it holds more than 3,000,000 values besides rounds");
        }
    }

    /// Whether what is being read is at this place; "" stands for a list's element.
    [[nodiscard]] bool at(std::initializer_list<const char*> names, bool list = false) const {
        if (path_.size() != names.size() + 1 || path_.back().list != list) {
            return false;
        }
        std::size_t i = 0;
        for (const char* name : names) {
            const place& one = path_[i++];
            if (one.list != (*name == '\0') || (!one.list && one.key != name)) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] bool is_case() const { return at({"tollgate", "cases", ""}); }
    /// Before format version 3 there was one.
    [[nodiscard]] bool is_twin() const {
        return at({"tollgate", "twins", ""}) || at({"tollgate", "twin"});
    }
    [[nodiscard]] bool is_round(bool row) const {
        return at({"tollgate", "cases", "", "rounds", ""}, row) ||
               at({"tollgate", "twins", "", "rounds", ""}, row) ||
               at({"tollgate", "twin", "rounds", ""}, row);
    }

    void take(read_value& parsed) {
        if (at({"benchmarks", ""})) {
            if (auto one = read_google_entry(parsed)) {
                entries.push_back(std::move(*one));
            } else {
                ++strangers;
            }
        } else if (is_round(false)) {
            objects = true;
            add_round(read_round_object(parsed));
        } else if (is_case()) {
            guessed = guessed || has_guessed_key(parsed);
            cases.push_back(take_case(parsed));
        } else if (is_twin()) {
            twins.push_back(take_case(parsed));
        } else {
            return;
        }
        forget(parsed);
    }
    void take_row(read_value& parsed) {
        if (is_round(true)) {
            (parsed.size() == columns_of_version_2 ? short_rows : rows) = true;
            add_round(read_row(parsed));
            forget(parsed);
        }
    }
    void forget(read_value& parsed) {
        held_ = path_.back().held_before;
        parsed = nullptr;
    }

    void add_round(measure::case_round round) {
        if (++rounds_held_ > parser_limits::rounds_held) {
            throw unreadable_result("it holds more than 400,000 rounds");
        }
        if (passes_.insert(round.process).second && passes_.size() > parser_limits::passes) {
            throw unreadable_result("a case has more than 200 passes");
        }
        rounds_.push_back(std::move(round));
    }

    measure::case_record take_case(const read_value& parsed) {
        if (parsed.contains("rounds")) {
            measured = true;
            return read_record(parsed, std::exchange(rounds_, {}), rows || short_rows);
        }
        digested = true;
        return read_case(parsed);
    }

    watched_input& input_;
    std::vector<place> path_;
    std::vector<measure::case_round> rounds_; ///< of the record that is being read
    std::set<std::uint64_t> passes_;          ///< of that
    std::size_t rounds_held_ = 0;
    std::size_t held_ = 0;
};

} // namespace tollgate::report
