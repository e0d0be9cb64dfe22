// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/listed.hpp>
#include <tollgate/cancel/detail/state.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace tollgate::cancel::detail {

class source_state;

/// What a source is to follow: a state, and the slot of the token that has it in place, if it is
/// that of a standalone token. No state if the token is never cancelled.
struct leader {
    state* of = nullptr;
    slot* in = nullptr;
};

/// By this a source follows a standalone token: a handler of the token, registered so that any
/// thread may unregister it. It leaves the token before it cancels the source, so that the token
/// does not wait for the end of a source that is cancelled already.
///
/// It leaves once: with the end of the source, with the end of the token, or with the token's
/// cancellation. Two of them may come at the same time on two threads, and only one finds the bond
/// as `follows`. Each waits for some instructions of the other, in which no foreign code runs: the
/// end of the source, which frees this, until another one has left (`left` is released, and
/// acquired there); the end of the token for the number of followers, which each that leaves takes
/// down under the token's mutex, as the last that it does there.
class standalone_leader final : public cancellation_handler {
public:
    standalone_leader(source_state& follower, const leader& which,
                      std::unique_ptr<standalone_leader> others) noexcept
        : follower_(follower), leader_(which), next_(std::move(others)) {}
    ~standalone_leader() = default;

    /// False if the token is cancelled already.
    bool follow() noexcept;
    /// For the end of the follower: afterwards no thread touches this.
    void end() noexcept;
    [[nodiscard]] standalone_leader* next() const noexcept { return next_.get(); }

private:
    enum class bond : std::uint8_t { follows, leaves, left };

    void cancel() override;
    void stop_following() noexcept override;
    [[nodiscard]] bool begin_to_leave() noexcept;
    void leave() noexcept;

    source_state& follower_;
    const leader leader_;
    std::unique_ptr<standalone_leader> next_;
    std::atomic<bond> bond_{bond::left};
};

/// A state shared by sources and tokens, and followed by others: what is cancelled cancels all that
/// follow it, and what follows those.
///
/// Each follower holds its leaders alive, and a leader only knows its followers. Locks are taken
/// leader first; a state follows only what was there before it, so that there is no cycle. A
/// cancellation goes down breadth first, without recursion and without memory of its own: it marks
/// all that follow, makes one fence for all of them, collects from all, and then runs the handlers
/// in the order of marking: its own first, then those of what follows it, and so on down. Its work
/// list goes through `next_`, which belongs to the canceller that marked the state.
///
/// Cancellers mark one after the other, by a mutex of the process, but for a state that has no
/// follower. So a canceller that finds a state marked knows that all below is marked too, and
/// `cancel()` returns after that, whatever it returns. (A state that was marked gets no more
/// followers.)
///
/// A standalone token is followed by a handler of its own (`standalone_leader`), and not held
/// alive.
class source_state final : public state {
public:
    // In line what a source that follows nothing needs, which often lives for one request: its end
    // is that of its memory.
    [[nodiscard]] static source_state* make() { return new source_state; }
    [[nodiscard]] static source_state* make_following(std::span<const leader> leaders);

    void acquire() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

    /// The last one destroys it, and what only it held alive.
    void release() noexcept {
        if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            end();
        }
    }

    /// The same in the library's sources, where a race detector sees neither.
    void release_in_library() noexcept;

    /// The same for one that is often the last. Where nobody leads, one reference left is this one,
    /// and no other thread can make a second: that needs no exchange.
    void release_probably_last() noexcept {
        if (leaders_ == 0 && references_.load(std::memory_order_acquire) == 1) {
            delete this;
        } else {
            release();
        }
    }

    bool acquire_unless_unreferenced() noexcept;

    bool cancel();

private:
    /// One follows another. Guarded by the leader's mutex.
    struct following {
        source_state* leader = nullptr;
        source_state* follower = nullptr;
        listed<following> in_leader;
    };

    source_state() noexcept : state(held::by_references) {}
    ~source_state() = default;

    void follow(std::span<const leader> leaders);
    bool lead(following& by) noexcept;
    bool mark_all(delivery& by) noexcept;
    void mark_followers(delivery& by, source_state**& end) noexcept;
    bool mark_follower(delivery& by) noexcept;
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
    following* followed_ = nullptr; ///< one for each leader, used for those with sources
    standalone_leader* standalone_leaders_ = nullptr;
    following* followers_ = nullptr; ///< guarded by the mutex
    source_state* next_ = nullptr;
};

} // namespace tollgate::cancel::detail
