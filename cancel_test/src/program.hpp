// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "block_loop.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cancel_test {

inline constexpr std::array all_policies{cancel::policy::symmetric, cancel::policy::asymmetric,
                                         cancel::policy::adaptive};

/// cancel/WHAT/impl:IMPL/…
[[nodiscard]] inline measure::case_key key_of(std::string_view what, std::string_view impl,
                                              std::vector<measure::parameter> more = {}) {
    more.insert(more.begin(), {"impl", impl});
    return {std::string("cancel/").append(what), std::move(more)};
}

/// A subject in a loop.
template <class Subject>
void add_block(bench::case_table& to, const measure::case_key& key, const char* unit,
               const measure::case_key& compared_with,
               cancel::policy how = cancel::policy::adaptive) {
    to.add(measure::make_case(key, unit, 1, 1, block_loop<Subject>{how}), compared_with);
}

/// What tokens cost as long as they are not cancelled.
void add_costs_of_tokens(bench::case_table& to);
/// What it costs to cancel.
void add_cancellations(bench::case_table& to);
/// How long it takes until a wait that is cancelled has returned.
void add_returns(bench::case_table& to);

/// ./testCancel as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

/// The four questions of rethread's benchmark (2016), with what it published for another machine,
/// and what this run says of tollgate and of std::stop_token. Only what was measured; empty if
/// nothing of it was.
[[nodiscard]] std::string ancestor_table(const report::result& seen);

} // namespace tollgate::cancel_test
