// SPDX-License-Identifier: BSL-1.0
#include "deadline_watch.hpp"

#include <tollgate/cancel/detail/helper_thread.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <memory>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace tollgate::cancel::detail {
namespace {

constinit std::atomic<deadline_watch*> watch_of_this_copy{nullptr};

/// Has the first priority: it runs after all destructors of static objects, which may wait. The
/// code of a plug-in is unmapped afterwards.
[[gnu::destructor(101)]] void end_watch() noexcept {
    deadline_watch::end();
}

} // namespace

timed_state* timed_state::make(deadline_watch& watch, time_point deadline, state* leader) {
    auto* const new_state = new timed_state;
    new_state->watch_ = &watch;
    new_state->until_ = deadline;
    new_state->followed_ = &new_state->bond_;
    new_state->leaders_ = leader != nullptr ? 1 : 0;
    new_state->follow({&leader, new_state->leaders_});
    if (!new_state->is_cancelled()) {
        watch.arm(*new_state);
    }
    return new_state;
}

void deadline_watch::arm(timed_state& target) noexcept {
    bool is_earliest = false;
    {
        const std::lock_guard lock(lock_);
        wheel_.arm(target, target.until_.time_since_epoch());
        is_earliest = target.until_ < sleeps_until_;
        if (is_earliest) {
            sleeps_until_ = (time_point::min)();
        }
    }
    if (is_earliest) {
        parker_.wake();
    }
}

void deadline_watch::drop(timed_state& target) noexcept {
    const std::lock_guard lock(lock_);
    if (target.is_due_) {
        timer::entry_list::unlink(target);
    } else if (target.is_linked()) {
        wheel_.cancel(target);
    }
}

deadline_watch::time_point deadline_watch::pass(time_point now) noexcept {
    const std::lock_guard lock(lock_);
    wheel_.expire(now.time_since_epoch(), [this](timer::entry& expired) {
        due_.push_back(expired);
        static_cast<timed_state&>(expired).is_due_ = true;
    });
    sleeps_until_ = due_.is_empty() ? time_point(wheel_.next()) : (time_point::min)();
    return sleeps_until_;
}

/// Skips the states that another thread is about to free.
timed_state* deadline_watch::take_due() noexcept {
    const std::lock_guard lock(lock_);
    while (!due_.is_empty()) {
        auto& next = static_cast<timed_state&>(due_.front());
        timer::entry_list::unlink(next);
        next.is_due_ = false;
        if (next.acquire_unless_unreferenced()) {
            return &next;
        }
    }
    return nullptr;
}

void deadline_watch::cancel_due() noexcept {
    while (true) {
        delivery own{.reason = reason_kind::deadline};
        source_state* followers = nullptr;
        timed_state* due = nullptr;
        bool is_marked = false;
        {
            const std::lock_guard not_during_a_fork(marking);
            due = take_due();
            is_marked = due != nullptr && due->mark_tree(own, followers);
        }
        if (due == nullptr) {
            return;
        }
        if (is_marked) {
            due->cancel_marked(own, followers);
        }
        due->release_in_library();
    }
}

deadline_watch& deadline_watch::running() {
    deadline_watch* const own = watch_of_this_copy.load(std::memory_order_acquire);
    return own != nullptr && own->is_running_.load(std::memory_order_relaxed) ? *own : start();
}

deadline_watch& deadline_watch::start() {
    const std::lock_guard lock(marking);
    deadline_watch* own = watch_of_this_copy.load(std::memory_order_relaxed);
    if (own == nullptr) {
        own = new deadline_watch;
        watch_of_this_copy.store(own, std::memory_order_release);
    }
    if (!own->is_running_.load(std::memory_order_relaxed)) {
        if (const int error = own->start_thread()) {
            throw std::system_error(error, std::generic_category(),
                                    "cannot start the thread that watches deadlines "
                                    "(pthread_create; see `ulimit -u`, pids.max of the cgroup, "
                                    "and `ulimit -v`)");
        }
    }
    return *own;
}

int deadline_watch::start_thread() noexcept {
    ends_.store(false, std::memory_order_relaxed);
    {
        const std::lock_guard lock(lock_);
        sleeps_until_ = (time_point::min)();
    }
    const int error = start_helper_thread(thread_, &run, this);
    process_ = ::getpid();
    is_running_.store(error == 0, std::memory_order_relaxed);
    return error;
}

