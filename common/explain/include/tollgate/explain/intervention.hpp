// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
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

/// Another clock than that of the run.
struct clock_change {
    clock::source source = clock::source::monotonic;
    double scale = 1; ///< counts of the run's clock for each count of this one
};

/// A change of the machine or of the case, for the batches of one arm, to see what it takes off the
/// cost.
struct intervention {
    std::string name;    ///< "cpus=busy"; letters, digits, `=`, `-`, `_` and `.`
    std::string effect;  ///< "goes when its CPUs are kept from idling"
    advice follows;      ///< empty: there is none
    std::string verdict; ///< the environment's verdict that it puts a figure on; may be empty

    /// Takes hold until the returned object is destroyed. Both happen on the same thread, before
    /// and after a batch. Throws std::system_error if the machine refuses. Empty: nothing to hold.
    std::function<std::shared_ptr<void>()> hold;
    /// The case that is measured in place of the one in question; absent: the same.
    std::optional<measure::measured_case> instead;
    std::optional<clock_change> clock;
    /// Pure. Empty: the loop's own proofs are enough.
    std::function<hold_proof(const measure::case_record& control, const measure::case_record& arm)>
        proof;
    /// One intervention at a time can hold of those with the same word here. Empty: it goes with
    /// all.
    std::string exclusive;
    /// It is another way to do the same, and shares nothing with others. Its cost is stated beside
    /// the shares.
    bool is_alternative = false;
    /// Its batches use the CPUs as the control's do, so that a quota and the host meet both alike.
    bool uses_cpus_alike = false;
    /// It differs from batch to batch, and shows by how much that moves the cost.
    bool is_scatter = false;
    /// The cost under it is the least that is to be expected of the case anywhere. The cost that is
    /// left above it is not explained.
    bool is_base = false;
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
