// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/detail/call_with_token.hpp>
#include <tollgate/cancel/detail/exception_of.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <algorithm>
#include <exception>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace tollgate::cancel {

namespace detail {
/// How a group of threads starts and joins its children.
struct child_threads {
    using child = std::thread;

    static child::id own_id() noexcept { return std::this_thread::get_id(); }
    template <class Run>
    static child start(Run&& run) {
        return std::thread(std::forward<Run>(run));
    }
    static void join(child& started) {
        const sleep::no_pthread_cancel here;
        started.join();
    }
};
} // namespace detail

/// A scope that waits for the threads that were started in it, its *children*. The first exception
/// that leaves a child cancels the group, and `wait()` throws this exception.
///
///     const auto fetch_both = [](const tollgate::cancel::token& cancellation) {
///         tollgate::cancel::task_group fetches(cancellation); // cancelled with the caller's token
///         fetches.start([](const tollgate::cancel::token& own) { /* fetch one page */ });
///         fetches.start([](const tollgate::cancel::token& own) { /* fetch another page */ });
///         fetches.wait();
///     };
///
/// `fiber::task_group` is the same for fibers.
///
/// - *Threads*: any thread may start children and cancel, also the children themselves, but not in
///   destructors of thread_local objects. Only one thread at a time may wait, and no child may
///   wait: the program would end with a message. `wait()` and the destructor also join the children
///   that children start.
/// - *Memory order*: after `wait()`, you see all writes of the children.
/// - *Lifetime*: the destructor cancels the group if children run, and joins all children, also
///   while an exception is in flight. If children do not check their tokens, the destructor waits
///   until they return by themselves. In a child process of fork(), do not use a group that has
///   children.
/// - *Exceptions*: `wait()` throws the first exception of a child once. Later exceptions are
///   discarded. Without a `wait()`, the first exception is discarded, too. If a handler throws
///   while an exception of a child, or the destructor, cancels the group, the program ends.
/// - *Cost*: the start of a child adds an allocation and a lock to the start of the thread, and the
///   end of a child adds a lock. A group with a parent makes two allocations, otherwise one. A
///   start joins the children that have ended, so a group may live long: it keeps only the children
///   that run, and those that ended after the last start.
template <class Children>
class basic_task_group {
    /// A child, and its identity, which remains while the child is being joined.
    struct child {
        typename Children::child handle;
        typename Children::child::id id;
    };
    using child_list = std::list<child>;

public:
    /// Makes a group with its own source.
    basic_task_group() = default;
    /// Makes a group that is cancelled when the parent is cancelled. The group does not cancel the
    /// parent. If the parent has a deadline, all children have this deadline.
    explicit basic_task_group(const token& parent)
        : source_(cancellation_source::following(parent)) {}
    /// Makes a group that is cancelled when the parent is cancelled. To follow several parents,
    /// pass `cancellation_source::following(…)`.
    explicit basic_task_group(const cancellation_source& parent)
        : source_(cancellation_source::following(parent)) {}
    basic_task_group(const basic_task_group&) = delete;
    basic_task_group& operator=(const basic_task_group&) = delete;
    /// Cancels the group if children run. Joins all children.
    ~basic_task_group() {
        if (has_running()) {
            const sleep::no_pthread_cancel here;
            cancel();
        }
        join_all();
    }

    /// Starts a child. The arguments are copied or moved, as by std::thread. The callable gets
    /// these arguments, and then a `const token&` if it takes a token: the child's own token of the
    /// group. A child that is started in a cancelled group runs with a cancelled token.
    ///
    /// Throws std::system_error if the system refuses the thread. Then the group is as before: the
    /// other children continue. The callable and the arguments are copied, moved, and destroyed
    /// after a refusal, under the mutex of the group: these operations must not use the group.
    template <class Callable, class... Arguments>
    void start(Callable&& run, Arguments&&... arguments) {
        child_list started(1);
        std::unique_lock lock(mutex_);
        join_ended(lock);
        // The lock keeps the child from ending before it is in the list.
        started.front().handle =
            Children::start([this, self = started.begin(), own = source_.get_token(),
                             run = std::forward<Callable>(run),
                             ... arguments = std::forward<Arguments>(arguments)]() mutable {
                const end_of_child at_end(*this, self);
                run_child(
                    [&] { detail::call_with_token(own, std::move(run), std::move(arguments)...); });
            });
        started.front().id = started.front().handle.get_id();
        running_.splice(running_.end(), started);
    }

    /// Waits until all children have ended, also those that the children start meanwhile. Then
    /// throws the first exception of a child, if no earlier `wait()` has thrown it. Does not cancel
    /// the group. Afterwards you may start further children, and wait again.
    void wait() {
        join_all();
        std::unique_lock lock(mutex_);
        if (std::exception_ptr thrown = std::exchange(first_exception_, nullptr)) {
            lock.unlock();
            std::rethrow_exception(std::move(thrown));
        }
    }

    /// Cancels the tokens of all children, and of later children. Returns false if the group was
    /// cancelled before.
    bool cancel() const { return source_.cancel(); }
    /// Returns the source of the group. Its tokens are cancelled with the children.
    [[nodiscard]] const cancellation_source& get_source() const noexcept { return source_; }

private:
    using position = typename child_list::iterator;

    /// Marks a child as ended, also if pthread_exit(3) or pthread_cancel(3) ends the child.
    class end_of_child {
    public:
        end_of_child(basic_task_group& group, position self) noexcept
            : group_(group), self_(self) {}
        end_of_child(const end_of_child&) = delete;
        end_of_child& operator=(const end_of_child&) = delete;
        ~end_of_child() {
            const std::lock_guard lock(group_.mutex_);
            group_.ended_.splice(group_.ended_.end(), group_.running_, self_);
        }

    private:
        basic_task_group& group_;
        position self_;
    };

    template <class Run>
    void run_child(Run run) {
        std::exception_ptr thrown =
            detail::exception_of([](void* callable) { (*static_cast<Run*>(callable))(); }, &run);
        if (thrown != nullptr) {
            {
                const std::lock_guard lock(mutex_);
                if (first_exception_ == nullptr) {
                    first_exception_ = std::move(thrown);
                }
            }
            cancel();
        }
    }

    [[nodiscard]] bool has_running() {
        const std::lock_guard lock(mutex_);
        return !running_.empty();
    }

    void join_all() {
        std::unique_lock lock(mutex_);
        if (std::ranges::count(running_, Children::own_id(), &child::id) != 0) {
            detail::misuse("a task_group is waited for or destroyed by one of its children");
        }
        while (!running_.empty() || !ended_.empty()) {
            join_ended(lock);
            if (!running_.empty()) {
                typename Children::child next = std::move(running_.front().handle);
                lock.unlock();
                Children::join(next);
                lock.lock();
            }
        }
    }

    /// Joins the children that have ended. Releases the lock meanwhile.
    void join_ended(std::unique_lock<std::mutex>& lock) {
        if (ended_.empty()) {
            return;
        }
        child_list ended;
        ended.swap(ended_);
        lock.unlock();
        for (child& each : ended) {
            if (each.handle.joinable()) { // `join_all` has joined the others
                Children::join(each.handle);
            }
        }
        ended.clear();
        lock.lock();
    }

    cancellation_source source_;
    std::mutex mutex_;
    child_list running_; ///< the children that have not ended, also the child that is being joined
    child_list ended_;   ///< the children that have ended since the last start
    std::exception_ptr first_exception_;
};

/// A group of threads.
using task_group = basic_task_group<detail::child_threads>;

} // namespace tollgate::cancel
