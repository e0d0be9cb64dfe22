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

/// What a reader can do in production to have the effect of an intervention.
struct advice {
    std::string setting; ///< "an idle-priority thread that spins on each CPU"
    std::string price;   ///< "the CPUs never rest: all of their time, and its power"
    std::string command; ///< for a root shell, or the part of ours; may be empty
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
    double scale = 1; ///< counts of the run's clock for each of its own
};

/// A change of the machine or of the case, for the batches of one arm, to see what it takes off the
/// cost.
struct intervention {
    std::string name;    ///< "cpus=busy"; letters, digits, `=`, `-`, `_` and `.`
    std::string effect;  ///< "goes when its CPUs are kept from idling"
    advice follows;      ///< empty: there is none
    std::string verdict; ///< the environment's verdict that it puts a figure on; may be empty

    /// Takes hold until what it returns is destroyed, on the thread that called it, before and
    /// after a batch. Throws std::system_error if the machine refuses. Empty: nothing to hold.
    std::function<std::shared_ptr<void>()> hold;
    /// The case that is measured in place of the one in question; absent: the same.
    std::optional<measure::measured_case> instead;
    std::optional<clock_change> clock;
    /// Pure. Empty: what the loop's own proofs say is enough.
    std::function<hold_proof(const measure::case_record& control, const measure::case_record& arm)>
        proof;
    /// Of those with the same word here one can hold at a time; empty: it goes with all.
    std::string exclusive;
    /// It is another way to do the same, and shares nothing with others: what it costs is stated
    /// beside the shares.
    bool is_alternative = false;
    /// It differs from batch to batch: what it shows is by how much that moves the cost.
    bool is_scatter = false;
    /// What the case costs there is the least that is to be expected of it anywhere: what is left
    /// above it is not explained.
    bool is_base = false;
};

/// An intervention that is not possible here.
struct impossible {
    std::string name;
    std::string reason; ///< and what would allow it
};

/// All that can be tried on a case, and what cannot.
struct offer {
    std::vector<intervention> possible;
    std::vector<impossible> not_here;

    void refuse(std::string name, std::string reason) {
        not_here.push_back({std::move(name), std::move(reason)});
    }
};

} // namespace tollgate::explain
