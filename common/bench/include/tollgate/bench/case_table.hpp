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

/// The table of cases of a program. The program adds the cases that are possible with the options
/// of the user on this machine.
///
///     const cli::options chosen;
///     const cpu::topology machine = cpu::read_topology();
///     bench::case_table table(chosen, machine);
///     table.add(measure::measured_case{}, "fiber/yield");
///     const run::case_list cases = std::move(table).take();
///
/// - *Threads*: one thread at a time.
/// - *Lifetime*: the options and the machine must outlive the table.
///
/// For each case, the table has the name of its comparison case: another case with which the case
/// is compared. The table also has the reasons why other cases cannot be measured. The table runs
/// no case.
class case_table {
public:
    /// An empty table.
    case_table(const cli::options& chosen, const cpu::topology& machine)
        : chosen_(chosen), machine_(machine) {}

    /// The options of the user.
    [[nodiscard]] const cli::options& chosen() const { return chosen_; }
    /// The CPUs that may be used.
    [[nodiscard]] const cpu::topology& machine() const { return machine_; }

    /// Adds a case, unless the table has a case with the same name. `take` sorts the cases by
    /// `rank`, the smallest first. Cases with equal ranks keep the order in which they were added.
    void add(measure::measured_case new_case, std::size_t rank = 0);
    /// Adds a case that is compared with the case `compared_with`.
    void add(measure::measured_case new_case, const measure::case_key& compared_with,
             std::size_t rank = 0);

    /// Adds the reason why a case cannot be measured. A `*` in the key stands for the parts in
    /// which several cases differ. Only the first reason for a name is kept. If the case is added,
    /// the reason is not kept.
    void refuse(const measure::case_key& key, std::string reason);

    /// Adds a remark to the report.
    void note(std::string text) { list_.notes.push_back(std::move(text)); }

    /// Returns CPUs for this number of threads at this placement. If this machine does not have the
    /// placement, returns nothing, and adds the reason for the case `refused` to the table.
    [[nodiscard]] std::optional<cpu::assignment> assign(cpu::placement where, std::size_t threads,
                                                        const measure::case_key& refused);

    /// Returns the sorted cases, the reasons and the remarks.
    [[nodiscard]] run::case_list take() &&;

private:
    const cli::options& chosen_;
    const cpu::topology& machine_;
    run::case_list list_;
    std::vector<std::size_t> ranks_; ///< the rank of each case
};

/// All combinations of no lists: one combination, which is empty.
inline std::vector<std::tuple<>> product() {
    return std::vector<std::tuple<>>(1);
}

/// All combinations of one value from each list. The value from the last list changes fastest.
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
