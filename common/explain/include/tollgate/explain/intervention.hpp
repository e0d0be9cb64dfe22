// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::explain {

/// A setting for production that has the effect of an intervention.
struct advice {
    std::string setting; ///< "an idle-priority thread that spins on each CPU"
    std::string price;   ///< "all of the CPUs' time, and the power for it"
    std::string command; ///< for a root shell, or a call in C; may be empty
    std::string undo;    ///< the command that undoes the setting; may be empty
};

/// The name of an intervention, and its description for the report.
struct description {
    std::string name;     ///< "cpus=busy"; letters, digits, `=`, `-`, `_` and `.`
    std::string effect;   ///< "its CPUs are kept from idling"
    advice in_production; ///< empty: there is none
    /// The name of a verdict on the environment, if the intervention changes only the property that
    /// the verdict judges. The amount of the intervention is then the cost of this property. Empty:
    /// there is no such verdict.
    std::string verdict{};
    /// Only one of the interventions with the same word here can be in effect at a time. Empty: the
    /// intervention combines with all others. No result file has this member.
    std::string exclusive{};
    /// True if the intervention is another way to do the same work. Such an intervention is never
    /// combined with other interventions.
    bool is_alternative = false;
};

/// The result of a check whether an intervention was really in effect. The check compares counts
/// with the intervention and counts without the intervention.
struct hold_check {
    /// The possible results of the check.
    enum class verdict {
        held,       ///< the intervention was in effect
        failed,     ///< the intervention was not in effect
        pointless,  ///< there was nothing that the intervention could have reduced
        uncheckable ///< nothing on this machine counts the effect
    };
    verdict result = verdict::held; ///< whether the intervention was in effect
    std::string text; ///< "they entered idle 3 times in 1,000 operations instead of 998"
};

/// Compares the record of the control (the case without interventions) with the record of the
/// variant (the case under the intervention). Pure.
using hold_check_function = std::function<hold_check(const measure::case_record& control,
                                                     const measure::case_record& variant)>;

/// A change of the machine or of the case for the batches of one variant. The difference from the
/// control shows by how much the change reduces the cost.
///
///     explain::intervention busy{{"cpus=busy", "its CPUs are kept from idling", {}}};
///     busy.hold = [] { return std::shared_ptr<void>(); };
///
/// - *Threads*: the thread that runs the batch calls `hold`, and destroys the object that `hold`
///   returns.
/// - *Exceptions*: `hold` throws std::system_error if the machine refuses.
struct intervention : description {
    /// Makes the change before a batch. The change lasts until the returned object is destroyed,
    /// which happens after the batch. Empty: there is nothing to change.
    std::function<std::shared_ptr<void>()> hold{};
    hold_check_function check_hold{}; ///< empty: the self-checks of the loop are enough
    /// True if the batches of the variant use the CPUs in the same way as the batches of the
    /// control. Then a quota of the cgroup, or a host that takes CPU time, disturbs the variant and
    /// the control equally.
    bool uses_cpus_alike = false;
    /// The case that is measured in place of the explained case; absent: the explained case.
    std::optional<measure::measured_case> instead{};
};

/// An intervention that is not possible here.
struct impossible {
    std::string name;   ///< the name of the intervention
    std::string reason; ///< why it is not possible, and what would allow it
};

/// All interventions on a case: the possible interventions, and the impossible interventions.
struct offer {
    std::vector<intervention> possible; ///< the interventions that can be tried
    std::vector<impossible> not_here;   ///< the other interventions, with the reasons

    /// Adds an intervention that is not possible here.
    void refuse(std::string name, std::string reason) {
        not_here.push_back({std::move(name), std::move(reason)});
    }
};

} // namespace tollgate::explain
