// SPDX-License-Identifier: BSL-1.0
//
// A shared object that exports one symbol.
#include "shared_object.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>

#include <chrono>
#include <utility>

namespace tollgate::cancel {
namespace {

const dummy_token own_dummy;

const shared_object this_one{
    .never = &detail::never_cancelled,
    .can_be_cancelled = [](const token& cancellation) { return cancellation.can_be_cancelled(); },
    .is_cancelled = [](const token& cancellation) { return cancellation.is_cancelled(); },
    .registers =
        [](const token& cancellation, cancellation_handler& handler) {
            cancellation_guard guard(cancellation, handler);
            return !guard.is_cancelled() && guard.release() == release_result::removed;
        },
    .copy_can_be_cancelled =
        [](const sourced_token& cancellation) {
            const sourced_token copy =
                cancellation; // NOLINT(performance-unnecessary-copy-initialization)
            return copy.can_be_cancelled();
        },
    .moves =
        [](sourced_token& cancellation) { const sourced_token taken = std::move(cancellation); },
    .dummy = []() -> const token& { return own_dummy; },
    .this_thread_by_address = &detail::this_thread_by_address,
    .source_with_deadline =
        [](const token& leader, std::chrono::milliseconds time) {
            return source_with_deadline(leader, time);
        },
};

} // namespace

extern "C" [[gnu::visibility("default")]] const shared_object* tollgate_cancel_shared_object() {
    return &this_one;
}

} // namespace tollgate::cancel
