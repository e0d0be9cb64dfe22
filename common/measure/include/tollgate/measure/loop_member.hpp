// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>

#include <exception>
#include <optional>

namespace tollgate::measure {

/// One thread of a measured loop: where it was put, and what it says when it is over. Belongs to
/// that thread until it has been joined, then to the thread that joined it.
struct loop_member {
    loop_report own;
    std::exception_ptr failure;

    /// Puts the calling thread on that CPU, if on any. A refusal is kept for `add_to`, so that the
    /// thread can come to the start line nevertheless.
    void place(std::optional<int> cpu) noexcept;

    /// Adds what this thread did to the loop's report, and whether it stayed where it was put.
    /// Throws what `failure` holds.
    void add_to(loop_report& whole) const;
};

} // namespace tollgate::measure
