// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/registry.hpp>

#include <cstdint>
#include <string_view>

namespace tollgate::liveness {

/// A scope that may move to another thread: the work of a fiber, a task in steps, a connection, or
/// any other work that is not bound to one thread. A registry watches the scope.
///
///     tollgate::liveness::migrating_scope watched("session", 1);
///     watched.checkpoint(2);
///
/// Only the scope's member function checkpoint() passes checkpoints of this scope. The free
/// function checkpoint(id) does not affect this scope.
///
/// - *Threads*: one at a time. If another thread continues the work of the scope, the two threads
///   must synchronize, as a fiber's scheduler does. Any thread may end the scope.
/// - *Exceptions*: the same exceptions as those of watched_scope.
/// - *Cost*: a checkpoint costs the same as checkpoint(id), plus a function call and a store of the
///   thread's id for the reports. The beginning of a scope takes a mutex of the registry for a few
///   instructions. The end of a scope takes no lock.
class [[nodiscard]] migrating_scope {
public:
    /// Begins a scope of this registry, with the registry's default timeouts. Passes the first
    /// checkpoint.
    migrating_scope(registry& watcher, std::string_view name, std::uint32_t first_checkpoint);
    /// Begins a scope of this registry, with these timeouts.
    migrating_scope(registry& watcher, std::string_view name, std::uint32_t first_checkpoint,
                    timeouts own);
    /// Begins a scope of the process's registry.
    migrating_scope(std::string_view name, std::uint32_t first_checkpoint)
        : migrating_scope(default_registry(), name, first_checkpoint) {}
    /// Begins a scope of the process's registry, with these timeouts.
    migrating_scope(std::string_view name, std::uint32_t first_checkpoint, timeouts own)
        : migrating_scope(default_registry(), name, first_checkpoint, own) {}
    ~migrating_scope();
    migrating_scope(const migrating_scope&) = delete;
    migrating_scope& operator=(const migrating_scope&) = delete;

    /// Passes a checkpoint: the scope makes progress. Never waits.
    void checkpoint(std::uint32_t id) noexcept;

private:
    friend class blocking_scope;

    detail::record* const record_;
};

} // namespace tollgate::liveness
