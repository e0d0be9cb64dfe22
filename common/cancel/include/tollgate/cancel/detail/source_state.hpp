// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/state.hpp>

#include <atomic>
#include <cstdint>
#include <span>

namespace tollgate::cancel::detail {

/// A state that sources and tokens share. It may follow other states: a cancellation goes on to all
/// followers and to their followers. A state keeps its leaders alive, except standalone tokens.
///
/// Locks are taken leader first. A state follows only what existed before it, so there is no cycle.
/// The argument is in README.md of this library.
class source_state final : public state {
public:
    // Inline are the parts that a source without leaders needs: it often lives for one request.
    [[nodiscard]] static source_state* make() { return new source_state; }
    [[nodiscard]] static source_state* make_following(std::span<state* const> leaders);

    void acquire() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

    /// The last reference destroys the state, and the leaders that only this state kept alive.
    void release() noexcept {
        if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            end();
        }
    }

    /// The same for a reference that is often the last. A state without leaders needs no exchange:
    /// if one reference is left, it is the caller's, and no other thread can make a second.
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
    /// The same as `release()`, for the library's sources: there it informs race detectors.
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
    /// One for each leader. Owned until `end_of_follower()`.
    following* followed_ = nullptr;
    /// The next in the work list of the canceller that marked it, or in the list of states to end.
    source_state* next_ = nullptr;
};

} // namespace tollgate::cancel::detail
