// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>
#include <tollgate/report/case_words.hpp>
#include <tollgate/report/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cancel_test {

/// Repeats an operation on one thread, in blocks. `Subject::once()` is the operation. After the
/// loop, `Subject::failure(times)` is the self-check: it returns a failure, or nullptr.
template <class Subject>
struct block_loop {
    static constexpr std::uint64_t block = 64;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Subject subject;
        measure::loop_report report =
            measure::run_blocks<block>(probe, [&subject] { subject.once(); });
        if (const char* const failure = subject.failure((report.probe_calls.front() - 1) * block)) {
            report.failures.emplace_back(failure);
        }
        return report;
    }
};

/// The key cancel/PATH/impl:IMPL/…
[[nodiscard]] inline measure::case_key make_key(std::string_view path, std::string_view impl,
                                                std::vector<measure::parameter> parameters = {}) {
    parameters.insert(parameters.begin(), {"impl", impl});
    return {std::string("cancel/").append(path), std::move(parameters)};
}

/// Adds the case of a subject in a `block_loop`.
template <class Subject>
void add_block(bench::case_table& to, const measure::case_key& key, const char* unit,
               const measure::case_key& compared_with) {
    to.add(measure::make_case(key, unit, 1, 1, block_loop<Subject>{}), compared_with);
}

/// Adds the costs of tokens that are not cancelled.
void add_costs_of_tokens(bench::case_table& to);
/// Adds the costs of cancelling.
void add_cancellations(bench::case_table& to);
/// Adds the times from a cancellation to the return of its wait.
void add_returns(bench::case_table& to);

/// ./testCancel as a value: its options, cases and texts.
[[nodiscard]] cli::program describe_program();

/// Words for the headline cases.
[[nodiscard]] std::vector<report::case_words> case_names();

/// The four questions of rethread's benchmark (2016): its published figures from another machine,
/// and this run's figures of tollgate and of std::stop_token. It has only measured cases, and is
/// empty if none of them was measured.
[[nodiscard]] std::string earlier_tool_table(const report::result& result);

} // namespace tollgate::cancel_test
