// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <tollgate/clock/source.hpp>
#include <tollgate/report/figure.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

/// As it can be typed again, without the files that it wrote and the turns that it was given.
std::string command_of(const report::context& about) {
    std::string command = "./" + about.program;
    for (std::size_t i = 0; i < about.arguments.size(); ++i) {
        const std::string& word = about.arguments[i];
        const std::string option = word.substr(0, word.find('='));
        constexpr std::array left_out{"--json", "--json-ci", "--csv", "--bmf", "--turns"};
        if (std::ranges::count(left_out, option) != 0) {
            i += option == word ? 1 : 0;
        } else if (word != "--no-progress") {
            command += " " + shell_word(word);
        }
    }
    return command;
}

} // namespace

std::string shell_word(const std::string& text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-./:,=%@+";
    return !text.empty() && text.find_first_not_of(plain) == std::string::npos
               ? text
               : "'" + boost::replace_all_copy(text, "'", "'\\''") + "'";
}

std::string run_sentence(const report::result& run) {
    const report::context& about = run.about;
    std::vector<std::string> facts{about.cpu_model, about.topology, about.kernel, about.compiler};
    for (const environment::verdict& finding : run.environment) {
        if (finding.name == "hypervisor" && finding.state == environment::condition::bad) {
            facts.insert(facts.begin() + 1, "virtual machine");
        } else if (finding.name == "boost version" || finding.name == "boost fiber") {
            facts.push_back((finding.name == "boost fiber" ? "Boost.Fiber: " : "Boost ") +
                            finding.found);
        }
    }
    facts.push_back("tollgate " + about.version);
    std::erase(facts, "");
    constexpr std::size_t day = 10; // 2026-11-26
    const auto floor = measure::largest_floor(run.noise_floors());
    return fmt::format("{}Measured by `{}` on {}: {}. {} rounds in {:.1f} s, {} passes, clock {}, "
                       "noise floor {}.{}\n",
                       run.proven() ? "" : "A proof of work FAILED. ", command_of(about),
                       about.date.substr(0, day), fmt::join(facts, "; "), run.rounds, run.took_s,
                       run.passes, clock::to_string(run.clock.source),
                       (floor && *floor <= 1 ? "at most " : "") + report::floor_text(floor),
                       run.partial() ? " It was interrupted." : "");
}

} // namespace tollgate::cost_sheet
