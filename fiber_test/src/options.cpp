// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/number.hpp>

#include <boost/context/stack_traits.hpp>

#include <optional>
#include <string>
#include <utility>

namespace tollgate::fiber_test {
namespace {

constexpr std::pair<const char*, scheduler> schedulers[] = {
    {"round_robin", scheduler::round_robin},
    {"shared_work", scheduler::shared_work},
    {"work_stealing", scheduler::work_stealing}};

/// Below 8 KiB a fiber's own bookkeeping, which lies on its stack, leaves no room for a signal.
constexpr cli::whole_range stack_sizes{8'192, 1ull << 30};

scheduler parse_scheduler(const std::string& text) {
    for (const auto& [name, which] : schedulers) {
        if (text == name) {
            return which;
        }
    }
    throw cli::usage_error("--scheduler: '" + text +
                           "' is not one of round_robin, shared_work, work_stealing");
}

std::size_t parse_stack_size(const std::string& text) {
    return cli::parse_whole("--stack-size", text, stack_sizes);
}

} // namespace

std::vector<cli::own_option> own_options() {
    const std::size_t usual = boost::context::stack_traits::default_size();
    return {{"scheduler", "NAME", "round_robin",
             "round_robin (default), shared_work or work_stealing, on one thread",
             [](const std::string& text) { parse_scheduler(text); }},
            {"stack-size", "BYTES", std::to_string(usual),
             "of a fiber (" + std::to_string(usual) + ", Boost's default)",
             [](const std::string& text) { parse_stack_size(text); }}};
}

fiber_options read_fiber_options(const cli::options& chosen) {
    return {parse_scheduler(chosen.own.at("scheduler")),
            parse_stack_size(chosen.own.at("stack-size"))};
}

} // namespace tollgate::fiber_test
