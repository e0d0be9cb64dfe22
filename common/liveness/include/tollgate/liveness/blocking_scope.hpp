// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/liveness/migrating_scope.hpp>

#include <chrono>
#include <cstdint>
#include <optional>

namespace tollgate::liveness {

/// Marks a wait of a watched or migrating scope. While the blocking_scope exists, this scope may
/// wait for any time, or at most for a given time.
///
///     void (*wait_for_work)() = [] {};
///     {
///         // Passes checkpoint 3. The wait may take at most a minute.
///         const tollgate::liveness::blocking_scope waiting(3, std::chrono::minutes(1));
///         wait_for_work();
///     }
///
/// The beginning and the end of a blocking_scope each pass the given checkpoint. So the history of
/// a report shows where and how long the scope waited. Outside of a watched scope, a blocking_scope
/// does nothing. A watched scope that begins inside a blocking_scope is watched as usual.
///
/// - *Threads*: a blocking_scope of a watched scope belongs to the thread that created it, and must
///   not be used in a fiber. A blocking_scope of a migrating scope may move to another thread
///   together with the migrating scope.
/// - *Lifetime*: a blocking_scope must end before its watched or migrating scope. The program ends
///   with a message if a blocking_scope of a watched scope ends on another thread, or while the
///   watched scope is not the innermost scope.
/// - *Exceptions*: std::invalid_argument if `at_most` is zero or negative.
/// - *Cost*: two checkpoints and two stores. The blocking_scope itself never waits.
class [[nodiscard]] blocking_scope {
public:
    /// Begins a wait of the calling thread's innermost watched scope. Without `at_most` the wait
    /// may take any time.
    explicit blocking_scope(std::uint32_t checkpoint,
                            std::optional<std::chrono::nanoseconds> at_most = {})
        : blocking_scope(detail::this_thread.current, checkpoint, checked(at_most), false) {}
    /// Begins a wait of this migrating scope.
    blocking_scope(migrating_scope& scope, std::uint32_t checkpoint,
                   std::optional<std::chrono::nanoseconds> at_most = {})
        : blocking_scope(scope.record_, checkpoint, checked(at_most), true) {}

    ~blocking_scope() {
        if (record_ == nullptr) {
            return;
        }
        if (!migrates_ && detail::this_thread.current != record_) [[unlikely]] {
            detail::refuse_end("a blocking_scope");
        }
        record_->pass_and_watch(checkpoint_, timeout_ns_);
    }
    blocking_scope(const blocking_scope&) = delete;
    blocking_scope& operator=(const blocking_scope&) = delete;

private:
    blocking_scope(detail::record* record, std::uint32_t checkpoint, std::uint64_t timeout_ns,
                   bool migrates) noexcept
        : record_(record), checkpoint_(checkpoint), migrates_(migrates) {
        if (record_ != nullptr) {
            timeout_ns_ = record_->timeout_ns.load(std::memory_order_relaxed);
            record_->pass_and_watch(checkpoint, timeout_ns);
        }
    }

    static std::uint64_t checked(std::optional<std::chrono::nanoseconds> at_most) {
        if (!at_most) {
            return 0;
        }
        detail::check_timeouts({*at_most, std::chrono::nanoseconds(0)});
        return detail::to_timeout_ns(*at_most);
    }

    detail::record* const record_;
    std::uint64_t timeout_ns_ = 0; ///< the timeout before the wait
    const std::uint32_t checkpoint_;
    const bool migrates_; ///< whether this is a wait of a migrating scope
};

} // namespace tollgate::liveness
