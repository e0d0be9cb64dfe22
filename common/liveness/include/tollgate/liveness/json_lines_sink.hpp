// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/line_writer.hpp>

#include <cstdint>

namespace tollgate::liveness {

struct event;

/// Writes events to a descriptor, a line of JSON each (to_json.hpp). It treats the descriptor and
/// its time as text_sink does. What was not written is told by a line of its own:
///
///     {"event":"not_written","events":3}
///
/// If one of those was written in part, that part stands before it, on a line that is no JSON.
///
/// Threads: one at a time. A copy counts for itself what it did not write.
class json_lines_sink {
public:
    explicit json_lines_sink(int descriptor) noexcept;

    void operator()(const event& what);

    /// So many events, in all, were not written wholly.
    [[nodiscard]] std::uint64_t not_written() const noexcept { return writer_.not_written(); }

private:
    detail::line_writer writer_;
};

} // namespace tollgate::liveness
