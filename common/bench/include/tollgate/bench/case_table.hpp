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

/// The cases of a program for these options on this machine, while they are collected.
///
///     const cli::options chosen;
///     const cpu::topology machine = cpu::read_topology();
///     bench::case_table table(chosen, machine);
///     table.add(measure::measured_case{}, "fiber/yield");
///     const run::case_list cases = std::move(table).take();
///
/// - *Threads*: one at a time.
/// - *Lifetime*: refers to the options and to the machine.
///
/// The table also has the case to which each case is compared, and the reasons why other cases
/// cannot be measured. It starts nothing.
class case_table {
public:
    /// An empty table.
    case_table(const cli::options& chosen, const cpu::topology& machine)
        : chosen_(chosen), machine_(machine) {}

    /// The options of the user.
    [[nodiscard]] const cli::options& chosen() const { return chosen_; }
    /// The CPUs that may be used.
    [[nodiscard]] const cpu::topology& machine() const { return machine_; }

    /// Adds a case. Cases are sorted by their rank; cases of equal rank keep their order. If the
    /// name exists already, nothing is added.
    void add(measure::measured_case new_case, std::size_t rank = 0);
    /// Adds a case that is compared with the case of that name.
    void add(measure::measured_case new_case, const measure::case_key& compared_with,
             std::size_t rank = 0);

    /// Adds the reason why a case cannot be measured. `*` in the key stands for parts in which
    /// several cases differ. The first reason for a name is kept. It is dropped if the case is
    /// added.
    void refuse(const measure::case_key& key, std::string reason);

    /// Adds a remark to the report.
    void note(std::string text) { list_.notes.push_back(std::move(text)); }

    /// The CPUs for that many threads. Empty if this machine has no such placement; then the table
    /// gets the reason for the case `refused`.
    [[nodiscard]] std::optional<cpu::assignment> assign(cpu::placement where, std::size_t threads,
                                                        const measure::case_key& refused);

    /// The sorted cases.
    [[nodiscard]] run::case_list take() &&;

private:
    const cli::options& chosen_;
    const cpu::topology& machine_;
    run::case_list list_;
    std::vector<std::size_t> ranks_; ///< of the cases
};

/// The product of no lists: a single empty combination.
inline std::vector<std::tuple<>> product() {
    return std::vector<std::tuple<>>(1);
}

/// All combinations of a value of each list. The values of the last list change fastest.
template <class First, class... Others>
[[nodiscard]] std::vector<std::tuple<First, Others...>>
product(const std::vector<First>& first, const std::vector<Others>&... others) {
    const std::vector<std::tuple<Others...>> combinations = product(others...);
    std::vector<std::tuple<First, Others...>> all;
    for (const First& value : first) {
        for (const std::tuple<Others...>& combination : combinations) {
            all.push_back(std::tuple_cat(std::tuple<First>(value), combination));
        }
    }
    return all;
}

} // namespace tollgate::bench
