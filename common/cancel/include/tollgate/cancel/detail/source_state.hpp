// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/state.hpp>

#include <atomic>
#include <cstdint>
#include <span>

namespace tollgate::cancel::detail {

/// The state of a source and its tokens. A state may follow other states, its leaders. A
/// cancellation also cancels all followers, their followers, and so on. A state keeps its leaders
/// alive, except standalone tokens.
///
/// A thread that needs the mutexes of a leader and of a follower locks the leader's mutex first. A
/// state follows only states that existed before the state itself, so there is no cycle. README.md
/// of this library explains why this order is correct.
///
/// A state with a deadline may be a `timed_state`, which is derived from this class.
class source_state : public state {
public:
    // The functions that a source without leaders needs are inline, because such a source often
    // lives for only one request.
    [[nodiscard]] static source_state* make() { return new source_state; }
    [[nodiscard]] static source_state* make_following(std::span<state* const> leaders);
    /// `leader` may be null.
    [[nodiscard]] static source_state* make_until(time_point deadline, time_point now,
                                                  state* leader);

    void acquire() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

    /// Releases one reference. The release of the last reference destroys the state, and also the
    /// leaders that only this state kept alive.
    void release() noexcept {
        if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            end();
        }
    }

    /// Releases a reference that is often the last reference. If the reference is the last one, and
    /// the state has neither leaders nor a deadline, the release needs no atomic exchange. The
    /// reason: only the caller has a reference, so no other thread can make a second reference.
    void release_probably_last() noexcept {
        if (followed_ == nullptr && references_.load(std::memory_order_acquire) == 1) {
            delete this;
        } else {
            release();
        }
    }

    bool cancel(cancellation_reason reason);

protected:
    source_state() noexcept : state(true) {}
    ~source_state() = default;

private:
    friend class deadline_watch;
    friend class state;
    friend class timed_state;

    void follow(std::span<state* const> leaders);
    bool acquire_unless_unreferenced() noexcept;
    /// The same as `release()`, but also informs race detectors. Only the source files of the
    /// library call this function.
    void release_in_library() noexcept;
    bool mark_as_follower(delivery& by) noexcept;
    void leave_leaders(source_state*& unreferenced) noexcept;
    /// In a child of fork() that has one thread: frees this state, and those below it, of followers
    /// whose mutex another thread of the parent had locked.
    void forget_locked_followers() noexcept;
    void forget_locked_followers(source_state*& end) noexcept;
    void end() noexcept {
        if (followed_ == nullptr) [[likely]] {
            delete this;
        } else {
            end_of_follower();
        }
    }
    void end_of_follower() noexcept;

    std::atomic<std::uint32_t> references_{1};
    std::uint32_t leaders_ = 0;
    /// An array with one bond for each leader. `end_of_follower()` deletes it, except for a
    /// `timed_state`, which contains its bond.
    following* followed_ = nullptr;
    deadline_watch* watch_ = nullptr;        ///< not null: this is a `timed_state` of this watch
    time_point until_ = (time_point::max)(); ///< the deadline
    /// The next state in the work list of the canceller that marked this state, or in the list of
    /// states to destroy.
    source_state* next_ = nullptr;
};

} // namespace tollgate::cancel::detail
