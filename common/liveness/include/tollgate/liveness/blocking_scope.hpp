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

/// While it lives, the innermost watched scope around it may wait: for ever, or for so long. Its
/// beginning and its end pass the checkpoint, so that a history shows where it waited, and how
/// long.
///
///     liveness::blocking_scope waiting(3);
///     queue.pop(next);
///
/// Without a watched scope it does nothing. A watched scope inside it is watched as usual.
///
/// Threads: belongs to the thread that made it, and not to a fiber, but for that of a migrating
/// scope, which goes where that goes and ends before it. One of a watched scope that ends on
/// another thread, or while that is not the innermost one, ends the program with a sentence. Cost:
/// that of two checkpoints and two stores; never waits. Throws std::invalid_argument if `at_most`
/// is not more than zero.
class [[nodiscard]] blocking_scope {
public:
    explicit blocking_scope(std::uint32_t checkpoint,
                            std::optional<std::chrono::nanoseconds> at_most = {})
        : blocking_scope(detail::this_thread.current, checkpoint, checked(at_most), false) {}
    blocking_scope(migrating_scope& of, std::uint32_t checkpoint,
                   std::optional<std::chrono::nanoseconds> at_most = {})
        : blocking_scope(of.record_, checkpoint, checked(at_most), true) {}

    ~blocking_scope() {
        if (record_ == nullptr) {
            return;
        }
        if (!migrates_ && detail::this_thread.current != record_) [[unlikely]] {
            detail::refuse_end("a blocking_scope");
        }
        record_->pass_and_watch(checkpoint_, limit_);
    }
    blocking_scope(const blocking_scope&) = delete;
    blocking_scope& operator=(const blocking_scope&) = delete;

private:
    blocking_scope(detail::record* around, std::uint32_t checkpoint, std::uint64_t limit,
                   bool migrates) noexcept
        : record_(around), checkpoint_(checkpoint), migrates_(migrates) {
        if (record_ != nullptr) {
            limit_ = record_->limit_ns.load(std::memory_order_relaxed);
            record_->pass_and_watch(checkpoint, limit);
        }
    }

    static std::uint64_t checked(std::optional<std::chrono::nanoseconds> at_most) {
        if (!at_most) {
            return 0;
        }
        detail::refuse_wrong({*at_most, std::chrono::nanoseconds(0)});
        return detail::to_limit(*at_most);
    }

    detail::record* const record_;
    std::uint64_t limit_ = 0;
    const std::uint32_t checkpoint_;
    const bool migrates_; ///< with a migrating scope
};

} // namespace tollgate::liveness
