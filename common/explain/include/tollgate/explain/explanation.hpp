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

/// The result of one intervention by itself.
struct tried_alone {
    std::string name;
    std::string effect;  ///< see intervention
    std::string verdict; ///< see intervention
    advice follows;
    hold_proof proof;
    double costs_ns = 0;            ///< the cost of the case under it
    measure::estimate takes_off_ns; ///< negative: it makes the case dearer
    /// The interval of `takes_off_ns`, judged together with those of all others, excludes 0. The
    /// value is larger than the noise floor, and the intervention is proven to have taken hold.
    bool resolved = false;
    /// For an intervention that differs from batch to batch: the standard deviation that it adds to
    /// that of the batches of a pass. It is resolved if it is shown to add any; no noise floor
    /// applies.
    double scatter_ns = 0;
    bool is_scatter = false;
    bool is_alternative = false;
    bool is_base = false;
    std::string exclusive{}; ///< see intervention; no result file has it
};

/// The kind of a part of a cost.
enum class share_kind {
    intervention, ///< it goes under these interventions
    stopped,      ///< the process was stopped
    throttled,    ///< the quota of its cgroup was used up
    stolen,       ///< the host ran something else
    base,         ///< the cost on one CPU
    rare,         ///< comes from few rounds that took much longer than the others
    rest,         ///< it is not explained
};

inline constexpr std::array all_share_kinds{
    share_kind::intervention, share_kind::stopped, share_kind::throttled, share_kind::stolen,
    share_kind::base,         share_kind::rare,    share_kind::rest};

[[nodiscard]] std::string_view to_string(share_kind which);
[[nodiscard]] std::optional<share_kind> parse_share_kind(std::string_view text);

/// A part of a cost.
struct share {
    share_kind what = share_kind::rest;
    std::vector<std::string> of; ///< the interventions that share it: each takes it off by itself
    measure::estimate ns;
    bool resolved = false; ///< its interval excludes 0, or the kernel counted what it is made of
};

/// The explanation of the cost of a case here: parts that add up to it.
struct explanation {
    measure::case_key of;
    std::string unit;
    measure::estimate cost_ns; ///< the mean over the passes from which the shares come
    std::vector<share> shares; ///< their values add up to the cost
    std::vector<tried_alone> alone;
    std::vector<impossible> not_here;
    std::uint64_t passes = 0;          ///< of the first stage, each intervention by itself
    std::uint64_t passes_together = 0; ///< of the second; 0: there was none

    [[nodiscard]] const tried_alone* find(std::string_view name) const;
};

} // namespace tollgate::explain
