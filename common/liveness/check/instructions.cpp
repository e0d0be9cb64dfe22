// SPDX-License-Identifier: BSL-1.0
//
// The functions whose machine code instructions.sh examines. Not run.
#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

using namespace tollgate::liveness;

void between() noexcept;

[[gnu::noinline]] void pass_checkpoint(std::uint32_t id) {
    checkpoint(id);
}

[[gnu::noinline]] void begin_and_end(registry& watcher, std::string_view name) {
    const watched_scope scope(watcher, name, 1);
    between();
}

[[gnu::noinline]] void begin_and_end_with_timeouts(registry& watcher, std::string_view name,
                                                   timeouts own) {
    const watched_scope scope(watcher, name, 1, own);
    between();
}

[[gnu::noinline]] void block(std::uint32_t id) {
    const blocking_scope waiting(id);
    between();
}

[[gnu::noinline]] void pass_checkpoint_of_a_fiber(migrating_scope& session) {
    session.checkpoint(1);
}

/// Functions with forbidden instructions and calls: the script must notice them.
[[gnu::noinline]] void exchange_and_fence(std::atomic<int>& number) {
    number.exchange(1);
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

[[gnu::noinline]] std::int64_t ask_clocks() {
    return static_cast<std::int64_t>(detail::read_counter()) +
           std::chrono::steady_clock::now().time_since_epoch().count();
}
