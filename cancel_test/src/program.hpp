// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>
#include <tollgate/report/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cancel_test {

/// Does the same thing again and again on one thread, in blocks. A Subject does it with `once()`,
/// and after the loop `wrong(how often)` says what is wrong with what was done, or nullptr.
template <class Subject>
struct block_loop {
    static constexpr std::uint64_t block = 64;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Subject subject;
        measure::loop_report report =
            measure::run_blocks<block>(probe, [&subject] { subject.once(); });
        if (const char* const what = subject.wrong((report.turns.front() - 1) * block)) {
            report.failures.emplace_back(what);
        }
        return report;
    }
};

/// cancel/WHAT/impl:IMPL/…
[[nodiscard]] inline measure::case_key key_of(std::string_view what, std::string_view impl,
                                              std::vector<measure::parameter> more = {}) {
    more.insert(more.begin(), {"impl", impl});
    return {std::string("cancel/").append(what), std::move(more)};
}

/// A subject in a loop.
template <class Subject>
void add_block(bench::case_table& to, const measure::case_key& key, const char* unit,
               const measure::case_key& compared_with) {
    to.add(measure::make_case(key, unit, 1, 1, block_loop<Subject>{}), compared_with);
}

/// The costs of tokens that are not cancelled.
void add_costs_of_tokens(bench::case_table& to);
/// The costs of cancelling.
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
