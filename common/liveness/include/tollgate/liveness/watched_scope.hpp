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

/// A scope: a part of a thread's work that a registry watches. If the thread passes no checkpoint
/// for the scope's timeout, the registry reports the thread as frozen.
///
///     const tollgate::liveness::watched_scope watched("server", 1);
///     for (int request = 0; request < 10; ++request) {
///         tollgate::liveness::checkpoint(2);
///     }
///
/// Scopes may be nested: only the innermost scope is watched. When the innermost scope ends, the
/// outer scope passes its last checkpoint once more, and is watched again.
///
/// - *Threads*: a watched_scope belongs to the thread that created it. Do not use a watched_scope
///   in fibers, even if the fibers stay on one thread, because the scopes of two fibers are not
///   nested. Use migrating_scope in fibers.
/// - *Lifetime*: a watched_scope must end on the thread that created it, and after all scopes
///   inside it. Otherwise the program ends with a message.
/// - *Exceptions*: std::invalid_argument for a timeout of zero or less, or for a negative grace
///   time. std::bad_alloc or std::system_error are only possible when the scope needs a new record.
/// - *Cost*: a few stores. There is no wait, no lock, no atomic read-modify-write and no clock
///   reading. There is one exception: a scope that needs a new record (the memory of one scope)
///   takes a mutex for a few instructions. This is the first scope of a thread, the first scope at
///   a new depth of nesting, or a scope in another registry than the thread's scope before. If the
///   registry has no free record, the scope allocates memory for 64 records. Such a scope also
///   starts the registry's threads, if the threads do not run.
class [[nodiscard]] watched_scope {
public:
    /// The longest name in bytes. A longer name is cut.
    static constexpr std::size_t longest_name = detail::record::longest_name;

    /// Begins a scope of this registry, with the registry's default timeouts. Passes the first
    /// checkpoint.
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
    /// Begins a scope of this registry, with these timeouts.
    [[gnu::always_inline]] watched_scope(registry& watcher, std::string_view name,
                                         std::uint32_t first_checkpoint, timeouts own)
        : record_((detail::check_timeouts(own), take(watcher))),
          outer_(detail::this_thread.current),
          outer_timeout_ns_(cover(outer_)) {
        record_->begin(name, first_checkpoint, detail::to_timeout_ns(own.timeout),
                       detail::to_timeout_ns(own.grace));
        detail::this_thread.current = record_;
    }

    /// Begins a scope of the process's registry.
    watched_scope(std::string_view name, std::uint32_t first_checkpoint)
        : watched_scope(default_registry(), name, first_checkpoint) {}
    /// Begins a scope of the process's registry, with these timeouts.
    watched_scope(std::string_view name, std::uint32_t first_checkpoint, timeouts own)
        : watched_scope(default_registry(), name, first_checkpoint, own) {}

    // Inlined. Otherwise the scope object would have to be in memory.
    [[gnu::always_inline]] ~watched_scope() {
        detail::thread_words& words = detail::this_thread;
        // If the scopes end in order, the outer scope has not ended yet.
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

    /// Stops watching the outer scope. Returns the timeout of the outer scope. Returns 0 if there
    /// is no outer scope, or if the outer scope was not watched.
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
