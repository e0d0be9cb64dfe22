// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/liveness/registry.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tollgate::liveness {

/// Watches its thread: the thread must pass checkpoints, or it is reported as frozen.
///
///     const tollgate::liveness::watched_scope watched("server", 1);
///     for (int request = 0; request < 10; ++request) {
///         tollgate::liveness::checkpoint(2);
///     }
///
/// Scopes may be nested: only the innermost is watched. When it ends, the scope around it is
/// watched again from then on, with its last checkpoint passed anew.
///
/// - *Threads*: belongs to the thread that created it. It must not be used in fibers, even if they
///   stay on one thread: scopes of two fibers are not nested. Use migrating_scope there.
/// - *Lifetime*: ends on its thread, the innermost first. In any other case the program ends with a
///   message.
/// - *Exceptions*: std::invalid_argument for a timeout of zero or less or a negative grace. Only
///   when it needs a new record: std::bad_alloc or std::system_error.
/// - *Cost*: a few stores; no wait, no lock, no atomic read-modify-write, no clock. The first scope
///   of a thread, and the first at a new depth of nesting, takes a mutex for a few instructions.
///   It then allocates once in 64 times, and starts the registry's threads if they do not run.
class [[nodiscard]] watched_scope {
public:
    /// In bytes; a longer name is cut.
    static constexpr std::size_t longest_name = detail::record::longest_name;

    /// Passes the first checkpoint. With the default timeouts of this registry.
    [[gnu::always_inline]] watched_scope(registry& watcher, std::string_view name,
                                         std::uint32_t first_checkpoint)
        : record_(take(watcher)),
          outer_(detail::this_thread.current),
          outer_timeout_ns_(cover(outer_)) {
        record_->begin(name, first_checkpoint,
                       record_->store->timeout_ns.load(std::memory_order_relaxed),
                       record_->store->grace_ns.load(std::memory_order_relaxed));
        detail::this_thread.current = record_;
    }
    /// With timeouts of its own.
    [[gnu::always_inline]] watched_scope(registry& watcher, std::string_view name,
                                         std::uint32_t first_checkpoint, timeouts own)
        : record_((detail::check_timeouts(own), take(watcher))),
          outer_(detail::this_thread.current),
          outer_timeout_ns_(cover(outer_)) {
        record_->begin(name, first_checkpoint, detail::to_timeout_ns(own.timeout),
                       detail::to_timeout_ns(own.grace));
        detail::this_thread.current = record_;
    }

    /// In the process's registry.
    watched_scope(std::string_view name, std::uint32_t first_checkpoint)
        : watched_scope(default_registry(), name, first_checkpoint) {}
    /// In the process's registry, with timeouts of its own.
    watched_scope(std::string_view name, std::uint32_t first_checkpoint, timeouts own)
        : watched_scope(default_registry(), name, first_checkpoint, own) {}

    // Inlined, or the scope would have to lie in memory.
    [[gnu::always_inline]] ~watched_scope() {
        detail::thread_words& words = detail::this_thread;
        // The outer scope is then open, too: it could not have ended before this scope.
        if (words.current != record_) [[unlikely]] {
            detail::refuse_end("a watched_scope");
        }
        record_->end();
        words.current = outer_;
        if (outer_timeout_ns_ != 0) {
            outer_->watch_again(outer_timeout_ns_);
        }
        if (words.spare_of == record_->store) [[likely]] {
            record_->next = words.spare;
            words.spare = record_;
        } else {
            record_->store->give_back(record_);
        }
    }
    watched_scope(const watched_scope&) = delete;
    watched_scope& operator=(const watched_scope&) = delete;

private:
    static detail::record* take(registry& watcher) {
        detail::thread_words& words = detail::this_thread;
        detail::record* const kept = words.spare;
        if (kept == nullptr || words.spare_of != watcher.store_.get()) [[unlikely]] {
            return watcher.take();
        }
        words.spare = kept->next;
        return kept;
    }

    /// Stops watching the outer scope. Returns its timeout: 0 if it was not watched, or if there is
    /// no outer scope.
    static std::uint64_t cover(detail::record* outer) noexcept {
        if (outer == nullptr) {
            return 0;
        }
        const std::uint64_t timeout_ns =
            outer->timeout_ns.load(std::memory_order_relaxed) & ~detail::record::suspended;
        outer->watch(0);
        return timeout_ns;
    }

    detail::record* const record_;
    detail::record* const outer_;
    const std::uint64_t outer_timeout_ns_;
};

} // namespace tollgate::liveness
