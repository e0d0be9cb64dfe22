// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/token.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::cancel {

/// Functions of another shared object on tokens: with its own code and its own inline variables.
struct shared_object {
    /// The address of its state of tokens that can never be cancelled.
    const void* never;
    bool (*can_be_cancelled)(const token& cancellation);
    bool (*is_cancelled)(const token& cancellation);
    /// Whether the handler was accepted. It is unregistered again.
    bool (*registers)(const token& cancellation, cancellation_handler& handler);
    bool (*copy_can_be_cancelled)(const sourced_token& cancellation);
    /// Moves the token to another token, which then ends.
    void (*moves)(sourced_token& cancellation);
    const token& (*dummy)();
    std::uintptr_t (*this_thread_by_address)();
    cancellation_source (*source_with_deadline)(const token& leader,
                                                std::chrono::milliseconds time);
};

/// The name of the function that returns it.
inline constexpr const char* shared_object_entry = "tollgate_cancel_shared_object";
extern "C" const shared_object* tollgate_cancel_shared_object();

} // namespace tollgate::cancel
