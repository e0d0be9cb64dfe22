// SPDX-License-Identifier: BSL-1.0
#include "copied_stack.hpp"
#include "machine_code.hpp"

#include <array>

#include <elf.h>

namespace tollgate::bill {

const machine_numbers this_machine{EM_AARCH64, 31, 29};

std::optional<call_instruction> call_before(pid_t thread, std::uint64_t address) {
    std::array<std::uint32_t, 1> code{};
    const auto bytes = std::as_writable_bytes(std::span(code));
    if (read_memory(thread, address - bytes.size(), bytes) != bytes.size()) {
        return std::nullopt;
    }
    const bool is_bl = (code[0] & 0xfc000000U) == 0x94000000U;
    const bool is_blr = (code[0] & 0xfffffc1fU) == 0xd63f0000U;
    if (!is_bl && !is_blr) {
        return std::nullopt;
    }
    // The target of a bl may be a jump table: it is not followed here.
    return call_instruction{};
}

} // namespace tollgate::bill
