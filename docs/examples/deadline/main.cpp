// SPDX-License-Identifier: BSL-1.0
// A request with a deadline. Its steps may use at most a part of the time.
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>

#include <chrono>
#include <cstdio>

namespace cancel = tollgate::cancel;
using namespace std::chrono_literals;

enum class stop { shutdown, overload };

const char* why(const cancel::token& cancellation) {
    const cancel::cancellation_reason reason = cancellation.reason();
    return reason == cancel::reason_kind::deadline ? "too late"
           : reason == stop::shutdown              ? "the server shuts down"
                                                   : "stopped";
}

// Waits for an answer that never comes.
const char* ask(const cancel::token& cancellation) {
    // Ends with the request, or after 20 ms.
    const auto part = cancel::source_with_deadline(cancellation, 20ms);
    const cancel::sourced_token own = part.get_token();
    while (own) {
        cancel::sleep_for(1h, own);
    }
    return why(own);
}

int main() {
    const cancel::cancellation_source server;
    const auto request = cancel::source_with_deadline(server, 5s);
    const cancel::sourced_token token = request.get_token();
    std::printf("one step: %s\n", ask(token));
    const bool has_time = token.deadline() > std::chrono::steady_clock::now();
    server.cancel(stop::shutdown);
    std::printf("the request: %s\n", why(token));
    return has_time && token.reason() == stop::shutdown ? 0 : 1;
}
