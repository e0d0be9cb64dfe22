// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/state.hpp>

#include <atomic>
#include <cstdint>
#include <span>

namespace tollgate::cancel::detail {

/// A state shared by sources and tokens, which may follow others: what is cancelled cancels all
/// that follow it, and what follows those. It holds its leaders alive, but for standalone tokens.
///
/// Locks are taken leader first; a state follows only what was there before it, so that there is no
/// cycle. Why it is right: README.md of this library.
class source_state final : public state {
public:
    // In line what a source that follows nothing needs, which often lives for one request: its end
    // is that of its memory.
    [[nodiscard]] static source_state* make() { return new source_state; }
    [[nodiscard]] static source_state* make_following(std::span<state* const> leaders);

    void acquire() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

    /// The last one destroys it, and what only it held alive.
    void release() noexcept {
        if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            end();
        }
    }

    /// The same for one that is often the last. Where nobody leads, one reference left is this one,
    /// and no other thread can make a second: that needs no exchange.
    void release_probably_last() noexcept {
        if (leaders_ == 0 && references_.load(std::memory_order_acquire) == 1) {
            delete this;
        } else {
            release();
        }
    }

    bool cancel();

private:
    friend class state;

    source_state() noexcept : state(true) {}
    ~source_state() = default;

    void follow(std::span<state* const> leaders);
    bool acquire_unless_unreferenced() noexcept;
    /// As `release()`, in the library's sources, where a race detector sees neither.
    void release_in_library() noexcept;
    bool mark_as_follower(delivery& by) noexcept;
    void leave_leaders(source_state*& unreferenced) noexcept;
    void end() noexcept {
        if (leaders_ == 0) [[likely]] {
            delete this;
        } else {
            end_of_follower();
        }
    }
    void end_of_follower() noexcept;

    std::atomic<std::uint32_t> references_{1};
    std::uint32_t leaders_ = 0;
    // Its own, until `end_of_follower()`.
    following* followed_ = nullptr; ///< one for each leader
    /// In the work list of the canceller that marked it, or of those that are to end.
    source_state* next_ = nullptr;
};

} // namespace tollgate::cancel::detail
