// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/registry.hpp>

#include <tollgate/liveness/text_sink.hpp>

#include <atomic>
#include <cstdlib>
#include <memory>

#include <unistd.h>

namespace tollgate::liveness {

/// It ends with the process's static objects, but is not destroyed: threads that are there still,
/// and destructors that come later, begin scopes in it.
struct detail::process_registry {
    /// Null before one is made. Not a static of a function, whose initialization a child of fork()
    /// might find begun by a thread that it does not have.
    static inline constinit std::atomic<registry*> the{nullptr};

    static void end() noexcept { the.load(std::memory_order_acquire)->end(); }

    static registry& make() {
        settings how;
        how.sinks.emplace_back(text_sink(STDERR_FILENO));
        auto made = std::make_unique<registry>(how);
        registry* found = nullptr;
        if (!the.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) {
            return *found;
        }
        // Where that is not possible, the process ends without its last look.
        static_cast<void>(std::atexit(&end));
        return *made.release();
    }
};

registry& default_registry() {
    registry* const one = detail::process_registry::the.load(std::memory_order_acquire);
    return one == nullptr ? detail::process_registry::make() : *one;
}

} // namespace tollgate::liveness
