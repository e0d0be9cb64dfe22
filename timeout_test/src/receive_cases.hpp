// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "program.hpp"
#include "receive_loop.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cpu/assignment.hpp>

#include <optional>
#include <string_view>

namespace tollgate::timeout_test {

/// Whom streams are between, and where they run.
struct stream_place {
    between whom = between::fibers;
    cpu::assignment at;

    [[nodiscard]] std::optional<cpu::placement> placement() const {
        return whom == between::threads ? std::optional(at.where) : std::nullopt;
    }
};

/// One stream, compared with the baseline of its implementation; the baselines with Boost's.
void add_receives(bench::case_table& to, group of, std::string_view impl, clock_kind clock,
                  const stream_place& where, receive_parts (*make_parts)(exchange&));

/// Boost's channels, under its own scheduler and under ours.
void add_boost(bench::case_table& to, const stream_place& where);

} // namespace tollgate::timeout_test