void* deadline_watch::run(void* watch) noexcept {
    auto& own = *static_cast<deadline_watch*>(watch);
    while (!own.ends_.load(std::memory_order_relaxed)) {
        const time_point until = own.pass(clock::now());
        if (until == (time_point::min)()) {
            own.cancel_due();
        } else {
            own.sleep_until(until);
        }
    }
    return nullptr;
}

void deadline_watch::end() noexcept {
    deadline_watch* own = nullptr;
    {
        const std::lock_guard lock(marking);
        own = watch_of_this_copy.load(std::memory_order_relaxed);
        if (own == nullptr || !own->is_running_.load(std::memory_order_relaxed) ||
            own->process_ != ::getpid()) {
            return;
        }
        own->ends_.store(true, std::memory_order_relaxed);
    }
    own->parker_.wake();
    if (::pthread_equal(own->thread_, ::pthread_self()) == 0) { // else a handler has called exit()
        const sleep::no_pthread_cancel here;
        ::pthread_join(own->thread_, nullptr);
    }
    const std::lock_guard lock(marking); // until here, no second thread is started
    own->is_running_.store(false, std::memory_order_relaxed);
}

void deadline_watch::hold() noexcept {
    if (deadline_watch* const own = watch_of_this_copy.load(std::memory_order_relaxed)) {
        own->lock_.lock();
    }
}

void deadline_watch::go_on() noexcept {
    if (deadline_watch* const own = watch_of_this_copy.load(std::memory_order_relaxed)) {
        own->lock_.unlock();
    }
}

/// The last state of the list is its own next state. So `next_` is null only outside of the list.
void source_state::forget_locked_followers() noexcept {
    if (followers_ == nullptr || !is_idle()) {
        return; // no thread marks the followers
    }
    source_state* end = next_ = this;
    forget_locked_followers(end);
    for (source_state* each = this; each != end;) {
        each = each->next_;
        each->forget_locked_followers(end);
    }
    for (source_state* each = this; each != nullptr;) {
        each = std::exchange(each->next_, nullptr);
    }
}

void source_state::forget_locked_followers(source_state*& end) noexcept {
    for (following* next = followers_; next != nullptr;) {
        following& bond = *std::exchange(next, next->in_leader.next);
        source_state& follower = *bond.follower;
        if (follower.mutex_.is_locked()) {
            leave_list<&following::in_leader>(bond);
            bond.to_leader.store(following::bond::left, std::memory_order_relaxed);
        } else if (follower.is_idle() && follower.next_ == nullptr) {
            end = end->next_ = follower.next_ = &follower;
        }
    }
}

/// The next pass sets the wheel back.
void deadline_watch::forget_locked() noexcept {
    timer::entry_list armed;
    wheel_.expire((timer::entry::moment::max)(),
                  [&armed](timer::entry& each) { armed.push_back(each); });
    armed.take(due_);
    while (!armed.is_empty()) {
        auto& each = static_cast<timed_state&>(armed.front());
        timer::entry_list::unlink(each);
        each.is_due_ = false;
        if (!each.mutex_.is_locked()) {
            each.forget_locked_followers();
            wheel_.arm(each, each.until_.time_since_epoch());
        }
    }
}

/// The child has only the thread that called fork(). If a handler called fork(), this is the
/// watch's own thread. ThreadSanitizer ends a child that starts a thread.
void deadline_watch::begin_anew_in_child() noexcept {
    deadline_watch* const own = watch_of_this_copy.load(std::memory_order_relaxed);
    if (own == nullptr) {
        return;
    }
    own->forget_locked();
    const bool is_idle = own->wheel_.is_empty();
    own->lock_.unlock();
    if (own->is_running_.load(std::memory_order_relaxed) &&
        ::pthread_equal(own->thread_, ::pthread_self()) != 0) {
        own->process_ = ::getpid();
        return;
    }
    own->is_running_.store(false, std::memory_order_relaxed);
    std::construct_at(&own->parker_);
    if (!is_idle && !sleep::race_detector::is_there()) {
        static_cast<void>(own->start_thread()); // if it is refused, the next source tries again
    }
}

} // namespace tollgate::cancel::detail
