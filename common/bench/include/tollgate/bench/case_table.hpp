// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tollgate::bench {

/// The table of a program's cases while it is filled: which cases there are for these options on
/// this machine, with what each is compared, and what cannot be measured here and why. Filling it
/// starts nothing.
///
/// Refers to the options and the machine. Not thread safe.
class case_table {
public:
    case_table(const cli::options& chosen, const cpu::topology& machine)
        : chosen_(chosen), machine_(machine) {}

    [[nodiscard]] const cli::options& chosen() const { return chosen_; }
    [[nodiscard]] const cpu::topology& machine() const { return machine_; }

    /// Cases are listed by their rank, those of one rank as they were added. Of cases with one name
    /// the first one added is there.
    void add(measure::measured_case made, std::size_t rank = 0);
    void add(measure::measured_case made, const measure::case_key& compared_with,
             std::size_t rank = 0);

    /// Says why a case is not there, or several: `*` stands for what they do not share. Of reasons
    /// for one name the first is kept, and none for a case that is there after all.
    void refuse(const measure::case_key& what, std::string reason);

    /// Something for the report.
    void note(std::string text) { list_.notes.push_back(std::move(text)); }

    /// Where this number of threads runs. Nothing if this machine has no such place; then the
    /// reason is in the table, as that of `refused`.
    [[nodiscard]] std::optional<cpu::assignment> assign(cpu::placement where, std::size_t threads,
                                                        const measure::case_key& refused);

    [[nodiscard]] run::case_list take() &&;

private:
    const cli::options& chosen_;
    const cpu::topology& machine_;
    run::case_list list_;
    std::vector<std::size_t> ranks_; ///< of the cases
};

inline std::vector<std::tuple<>> product() {
    return std::vector<std::tuple<>>(1);
}

/// Every combination of one value of each list; the values of the last list change fastest.
template <class First, class... Others>
[[nodiscard]] std::vector<std::tuple<First, Others...>>
product(const std::vector<First>& first, const std::vector<Others>&... others) {
    const std::vector<std::tuple<Others...>> rest = product(others...);
    std::vector<std::tuple<First, Others...>> all;
    for (const First& value : first) {
        for (const std::tuple<Others...>& one : rest) {
            all.push_back(std::tuple_cat(std::tuple<First>(value), one));
        }
    }
    return all;
}

} // namespace tollgate::bench
