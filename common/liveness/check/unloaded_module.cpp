// SPDX-License-Identifier: BSL-1.0
//
// A plug-in that contains the parts of the library for ends of threads and for signals.
#include "../src/stack.hpp"

#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>

#include <unistd.h>

/// Leaves a record for the end of the calling thread, like a scope.
extern "C" [[gnu::visibility("default")]] void tollgate_check_keep_a_record() {
    using namespace tollgate::liveness;
    auto* const store = new detail::record_store(settings{});
    detail::keep_spares_of(store);
    detail::record* const taken = store->take(1);
    taken->next = detail::this_thread.spare;
    detail::this_thread.spare = taken;
    store->abandon();
}

extern "C" [[gnu::visibility("default")]] void tollgate_check_sleeps_until(const bool* over) {
    while (!__atomic_load_n(over, __ATOMIC_ACQUIRE)) {
        ::usleep(1000);
    }
}

/// Installs the handler of the signal for stacks.
extern "C" [[gnu::visibility("default")]] bool tollgate_check_prepares_stacks() {
    return tollgate::liveness::detail::prepare_stacks();
}
