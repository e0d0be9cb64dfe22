// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/case_summary.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::explain {

/// What one intervention did by itself.
struct tried_alone {
    std::string name;
    std::string effect;  ///< see intervention
    std::string verdict; ///< see intervention
    advice follows;
    hold_proof proof;
    double costs_ns = 0;            ///< the case under it
    measure::estimate takes_off_ns; ///< negative: it makes the case dearer
    /// The interval of what it takes off, together with those of all others, excludes 0; it is
    /// larger than the noise floor, and the intervention is proven to have taken hold.
    bool resolved = false;
    /// Of what differs from batch to batch: the standard deviation that this adds to that of the
    /// batches of a pass. It is resolved if it is shown to add any.
    double scatter_ns = 0;
    bool is_scatter = false;
    bool is_alternative = false;
    bool is_base = false;
    std::string exclusive{}; ///< see intervention; no result file has it
};

/// Of what kind a part of a cost is.
enum class share_kind {
    intervention, ///< it goes under these interventions
    stopped,      ///< the process was stopped
    throttled,    ///< the quota of its cgroup was used up
    stolen,       ///< the host ran something else
    base,         ///< what it costs on one CPU
    rare,         ///< in few rounds that took much longer than the others
    rest,         ///< what is not explained
};

inline constexpr std::array all_share_kinds{
    share_kind::intervention, share_kind::stopped, share_kind::throttled, share_kind::stolen,
    share_kind::base,         share_kind::rare,    share_kind::rest};

[[nodiscard]] std::string_view to_string(share_kind which);
[[nodiscard]] std::optional<share_kind> parse_share_kind(std::string_view text);

/// A part of a cost.
struct share {
    share_kind what = share_kind::rest;
    std::vector<std::string> of; ///< interventions, of which each does by itself what is shared
    measure::estimate ns;
    bool resolved = false; ///< its interval excludes 0, or the kernel counted what it is made of
};

/// Why a case costs what it costs here: parts of it that add up.
struct explanation {
    measure::case_key of;
    std::string unit;
    measure::estimate cost_ns; ///< the mean over the passes of which the shares are
    std::vector<share> shares; ///< their values add up to the cost
    std::vector<tried_alone> alone;
    std::vector<impossible> not_here;
    std::uint64_t passes = 0;          ///< of the first stage, each intervention by itself
    std::uint64_t passes_together = 0; ///< of the second; 0: there was none

    [[nodiscard]] const tried_alone* find(std::string_view name) const;
};

} // namespace tollgate::explain
