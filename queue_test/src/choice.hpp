// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "shape.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/placement.hpp>
#include <tollgate/cpu/topology.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::queue_test {

/// What is measured of a queue.
enum class kind { pingpong, stream };

/// The sizes of messages that the queues are compiled for, in bytes.
inline constexpr std::array<std::size_t, 4> payloads{8, 64, 1024, 65536};

/// One row of the table for each queue.
struct setting {
    kind what;
    shape of;
    std::size_t payload;
    cpu::placement where;
};

/// --queues, --capacity, --payload, --producers and --consumers.
[[nodiscard]] std::vector<cli::own_option> own_options();

/// capacity, payload and producers, for --sweep.
[[nodiscard]] std::vector<cli::sweep_axis> sweep_axes();

/// The settings that these options ask for, in the table's order. By default ping-pong on one CPU
/// and between two, and a stream between two. Throws usage_error.
[[nodiscard]] std::vector<setting> chosen_settings(const cli::options& chosen,
                                                   const cpu::topology& machine);

/// Whether a queue of that name is wanted: was named, or none was.
[[nodiscard]] bool is_chosen(const cli::options& chosen, const std::string& impl);
/// Whether --queues names it.
[[nodiscard]] bool is_named(const cli::options& chosen, const std::string& impl);

} // namespace tollgate::queue_test
