// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/source_state.hpp>
#include <tollgate/sleep/brief_lock.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/timer/entry.hpp>
#include <tollgate/timer/wheel.hpp>

#include <atomic>
#include <chrono>
#include <mutex>

#include <pthread.h>
#include <sys/types.h>

namespace tollgate::cancel::detail {

/// Held while all followers of a source are marked, and while a state is taken from the due
/// deadlines and marked. No foreign code runs meanwhile. Held over a fork too, so that no child
/// finds the mutex locked or a tree half marked.
extern std::mutex marking;

/// The state of a source whose deadline a watch watches. An entry of the watch.
class timed_state final : public source_state, private timer::entry {
public:
    /// `leader` may be null. The state is armed unless the leader is cancelled already.
    [[nodiscard]] static timed_state* make(deadline_watch& watch, time_point deadline,
                                           state* leader);

private:
    friend class deadline_watch;
    friend class source_state; // destroys the state

    timed_state() noexcept = default;
    ~timed_state() = default;

    following bond_;
    bool is_due_ = false; ///< in the list of due deadlines. Guarded by the watch's lock
};

/// The deadlines of sources, and the thread that watches them. Each copy of the library has one
/// watch, which is never destroyed, because a source may outlive the copy that made it.
///
/// A state that is armed has no reference from the watch. The last release of the state drops the
/// deadline under the watch's lock, and then frees the state. README.md of this library explains
/// why this protocol is correct.
class deadline_watch {
public:
    using clock = std::chrono::steady_clock;
    using time_point = clock::time_point;

    /// Returns the watch of this copy. Starts the thread if there is none. Throws
    /// std::system_error if the system refuses the thread.
    [[nodiscard]] static deadline_watch& running();

    /// Adds a deadline. Wakes the thread if the thread sleeps until a later moment.
    void arm(timed_state& target) noexcept;
    /// Takes the deadline out, if it has not been taken as due. After this call, no thread accesses
    /// the state because of its deadline.
    void drop(timed_state& target) noexcept;

    // The steps of the thread.
    /// Finds the deadlines that are due at `now`. Returns the moment until which the thread may
    /// sleep, or `min()` if a deadline is due.
    [[nodiscard]] time_point pass(time_point now) noexcept;
    /// Cancels the states whose deadlines are due.
    void cancel_due() noexcept;
    /// Sleeps until this moment, or until `arm` wakes the thread.
    sleep::outcome sleep_until(time_point until) noexcept { return parker_.sleep_until(until); }

    // Around fork(). The caller holds the marking mutex.
    static void hold() noexcept;
    static void go_on() noexcept;
    static void begin_anew_in_child() noexcept;
    /// In a child with one thread: forgets the states whose mutex another thread of the parent had
    /// locked. Otherwise the thread of the child would wait for this mutex for ever.
    void forget_locked() noexcept;

    /// Ends the thread. A process that was made without the handlers of fork() finds a thread here
    /// that it does not have.
    static void end() noexcept;

private:
    [[nodiscard]] static deadline_watch& start();
    [[nodiscard]] int start_thread() noexcept;
    static void* run(void* watch) noexcept;
    [[nodiscard]] timed_state* take_due() noexcept;

    sleep::brief_lock lock_;
    // The lock guards the next members.
    timer::wheel wheel_;
    timer::entry_list due_; ///< taken from the wheel, to be cancelled by the thread
    /// A moment before which the thread does not sleep longer. `min()` if the thread is awake or is
    /// being woken: it makes a pass before it sleeps.
    time_point sleeps_until_ = (time_point::min)();

    sleep::parker parker_;
    std::atomic<bool> ends_{false};
    std::atomic<bool> is_running_{false}; ///< changed under the marking mutex, as the next members
    pthread_t thread_{};
    pid_t process_ = 0; ///< the process that has the thread
};

} // namespace tollgate::cancel::detail
