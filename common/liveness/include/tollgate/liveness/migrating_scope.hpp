// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/registry.hpp>

#include <cstdint>
#include <string_view>

namespace tollgate::liveness {

/// A watched scope for what is no thread: a fiber, whether it changes threads or not, a task in
/// steps, a connection. It is alive by its own checkpoints alone; `checkpoint(id)` does not know of
/// it.
///
///     liveness::migrating_scope watched("session", 1);
///     watched.checkpoint(2);
///
/// Threads: one at a time; whoever passes it on must synchronize, as a fiber's scheduler does. Any
/// thread may end it. Beginning takes the store's mutex for some instructions, ending no lock. Cost
/// of a checkpoint: that of `checkpoint(id)`, a call and a store of the thread's id, which reports
/// name.
///
/// Throws as watched_scope does.
class [[nodiscard]] migrating_scope {
public:
    migrating_scope(registry& in, std::string_view name, std::uint32_t first_checkpoint);
    migrating_scope(registry& in, std::string_view name, std::uint32_t first_checkpoint,
                    limits own);
    /// In the process's registry.
    migrating_scope(std::string_view name, std::uint32_t first_checkpoint)
        : migrating_scope(default_registry(), name, first_checkpoint) {}
    migrating_scope(std::string_view name, std::uint32_t first_checkpoint, limits own)
        : migrating_scope(default_registry(), name, first_checkpoint, own) {}
    ~migrating_scope();
    migrating_scope(const migrating_scope&) = delete;
    migrating_scope& operator=(const migrating_scope&) = delete;

    void checkpoint(std::uint32_t id) noexcept;

private:
    friend class blocking_scope;

    detail::record* const record_;
};

} // namespace tollgate::liveness
