// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/cli/word_list.hpp>

#include <boost/context/stack_traits.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tollgate::fiber_test {
namespace {

constexpr std::pair<std::string_view, scheduler> known[] = {
    {"round_robin", scheduler::round_robin},
    {"shared_work", scheduler::shared_work},
    {"work_stealing", scheduler::work_stealing},
    {"tollgate", scheduler::tollgate}};

/// Below 8 KiB a fiber's own bookkeeping, which lies on its stack, leaves no room for a signal.
constexpr cli::whole_range stack_sizes{8'192, 1ull << 30};

std::optional<scheduler> parse_scheduler(std::string_view word) {
    for (const auto& [name, which] : known) {
        if (word == name) {
            return which;
        }
    }
    return std::nullopt;
}

std::vector<scheduler> parse_schedulers(const std::string& text) {
    std::vector<scheduler> all =
        cli::parse_word_list("--scheduler", text, parse_scheduler,
                             "round_robin, shared_work, work_stealing and tollgate");
    // They are sorted, tollgate last. The cases of two of Boost's would have the same names.
    if (all.size() > 1 && all[1] != scheduler::tollgate) {
        throw cli::usage_error("--scheduler: '" + text +
                               "' has more than one of round_robin, shared_work and work_stealing");
    }
    return all;
}

std::size_t parse_stack_size(const std::string& text) {
    return cli::parse_whole("--stack-size", text, stack_sizes);
}

} // namespace

std::vector<cli::own_option> own_options() {
    const std::size_t usual = boost::context::stack_traits::default_size();
    return {{"scheduler", "LIST", "round_robin,tollgate",
             "round_robin, shared_work or work_stealing, with tollgate beside it or that alone, on "
             "one thread (round_robin,tollgate)",
             [](const std::string& text) { parse_schedulers(text); }},
            {"stack-size", "BYTES", std::to_string(usual),
             "of a fiber (" + std::to_string(usual) + ", Boost's default)",
             [](const std::string& text) { parse_stack_size(text); }}};
}

fiber_options read_fiber_options(const cli::options& chosen) {
    return {parse_schedulers(chosen.own.at("scheduler")),
            parse_stack_size(chosen.own.at("stack-size"))};
}

} // namespace tollgate::fiber_test
