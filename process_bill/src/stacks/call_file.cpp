// SPDX-License-Identifier: BSL-1.0
#include "call_file.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

/// Takes the next number off the text.
template <class Number>
bool take(std::string_view& text, Number& number, int base) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (base == 16) {
        if (!text.starts_with("0x")) {
            return false;
        }
        text.remove_prefix(2);
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc{};
}

} // namespace

std::optional<call_state> parse_call(std::string_view text) {
    call_state state;
    if (!take(text, state.number, 10)) {
        return std::nullopt;
    }
    if (state.number >= 0) {
        for (std::uint64_t& argument : state.arguments) {
            if (!take(text, argument, 16)) {
                return std::nullopt;
            }
        }
    }
    if (!take(text, state.stack_pointer, 16) || !take(text, state.instruction, 16)) {
        return std::nullopt;
    }
    // A thread that has ended and a thread of the kernel have no user state.
    return state.instruction != 0 ? std::optional(state) : std::nullopt;
}

call_file::call_file(int process_folder, pid_t thread) {
    std::array<char, 64> name{};
    fmt::format_to_n(name.begin(), name.size() - 1, "task/{}/syscall", thread);
    file_ = posix::descriptor(::openat(process_folder, name.data(), O_RDONLY | O_CLOEXEC));
    error_ = file_.number() < 0 ? errno : 0;
}

std::optional<call_state> call_file::now() {
    if (file_.number() < 0) {
        return std::nullopt;
    }
    std::array<char, 256> text;
    const ssize_t length = ::pread(file_.number(), text.data(), text.size(), 0);
    error_ = length < 0 ? errno : 0;
    if (length <= 0) {
        return std::nullopt;
    }
    return parse_call({text.data(), static_cast<std::size_t>(length)});
}

} // namespace tollgate::bill
