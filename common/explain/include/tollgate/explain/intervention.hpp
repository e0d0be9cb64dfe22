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

/// The setting that has the effect of an intervention in production.
struct advice {
    std::string setting; ///< "an idle-priority thread that spins on each CPU"
    std::string price;   ///< "all of the CPUs' time, and the power for it"
    std::string command; ///< for a root shell, or a call in C; may be empty
    std::string undo;    ///< may be empty
};

/// The name of an intervention, and its description for the report.
struct description {
    std::string name;     ///< "cpus=busy"; letters, digits, `=`, `-`, `_` and `.`
    std::string effect;   ///< "its CPUs are kept from idling"
    advice in_production; ///< empty: there is none
    /// The environment's verdict whose cost it measures: it changes nothing else. May be empty.
    std::string verdict{};
    /// Of the interventions with the same word here, only one can hold at a time. Empty: it
    /// combines with all. No result file has this member.
    std::string exclusive{};
    /// It is another way to do the same work. It is never combined with another intervention.
    bool is_alternative = false;
};

/// Whether an intervention took hold, judged by the counts with and without it.
struct hold_check {
    /// The result of the check.
    enum class verdict {
        held,       ///< it took hold
        failed,     ///< it did not take hold
        pointless,  ///< there was nothing that it could have taken away
        uncheckable ///< nothing here counts its effect
    };
    verdict result = verdict::held; ///< whether it took hold
    std::string text; ///< "they entered idle 3 times in 1,000 operations instead of 998"
};

/// Checks the record of the control and the record of the variant. Pure.
using hold_check_function = std::function<hold_check(const measure::case_record& control,
                                                     const measure::case_record& variant)>;

/// A change of the machine or of the case for the batches of one variant. It shows what the change
/// takes off the cost.
///
///     explain::intervention busy{{"cpus=busy", "its CPUs are kept from idling", {}}};
///     busy.hold = [] { return std::shared_ptr<void>(); };
///
/// - *Threads*: `hold`, and the end of the object that it returns, are on the thread that runs the
///   batch.
/// - *Exceptions*: `hold` throws std::system_error if the machine refuses.
struct intervention : description {
    /// Makes the change before a batch. The change lasts until the returned object is destroyed,
    /// which happens after the batch. Empty: there is nothing to change.
    std::function<std::shared_ptr<void>()> hold{};
    hold_check_function check_hold{}; ///< empty: the loop's own self-checks are enough
    /// Its batches use the CPUs like those of the control. So a quota and the host disturb both
    /// equally.
    bool uses_cpus_alike = false;
    /// The case that is measured instead of the explained one; absent: the explained case.
    std::optional<measure::measured_case> instead{};
};

/// An intervention that is not possible here.
struct impossible {
    std::string name;   ///< of the intervention
    std::string reason; ///< why not, and what would allow it
};

/// All interventions on a case: those that are possible here, and those that are not.
struct offer {
    std::vector<intervention> possible; ///< what can be tried
    std::vector<impossible> not_here;   ///< what cannot, and why

    /// Adds an intervention that is not possible here.
    void refuse(std::string name, std::string reason) {
        not_here.push_back({std::move(name), std::move(reason)});
    }
};

} // namespace tollgate::explain
