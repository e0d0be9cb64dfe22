// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>

#include <cstdint>

namespace tollgate::liveness::detail {

/// An outer scope, if there is one, while an inner one is watched in its place. For the thread of
/// both.
class cover {
public:
    explicit cover(record* outer) noexcept : outer_(outer) {
        if (outer_ != nullptr) {
            limit_ = outer_->limit_ns.load(std::memory_order_relaxed) & ~record::put_off;
            outer_->watch(0);
        }
    }

    [[nodiscard]] record* outer() const noexcept { return outer_; }

    /// It is alive from now on. One that was not watched before is not now either.
    void restore() const noexcept {
        if (outer_ != nullptr && limit_ != 0) {
            outer_->watch_again(limit_);
        }
    }

private:
    record* outer_;
    std::uint64_t limit_ = 0;
};

} // namespace tollgate::liveness::detail
