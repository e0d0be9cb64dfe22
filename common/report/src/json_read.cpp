// SPDX-License-Identifier: BSL-1.0
// Reads result files without ever holding one: what the parser has finished of the long lists is
// taken from it at once, a round, a case, an entry of Google Benchmark's at a time.
#include <tollgate/report/json.hpp>

#include "google_entries.hpp"
#include "json_values.hpp"
#include "watched_input.hpp"

#include <initializer_list>
#include <istream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace tollgate::report {
namespace {

using event = read_value::parse_event_t;

/// Follows the parser through a file. `path_` names the members that lead to where it is; the
/// elements of a list have an empty name.
class follower {
public:
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
            path_.pop_back();
            break;
        }
        return true;
    }

    std::vector<google_entry> entries;
    std::uint64_t strangers = 0; ///< in `benchmarks`, what is no entry with a time
    std::vector<measure::case_record> cases;
    std::optional<measure::case_record> twin;
    bool guessed = false; ///< a key, because the file has the name alone

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
        }
    }
    void hold() {
        if (++held_ > parser_limits::values_held) {
            throw unreadable_result("it holds more than 3,000,000 values besides rounds");
        }
    }

    /// Whether the object that is being read is the one at this place; "" stands for a list's
    /// element.
    [[nodiscard]] bool at(std::initializer_list<const char*> names) const {
        if (path_.size() != names.size() + 1 || path_.back().list) {
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
    [[nodiscard]] bool is_twin() const { return at({"tollgate", "twin"}); }
    [[nodiscard]] bool is_round() const {
        return at({"tollgate", "cases", "", "rounds", ""}) ||
               at({"tollgate", "twin", "rounds", ""});
    }

    void take(read_value& parsed) {
        if (at({"benchmarks", ""})) {
            if (auto one = read_google_entry(parsed)) {
                entries.push_back(std::move(*one));
            } else {
                ++strangers;
            }
        } else if (is_round()) {
            rounds_.push_back(read_round(parsed));
        } else if (is_case()) {
            guessed = guessed || has_guessed_key(parsed);
            cases.push_back(read_record(parsed, std::exchange(rounds_, {})));
        } else if (is_twin()) {
            twin = read_record(parsed, std::exchange(rounds_, {}));
        } else {
            return;
        }
        held_ = path_.back().held_before;
        parsed = nullptr;
    }

    watched_input& input_;
    std::vector<place> path_;
    std::vector<measure::case_round> rounds_; ///< of the record that is being read
    std::size_t held_ = 0;
};

void read_lists(const read_value& own, result& seen) {
    for (const read_value& one : list(own, "environment")) {
        seen.environment.push_back(read_verdict(one));
    }
    for (const read_value& one : list(own, "unavailable")) {
        seen.unavailable.push_back({read_key(one), text(one, "reason")});
    }
    seen.notes = texts(own, "notes");
    if (own.contains("failed_proofs")) {
        seen.failures = texts(own, "failed_proofs");
    }
    if (!member(own, "classical").is_null()) {
        seen.classical = read_classical(own.at("classical"));
    }
}

/// An element of the list that was no object is still there.
void require_all_taken(const read_value& own, const follower& seen) {
    if (list(own, "cases").size() != seen.cases.size()) {
        throw std::invalid_argument("\"cases\" holds what is no case");
    }
    if (!seen.twin) {
        throw std::invalid_argument("\"twin\" is not a case");
    }
}

void read_google_context(const read_value& from, context& about) {
    about.date = text(from, "date");
    about.host_name = text(from, "host_name");
    about.executable = text(from, "executable");
    about.cpus = small_whole(from, "num_cpus");
    about.mhz_per_cpu = small_whole(from, "mhz_per_cpu");
    about.load_average = numbers(from, "load_avg");
    about.release_build = text(from, "library_build_type") == "release";
    if (from.contains("cpu_scaling_enabled")) {
        about.cpu_scaling_enabled = flag(from, "cpu_scaling_enabled");
    }
    if (from.contains("aslr_enabled")) {
        about.aslr_enabled = flag(from, "aslr_enabled");
    }
}

result own_result(const read_value& whole_file, follower& followed) {
    const read_value& own = whole_file.at("tollgate");
    if (const std::uint64_t version = whole(own, "format_version"); version != format_version) {
        throw unreadable_result("written in format version " + std::to_string(version) +
                                "; this program reads version " + std::to_string(format_version));
    }
    require_all_taken(own, followed);
    result seen;
    const auto stopped = measure::parse_stop_reason(text(own, "stopped"));
    if (!stopped) {
        throw std::invalid_argument("\"stopped\" is not a reason to stop");
    }
    seen.stopped = *stopped;
    seen.rounds = whole(own, "rounds");
    seen.processes = whole(own, "processes");
    seen.took_s = number(own, "took_s");
    seen.budget_s = number(own, "budget_s");
    seen.about = read_about(member(own, "about"));
    seen.clock = read_calibration(member(own, "calibration"));
    read_lists(own, seen);
    read_google_context(member(whole_file, "context"), seen.about);
    for (measure::case_record& record : followed.cases) {
        seen.cases.emplace_back(std::move(record));
    }
    seen.twin = std::move(*followed.twin);
    return seen;
}

result foreign_result(const read_value& whole_file, const follower& followed) {
    result seen;
    if (whole_file.contains("context")) {
        seen.about = read_foreign_context(whole_file.at("context"));
    }
    add_google_cases(followed.entries, seen);
    if (followed.strangers != 0) {
        seen.notes.push_back(std::to_string(followed.strangers) +
                             " entries are no times, or aggregates of times that are there");
    }
    return seen;
}

bool is_foreign(const read_value& whole_file) {
    return whole_file.is_object() && whole_file.contains("benchmarks") &&
           whole_file.at("benchmarks").is_array() && !whole_file.at("benchmarks").empty();
}

} // namespace

reading read_any_json(std::istream& from) {
    watched_input input(*from.rdbuf());
    std::istream watched(&input);
    follower followed(input);
    try {
        const read_value whole_file = read_value::parse(
            watched, [&](int, event what, read_value& parsed) { return followed(what, parsed); });
        if (whole_file.is_object() && whole_file.contains("tollgate")) {
            return {own_result(whole_file, followed), false, followed.guessed};
        }
        if (!is_foreign(whole_file)) {
            throw unreadable_result("not a result of this project: it has no \"tollgate\"");
        }
        if (whole_file.at("benchmarks").size() != followed.entries.size() + followed.strangers) {
            throw std::invalid_argument("\"benchmarks\" holds what is no entry");
        }
        return {foreign_result(whole_file, followed), true, true};
    } catch (const read_value::exception& error) {
        throw unreadable_result(error.what());
    } catch (const std::invalid_argument& error) {
        throw unreadable_result(error.what());
    }
}

result read_json(std::string_view text) {
    std::istringstream from{std::string(text)};
    reading read = read_any_json(from);
    if (read.foreign) {
        throw unreadable_result("not a result of this project: it has no \"tollgate\"");
    }
    return std::move(read.seen);
}

} // namespace tollgate::report
