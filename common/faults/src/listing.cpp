// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/listing.hpp>

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/faults/made_up_machine.hpp>
#include <tollgate/report/guessed_key.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tollgate::faults {
namespace {

constexpr const char* heading = "== ";

struct listing {
    std::string title;
    std::vector<std::string> lines;
};

std::string us_text(std::chrono::nanoseconds time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(time).count()) +
           " us";
}

std::string line_of(const measure::measured_case& one) {
    std::string line = one.key.name();
    if (!one.compared_with.empty()) {
        line += " vs " + (one.compared_with == one.key.name() ? "itself" : one.compared_with);
    }
    line += "; " + std::to_string(one.threads) + " threads, lap " + std::to_string(one.lap);
    if (one.valued_by == measure::method::single_events) {
        line +=
            ", lasts " + us_text(one.events.lasts) + ", expected " + us_text(one.events.expected);
    } else {
        line += ", settles " + us_text(one.settling) + (one.run_classical ? ", classical too" : "");
    }
    return line + "; " + one.unit;
}

std::string line_of(const report::unavailable_case& one) {
    return "- " + one.key.name() + "; " + one.reason;
}

measure::case_key key_in(const std::string& line) {
    const std::size_t begin = line.starts_with("- ") ? 2 : 0;
    return report::guess_key(line.substr(begin, line.find_first_of(" ;", begin) - begin));
}

/// As where the system does not tell how the CPUs relate.
void make_unrelated(cpu::topology& machine) {
    machine.relations_known = false;
    for (cpu::hardware_thread& one : machine.threads) {
        one = {.cpu = one.cpu};
    }
}

/// "1x2x1 unpinned --quick": the machine and the arguments; "unrelated": how its CPUs relate is not
/// known.
listing listing_of(const cli::program& what, const std::string& title) {
    std::istringstream words(title);
    int sockets = 0;
    int cores = 0;
    int threads = 0;
    char by = 0;
    words >> sockets >> by >> cores >> by >> threads;
    if (words.fail()) {
        throw std::invalid_argument("no machine: " + title);
    }
    cpu::topology machine = made_up_machine(sockets, cores, threads);
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) {
        if (word == "unpinned") {
            machine.can_pin = false;
        } else if (word == "unrelated") {
            make_unrelated(machine);
        } else {
            arguments.push_back(word);
        }
    }
    listing made{title, {}};
    const cli::case_list list = what.cases(cli::parse_command_line(what, arguments), machine);
    for (const measure::measured_case& one : list.cases) {
        made.lines.push_back(line_of(one));
    }
    for (const report::unavailable_case& one : list.unavailable) {
        made.lines.push_back(line_of(one));
    }
    return made;
}

std::vector<listing> read_listings(const std::filesystem::path& file) {
    std::ifstream from(file);
    std::vector<listing> all;
    for (std::string line; std::getline(from, line);) {
        if (line.starts_with(heading)) {
            all.push_back({line.substr(std::string_view(heading).size()), {}});
        } else if (!all.empty() && !line.empty()) {
            all.back().lines.push_back(line);
        }
    }
    if (all.empty()) {
        throw std::runtime_error("no listing in " + file.string());
    }
    return all;
}

} // namespace

std::vector<std::string>
changed_listings(const cli::program& what, const std::filesystem::path& file,
                 const std::function<bool(const measure::case_key&)>& there_is) {
    std::vector<std::string> changes;
    for (listing& known : read_listings(file)) {
        listing now = listing_of(what, known.title);
        const auto is_missing = [&](const std::string& line) {
            return there_is && !there_is(key_in(line));
        };
        std::erase_if(known.lines, is_missing);
        std::erase_if(now.lines, is_missing);
        const auto [was, is] = std::mismatch(known.lines.begin(), known.lines.end(),
                                             now.lines.begin(), now.lines.end());
        if (was != known.lines.end() || is != now.lines.end()) {
            changes.push_back(known.title +
                              "\n  was: " + (was == known.lines.end() ? "nothing" : *was) +
                              "\n  is:  " + (is == now.lines.end() ? "nothing" : *is));
        }
    }
    return changes;
}

void accept_listings(const cli::program& what, const std::filesystem::path& file) {
    std::string text;
    for (const listing& known : read_listings(file)) {
        text += (text.empty() ? "" : "\n") + (heading + known.title) + "\n";
        for (const std::string& line : listing_of(what, known.title).lines) {
            text += line + "\n";
        }
    }
    cli::replace_file(file, text);
}

} // namespace tollgate::faults
