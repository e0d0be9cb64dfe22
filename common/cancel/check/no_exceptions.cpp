// SPDX-License-Identifier: BSL-1.0
//
// Uses every template of the public headers where there are neither exceptions nor type
// information. Not run.
#include <tollgate/cancel/async_sleep.hpp>
#include <tollgate/cancel/cancel_on_exit.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/cancelled.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/cancel/stop_token.hpp>
#include <tollgate/cancel/task_group.hpp>
#include <tollgate/cancel/thread.hpp>
#include <tollgate/cancel/ticker.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "this is to be compiled with -fno-exceptions -fno-rtti"
#endif

namespace tollgate::cancel {

template <class Condition>
void wait_in_all_forms(Condition& condition, const token& by) {
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    const auto ready = [] { return true; };
    const auto deadline = std::chrono::steady_clock::now();
    wait(condition, lock, by);
    wait(condition, lock, ready, by);
    wait_for(condition, lock, 1s, by);
    wait_for(condition, lock, 1s, ready, by);
    wait_until(condition, lock, deadline, by);
    wait_until(condition, lock, deadline, ready, by);
}

void use_everything() {
    using namespace std::chrono_literals;
    standalone_token cancellation;
    std::condition_variable condition;
    std::condition_variable_any any;
    wait_in_all_forms(condition, cancellation);
    wait_in_all_forms(any, cancellation);
    sleep_for(1s, cancellation);
    sleep_until(std::chrono::system_clock::now(), cancellation);
    poll({}, 1s, cancellation);
    const on_cancel call(cancellation, [] {});
    const on_cancel call_that_may_throw(cancellation, may_throw, [] {});
    const to_stop_token to(cancellation);
    const from_stop_token from(to.get());
    const cancellation_source source;
    const thread worker(cancellation_source::following(source, source.get_token()),
                        [](const token&) {});
    const thread without_a_token([] {});
    task_group group(source);
    group.start([](int, const token&) {}, 1);
    group.wait();
    ticker ticks(1s, timer::missed_ticks::skip);
    ticks.wait(cancellation);
    static_cast<void>(cancelled(cancellation));
    static_cast<void>(async_sleep_for(1s, cancellation));
    const cancel_on_exit stop(cancellation, cancel_when::if_thrown);
    const auto timed =
        source_with_deadline(source_with_deadline(1s), std::chrono::steady_clock::now());
    cancellation.cancel(timed.get_token().reason().value<int>());
    cancellation.reset();
}

} // namespace tollgate::cancel
