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

/// The setting with which a reader has the effect of an intervention in production.
struct advice {
    std::string setting; ///< "an idle-priority thread that spins on each CPU"
    std::string price;   ///< "the CPUs never rest: all of their time, and its power"
    std::string command; ///< for a root shell, or a call in C; may be empty
    std::string undo;    ///< may be empty
};

/// What is said of an intervention.
struct description {
    std::string name;     ///< "cpus=busy"; letters, digits, `=`, `-`, `_` and `.`
    std::string effect;   ///< "its CPUs are kept from idling"
    advice in_production; ///< empty: there is none
    /// The environment's verdict that it puts a figure on: it changes nothing else. May be empty.
    std::string verdict{};
    /// One intervention at a time can hold of those with the same word here. Empty: it goes with
    /// all. No result file has it.
    std::string exclusive{};
    /// It is another way to do the same, and is made together with no other.
    bool is_alternative = false;
};

/// Whether an intervention took hold, from what was counted with and without it.
struct hold_proof {
    enum class verdict {
        held,
        failed,
        pointless, ///< there was nothing that it could have taken away
        unprovable ///< nothing here counts it
    };
    verdict what = verdict::held;
    std::string says; ///< "they entered idle 3 times in 1,000 operations instead of 998"
};

/// Of the record of the control and that of the variant. Pure.
using proof_function = std::function<hold_proof(const measure::case_record& control,
                                                const measure::case_record& variant)>;

/// A change of the machine or of the case, for the batches of one variant, to see what it takes off
/// the cost.
struct intervention : description {
    /// Takes hold until the returned object is destroyed. Both happen on the same thread, before
    /// and after a batch. Throws std::system_error if the machine refuses. Empty: nothing to hold.
    std::function<std::shared_ptr<void>()> hold{};
    proof_function proof{}; ///< empty: the loop's own proofs are enough
    /// Its batches use the CPUs as the control's do, so that a quota and the host meet both alike.
    bool uses_cpus_alike = false;
    /// The case that is measured in place of the one in question; absent: the same.
    std::optional<measure::measured_case> instead{};
};

/// An intervention that is not possible here.
struct impossible {
    std::string name;
    std::string reason; ///< and what would allow it
};

/// All that can be tried on a case, and all that cannot.
struct offer {
    std::vector<intervention> possible;
    std::vector<impossible> not_here;

    void refuse(std::string name, std::string reason) {
        not_here.push_back({std::move(name), std::move(reason)});
    }
};

} // namespace tollgate::explain
