// SPDX-License-Identifier: BSL-1.0
//
// Uses every template of the public headers without exceptions and type information. Not run.
#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/json_lines_sink.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/systemd_watchdog.hpp>
#include <tollgate/liveness/text_sink.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <chrono>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "this is to be compiled with -fno-exceptions -fno-rtti"
#endif

namespace tollgate::liveness {

void use_everything() {
    using namespace std::chrono_literals;
    settings options;
    options.sinks = {text_sink(2), json_lines_sink(2)};
    registry watcher(options);
    const timeouts own{.timeout = 1s, .grace = 1s};
    const watched_scope by_default("name", 1);
    const watched_scope with_timeouts("name", 1, own);
    const watched_scope of_a_registry(watcher, "name", 1, own);
    migrating_scope session(watcher, "name", 1, own);
    const migrating_scope session_by_default("name", 1);
    const blocking_scope waiting(2);
    const blocking_scope for_a_while(2, 1s);
    const blocking_scope session_waiting(session, 2);
    checkpoint(3);
    session.checkpoint(3);
}

} // namespace tollgate::liveness
