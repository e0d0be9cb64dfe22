// SPDX-License-Identifier: BSL-1.0
#include "copied_stack.hpp"
#include "machine_code.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <elf.h>

namespace tollgate::bill {
namespace {

using window = std::array<std::uint8_t, 16>;

std::optional<window> code_at(pid_t thread, std::uint64_t address) {
    window code{};
    if (read_memory(thread, address, std::as_writable_bytes(std::span(code))) != code.size()) {
        return std::nullopt;
    }
    return code;
}

/// The address that is relative to the end of an instruction.
std::uint64_t relative(std::uint64_t end, const std::uint8_t* displacement) {
    std::int32_t value = 0;
    std::memcpy(&value, displacement, sizeof value);
    return end + static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

/// Follows an entry of the procedure linkage table: endbr64, then bnd jmp *offset(%rip).
std::uint64_t behind_jump(pid_t thread, std::uint64_t address) {
    const std::optional<window> code = code_at(thread, address);
    if (!code) {
        return address;
    }
    constexpr std::array<std::uint8_t, 4> endbr{0xf3, 0x0f, 0x1e, 0xfa};
    std::size_t at = std::equal(endbr.begin(), endbr.end(), code->begin()) ? endbr.size() : 0;
    at += (*code)[at] == 0xf2 ? 1 : 0;
    if ((*code)[at] != 0xff || (*code)[at + 1] != 0x25) {
        return address;
    }
    return read_word(thread, relative(address + at + 6, &(*code)[at + 2])).value_or(address);
}

/// Whether the bytes before the end are a call of the address in a register or in memory. The byte
/// ModRM tells how long the instruction is.
bool is_indirect_call(const std::uint8_t* end) {
    const auto calls = [&](int length, int mode, bool has_sib) {
        const std::uint8_t modrm = end[1 - length];
        const bool sib = mode != 3 && (modrm & 7) == 4;
        return end[-length] == 0xff && (modrm >> 6) == mode && ((modrm >> 3) & 7) == 2 &&
               sib == has_sib;
    };
    return calls(2, 3, false) || calls(2, 0, false) || calls(3, 0, true) || calls(3, 1, false) ||
           calls(4, 1, true) || calls(6, 2, false) || calls(7, 2, true);
}

} // namespace

const machine_numbers this_machine{EM_X86_64, 7, 6};

std::optional<call_instruction> call_before(pid_t thread, std::uint64_t address) {
    std::array<std::uint8_t, 8> code{};
    const auto bytes = std::as_writable_bytes(std::span(code));
    if (read_memory(thread, address - code.size(), bytes) != code.size()) {
        return std::nullopt;
    }
    const std::uint8_t* const end = code.data() + code.size();
    if (end[-5] == 0xe8) {
        return call_instruction{behind_jump(thread, relative(address, end - 4))};
    }
    if (end[-6] == 0xff && end[-5] == 0x15) { // call *offset(%rip)
        return call_instruction{read_word(thread, relative(address, end - 4))};
    }
    if (is_indirect_call(end)) {
        return call_instruction{};
    }
    return std::nullopt;
}

} // namespace tollgate::bill
