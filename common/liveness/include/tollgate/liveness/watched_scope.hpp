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

/// While it lives, its thread has to pass a checkpoint now and then, or is reported as frozen.
///
///     void serve() {
///         liveness::watched_scope watched("server", 1);
///         while (const request next = receive()) {
///             liveness::checkpoint(2);
///
/// Scopes may be nested. The innermost one counts: the one around it is not watched meanwhile, and
/// is again, from then on and with its last checkpoint passed anew, when the inner one ends.
///
/// Threads: belongs to the thread that made it, and ends on that, the innermost first. One that
/// ends on another thread, or before one inside it, ends the program with a sentence. Not for
/// fibers, even those that stay on their thread: scopes of two fibers are not nested. A fiber has a
/// migrating_scope. Beginning and ending never wait for the monitor or for I/O. The first scope of
/// a thread, and the first that is nested deeper than any before, takes a mutex for some
/// instructions, allocates once in 64 times, and starts the registry's threads if they do not run.
/// All others take a record that the thread has kept: some stores, no lock, no atomic
/// read-modify-write, no clock.
///
/// Throws std::invalid_argument for a timeout that is not more than zero or a negative grace, and,
/// only when it has to get a record, std::bad_alloc or std::system_error.
class [[nodiscard]] watched_scope {
public:
    /// Longer names are cut.
    static constexpr std::size_t longest_name = detail::record::longest_name;

    /// Passes the first checkpoint. With the registry's limits for scopes.
    [[gnu::always_inline]] watched_scope(registry& in, std::string_view name,
                                         std::uint32_t first_checkpoint)
        : record_(take(in)), outer_(detail::this_thread.current), outer_limit_(cover(outer_)) {
        record_->begin(name, first_checkpoint,
                       record_->store->timeout_ns.load(std::memory_order_relaxed),
                       record_->store->grace_ns.load(std::memory_order_relaxed));
        detail::this_thread.current = record_;
    }
    [[gnu::always_inline]] watched_scope(registry& in, std::string_view name,
                                         std::uint32_t first_checkpoint, limits own)
        : record_((detail::refuse_wrong(own), take(in))),
          outer_(detail::this_thread.current),
          outer_limit_(cover(outer_)) {
        record_->begin(name, first_checkpoint, detail::to_limit(own.timeout),
                       detail::to_limit(own.grace));
        detail::this_thread.current = record_;
    }

    /// In the process's registry.
    watched_scope(std::string_view name, std::uint32_t first_checkpoint)
        : watched_scope(default_registry(), name, first_checkpoint) {}
    watched_scope(std::string_view name, std::uint32_t first_checkpoint, limits own)
        : watched_scope(default_registry(), name, first_checkpoint, own) {}

    // Inlined, or the scope would have to lie in memory.
    [[gnu::always_inline]] ~watched_scope() {
        detail::thread_words& mine = detail::this_thread;
        // It follows that the scope it covers is open, too: that could not have ended before.
        if (mine.current != record_) [[unlikely]] {
            detail::refuse_end("a watched_scope");
        }
        record_->end();
        mine.current = outer_;
        if (outer_limit_ != 0) {
            outer_->watch_again(outer_limit_);
        }
        if (mine.spare_of == record_->store) [[likely]] {
            record_->next = mine.spare;
            mine.spare = record_;
        } else {
            record_->store->give_back(record_);
        }
    }
    watched_scope(const watched_scope&) = delete;
    watched_scope& operator=(const watched_scope&) = delete;

private:
    static detail::record* take(registry& in) {
        detail::thread_words& mine = detail::this_thread;
        detail::record* const kept = mine.spare;
        if (kept == nullptr || mine.spare_of != in.store_.get()) [[unlikely]] {
            return in.take();
        }
        mine.spare = kept->next;
        return kept;
    }

    /// An outer scope is not watched while an inner one is in its place. Returns its limit: 0 if
    /// it was not watched before either, or if there is none.
    static std::uint64_t cover(detail::record* outer) noexcept {
        if (outer == nullptr) {
            return 0;
        }
        const std::uint64_t limit =
            outer->limit_ns.load(std::memory_order_relaxed) & ~detail::record::put_off;
        outer->watch(0);
        return limit;
    }

    detail::record* const record_;
    detail::record* const outer_;
    const std::uint64_t outer_limit_;
};

} // namespace tollgate::liveness
