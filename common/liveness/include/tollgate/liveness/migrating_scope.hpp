// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/registry.hpp>

#include <cstdint>
#include <string_view>

namespace tollgate::liveness {

/// Watches a fiber, a task in steps or a connection: anything that may change its thread.
///
///     tollgate::liveness::migrating_scope watched("session", 1);
///     watched.checkpoint(2);
///
/// Only its own checkpoints keep it alive. The function checkpoint(id) does not know it.
///
/// - *Threads*: one at a time; handing it to another thread must synchronize, as a fiber's
///   scheduler does. Any thread may end it.
/// - *Exceptions*: the same as watched_scope.
/// - *Cost*: a checkpoint is checkpoint(id), a function call and a store of the thread's id, which
///   reports name. Beginning takes the store's mutex for a few instructions, ending takes no lock.
class [[nodiscard]] migrating_scope {
public:
    /// Passes the first checkpoint. With the default timeouts of this registry.
    migrating_scope(registry& watcher, std::string_view name, std::uint32_t first_checkpoint);
    /// With timeouts of its own.
    migrating_scope(registry& watcher, std::string_view name, std::uint32_t first_checkpoint,
                    timeouts own);
    /// In the process's registry.
    migrating_scope(std::string_view name, std::uint32_t first_checkpoint)
        : migrating_scope(default_registry(), name, first_checkpoint) {}
    /// In the process's registry, with timeouts of its own.
    migrating_scope(std::string_view name, std::uint32_t first_checkpoint, timeouts own)
        : migrating_scope(default_registry(), name, first_checkpoint, own) {}
    ~migrating_scope();
    migrating_scope(const migrating_scope&) = delete;
    migrating_scope& operator=(const migrating_scope&) = delete;

    /// Records that the scope has come this far. Never waits.
    void checkpoint(std::uint32_t id) noexcept;

private:
    friend class blocking_scope;

    detail::record* const record_;
};

} // namespace tollgate::liveness
