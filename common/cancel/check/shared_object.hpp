// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/token.hpp>

#include <cstdint>

namespace tollgate::cancel {

/// Acts of another shared object on tokens: by code of its own, with inline variables of its
/// own.
struct shared_object {
    /// Where it has the state of tokens that can never be cancelled.
    const void* never;
    bool (*can_be_cancelled)(const token& one);
    bool (*is_cancelled)(const token& one);
    /// Whether the handler was accepted; unregistered again.
    bool (*registers)(const token& one, cancellation_handler& handler);
    bool (*copy_can_be_cancelled)(const sourced_token& one);
    /// Moves it away, and lets what it was moved to go.
    void (*moves)(sourced_token& one);
    const token& (*dummy)();
    std::uintptr_t (*this_thread_by_address)();
};

/// The name of the function that gives it.
inline constexpr const char* shared_object_entry = "tollgate_cancel_shared_object";
extern "C" const shared_object* tollgate_cancel_shared_object();

} // namespace tollgate::cancel
