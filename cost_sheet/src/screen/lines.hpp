// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/answer.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// What a line of the screen is about.
enum class topic {
    fiber_boost,
    fiber_own,
    thread_one_cpu,
    thread_spins,
    thread_sleeps,
    message_fibers,
    message_fibers_boost,
    message_awake,
    message_awake_peer,
    message_asleep,
    message_one_cpu,
    stream_own,
    stream_peer,
    stream_condvar,
    limit_kernel,
    limit_counter,
    limit_deferred,
    timers_wheel,
    timers_heap,
    token_wait,
    token_ask,
    token_ask_std,
    token_returned,
    checkpoint,
    checkpoint_stamp,
    reported,
    late,
    late_burning,
    woken_other,
    woken_same,
    taken,
};

/// How a line comes from the cases of a sheet.
struct line_rule {
    topic about;
    std::string_view what; ///< at most 38 columns; empty: it is for sentences alone
    std::vector<report::case_pattern> among;  ///< the cheapest of them, which is named if several
    std::optional<report::case_pattern> less; ///< what it costs besides this
    std::string_view program;
    std::string_view only;
    /// Of cases that differ in a number the line is about the first one of the sheet.
    bool first_of_many = false;
};

/// These do the same.
using group_rule = std::vector<line_rule>;

/// "SUBJECT VERB 1/90 of OTHER, 1/750 of OTHER."
struct claim_rule {
    struct other {
        topic about;
        std::string_view name;
    };
    topic about;
    std::string_view subject;
    std::string_view verb;
    std::vector<other> others;
    std::string_view in_a_guest{}; ///< behind it, if the machine is a virtual one
};

struct section_rule {
    std::string_view title;
    std::vector<group_rule> groups;
    std::vector<claim_rule> claims;
};

/// The screen's sections, in their order.
[[nodiscard]] const std::vector<section_rule>& screen_rules();

} // namespace tollgate::cost_sheet
