// SPDX-License-Identifier: BSL-1.0
//
// The owner of a token registers and unregisters a handler while another thread cancels: the
// handler does not run after its guard has ended, a thread that sees the cancellation sees the
// writes before it, and the token may end then.
#include "cancel_sources.hpp"

#include <tollgate/cancel/standalone_token.hpp>

using namespace tollgate::cancel;

namespace {

struct counter final : cancellation_handler {
    void cancel() noexcept override { ++runs; }
    int runs = 0;
};

} // namespace

int main() {
    standalone_token stop;
    for (int i = 0; i < 2; ++i) { // from the second registration on, this thread owns the token
        counter first;
        cancellation_guard guard(stop, first);
    }
    int written = 0;
    model::run(
        [&] {
            counter handler;
            cancellation_guard guard(stop, handler);
            if (guard.is_cancelled()) {
                model::require(written == 1 && handler.runs == 0);
            } else if (guard.release() == release_result::ran) {
                model::require(written == 1 && handler.runs == 1);
            } else {
                model::require(handler.runs == 0);
            }
        },
        [&] {
            written = 1;
            stop.cancel();
        });
}
