// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/cpu/topology.hpp>

#include <variant>

namespace tollgate::timeout_test {

/// For one thread; anywhere if it cannot be pinned.
[[nodiscard]] inline cpu::assignment one_cpu(const cpu::topology& machine) {
    const auto place = cpu::assign(cpu::placement::same, machine, 1);
    const auto* found = std::get_if<cpu::assignment>(&place);
    return found != nullptr ? *found : cpu::assignment{};
}

} // namespace tollgate::timeout_test
