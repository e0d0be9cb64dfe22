// SPDX-License-Identifier: BSL-1.0
//
// The owner of a token registers and unregisters a handler while another thread cancels. The
// handler does not run after its guard has ended, and a thread that sees the cancellation sees the
// writes before it. With WAIT the owner sleeps until the handler has run: no cancellation is lost.
#include "cancel_sources.hpp"

#include <tollgate/cancel/standalone_token.hpp>

using namespace tollgate::cancel;

namespace {

struct counter final : cancellation_handler {
    void cancel() noexcept override {
        ++runs;
        place.wake();
    }
    int runs = 0;
    tollgate::sleep::parker place;
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
#if defined(WAIT)
            if (!guard.is_cancelled()) {
                handler.place.sleep();
            }
            model::require(written == 1);
#else
            const bool has_run = guard.release() == release_result::ran;
            model::require(handler.runs == (has_run ? 1 : 0));
            if (stop.is_cancelled()) {
                model::require(written == 1);
            }
#endif
        },
        [&] {
            written = 1;
            stop.cancel();
        });
}
