// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/channel_lock.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/fiber/detail/ring_buffer.hpp>
#include <tollgate/fiber/detail/wait_line.hpp>
#include <tollgate/fiber/detail/wait_timeout.hpp>
#include <tollgate/fiber/detail/waiter.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>

#include <cassert>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace tollgate::fiber::detail {

template <class Channel>
class channel_source;

/// The core of a channel: a buffer, the fibers that wait on its two sides, and the lock.
template <class T, class Clock, sharing Sharing>
class channel_core {
    using mutex = channel_lock<T, Sharing>;
    using line = wait_line<Clock, Sharing>;
    using nodes = typename line::nodes;
    using node = channel_node;
    using joint_wait = queue::detail::joint_wait;
    using claimed_waits = queue::detail::claimed_waits;
    using status = queue::status;

public:
    using value_type = T;
    using clock = Clock;
    using lock = std::unique_lock<mutex>;
    /// Whether the fibers of several threads may use the channel.
    static constexpr bool is_shared = Sharing == sharing::threads;
    using popped = queue::popped<T>;
    using wait_timeout = detail::wait_timeout<Clock>;

    explicit channel_core(std::size_t capacity) : items_(capacity) {}
    channel_core(const channel_core&) = delete;
    channel_core& operator=(const channel_core&) = delete;
    ~channel_core() {
        assert(receivers_.empty() && senders_.empty() && "destroyed while a fiber waits");
    }

    /// Pushes an element without a wait. The caller makes the element before this call, and
    /// destroys the element after this call. So the element is made and destroyed without the lock.
    [[gnu::always_inline]] status try_give(T&& element) noexcept {
        lock held(mutex_);
        return give(held, std::move(element));
    }
    [[gnu::always_inline]] popped try_take() noexcept {
        popped element(status::empty);
        lock held(mutex_);
        take(held, element);
        return element;
    }

    /// Pushes an element. If the channel is full, waits until the push ends.
    template <class By>
    [[gnu::always_inline]] status give_or_wait(const wait_timeout& timeout, T&& element,
                                               const By& by) {
        if (queue::detail::must_not_begin(by)) [[unlikely]] {
            return status::cancelled;
        }
        lock held(mutex_);
        const status given = give(held, std::move(element));
        return given == status::full ? wait(held, std::addressof(element), timeout, by,
                                            [&](node& self) { enter_senders(held, self); })
                                     : given;
    }
    /// Pops an element. If the channel is empty, waits until the pop ends.
    template <class By>
    [[gnu::always_inline]] popped take_or_wait(const wait_timeout& timeout, const By& by) {
        popped element(status::empty);
        if (queue::detail::must_not_begin(by)) [[unlikely]] {
            element = popped(status::cancelled);
            return element;
        }
        lock held(mutex_);
        if (take(held, element) != status::empty) {
            return element;
        }
        const status ending = wait(held, std::addressof(element), timeout, by,
                                   [&](node& self) { enter_receivers(held, self); });
        if (ending != status::done) {
            element = popped(ending);
        }
        return element;
    }

    /// Pushes elements without a wait, as many as possible, first to the waiting pops and then into
    /// the buffer. Returns their number, which is 0 if the channel is closed. `element(i)` returns
    /// the element with this index.
    template <class Element>
    std::size_t give_some(std::size_t count, Element element) noexcept {
        nodes claimed;
        claimed_waits owners;
        std::size_t direct = 0;
        std::size_t given = 0;
        {
            const lock held(mutex_);
            if (is_closed_) {
                return 0;
            }
            for (node* next = nullptr;
                 direct != count && (next = claim_receiver(owners)) != nullptr; ++direct) {
                claimed.push_back(*next);
            }
            for (given = direct; given != count && !items_.is_full(); ++given) {
                items_.push_back(element(given));
            }
        }
        owners.wake_all();
        for (std::size_t i = 0; i != direct; ++i) {
            node& receiver = claimed.front();
            claimed.pop_front();
            *static_cast<popped*>(receiver.place) = popped(std::in_place, element(i));
            line::wake(receiver);
        }
        return given;
    }

    /// Takes elements out of the buffer, as many as there are, until `taken` have been taken.
    /// Waiting pushes put their elements into the buffer. Returns the new number of taken elements.
    template <class Places>
    std::size_t take_some(Places& places, std::size_t taken) noexcept {
        nodes claimed;
        {
            const lock held(mutex_);
            for (; taken != places.most() && !items_.is_empty(); ++taken) {
                places.accept(std::move(items_.front()), taken);
                items_.pop_front();
                if (node* const sender = claim_sender()) {
                    items_.push_back(std::move(element_of(*sender)));
                    claimed.push_back(*sender);
                }
            }
        }
        line::wake_all(claimed);
        return taken;
    }

    void close() noexcept {
        nodes claimed;
        claimed_waits owners;
        {
            const lock held(mutex_);
            is_closed_ = true;
            receivers_.claim_all(owners, claimed);
            senders_.claim_all(owners, claimed);
        }
        owners.wake_all();
        line::wake_all(claimed);
    }
    [[nodiscard]] bool is_closed() const noexcept {
        const lock held(mutex_);
        return is_closed_;
    }
    [[nodiscard]] std::size_t size() const noexcept {
        const lock held(mutex_);
        return items_.size();
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return items_.capacity(); }

    // Only in a channel of one thread, because the lock is not taken:

    /// Returns whether a push would have to wait. May return false although it would.
    [[nodiscard]] bool is_full() const noexcept requires(Sharing == sharing::one_thread) {
        return items_.is_full() && receivers_.empty() && !is_closed_;
    }
    /// Returns whether a pop would have to wait. May return false although it would.
    [[nodiscard]] bool is_empty() const noexcept requires(Sharing == sharing::one_thread) {
        return items_.is_empty() && senders_.empty() && !is_closed_;
    }

private:
    template <class>
    friend class channel_source;

    static T& element_of(const node& sender) noexcept { return *static_cast<T*>(sender.place); }

    /// Claims the first pop. Adds the owners of the sets that were told to `owners`; in a channel
    /// of one thread, which has no lock, they are woken at once.
    ///
    /// A set could take the element only from the buffer, or from a push that waits. If an attempt
    /// to push told the sets of a channel without a buffer, the attempts of two selects with sets
    /// would wake each other for ever.
    [[gnu::always_inline]] node* claim_receiver(claimed_waits& owners,
                                                const joint_wait* self = nullptr) noexcept {
        return receivers_.claim_first([&] {
            auto claimed = receivers_.claim_first_of_all(self, items_.capacity() != 0);
            if constexpr (is_shared) {
                owners.take(claimed.owners);
            } else {
                claimed.owners.wake_all();
            }
            return claimed.first;
        });
    }
    /// Claims the first push. A set keeps no pushes of channels, so there is no owner to wake.
    [[gnu::always_inline]] node* claim_sender(const joint_wait* self = nullptr) noexcept {
        return senders_.claim_first([&] { return senders_.claim_first_of_all(self).first; });
    }

    /// Enters a line, and unlocks the mutex.
    void enter_receivers(lock& held, node& own) noexcept {
        receivers_.push_back(own);
        held.unlock();
    }
    void enter_senders(lock& held, node& own) noexcept {
        senders_.push_back(own);
        if (items_.capacity() == 0 && !receivers_.empty()) [[unlikely]] {
            tell_sets(held);
        } else {
            held.unlock();
        }
    }
    [[gnu::noinline]] void tell_sets(lock& held) noexcept {
        claimed_waits owners;
        receivers_.tell_sets(owners);
        held.unlock();
        owners.wake_all();
    }

    /// Returns `done`, `closed` or `full`. If a pop waits, unlocks the mutex and gives the element
    /// to this pop. This is safe because a claimed waiter belongs to its claimer. If sets were told
    /// in vain, attempts the push again, because their owners are woken without the lock.
    [[gnu::always_inline]] status give(lock& held, T&& element,
                                       const joint_wait* self = nullptr) noexcept {
        while (!is_closed_) {
            claimed_waits owners;
            if (node* const receiver = claim_receiver(owners, self)) {
                held.unlock();
                owners.wake_all();
                *static_cast<popped*>(receiver->place) = popped(std::in_place, std::move(element));
                line::wake(*receiver);
                return status::done;
            }
            const bool has_room = !items_.is_full();
            if (has_room) {
                items_.push_back(std::move(element));
            }
            if (owners.is_empty()) [[likely]] {
                return has_room ? status::done : status::full;
            }
            held.unlock();
            owners.wake_all();
            if (has_room) {
                return status::done;
            }
            held.lock();
        }
        return status::closed;
    }

    /// Returns `done`, `closed` or `empty`. If the buffer is empty and a push waits, unlocks the
    /// mutex and takes the element of this push.
    [[gnu::always_inline]] status take(lock& held, popped& target,
                                       const joint_wait* self = nullptr) noexcept {
        if (!items_.is_empty()) {
            target = popped(std::in_place, std::move(items_.front()));
            items_.pop_front();
            if (node* const sender = claim_sender(self)) {
                items_.push_back(std::move(element_of(*sender)));
                held.unlock();
                line::wake(*sender);
            }
            return status::done;
        }
        if (node* const sender = claim_sender(self)) {
            held.unlock();
            target = popped(std::in_place, std::move(element_of(*sender)));
            line::wake(*sender);
            return status::done;
        }
        if (is_closed_) {
            target = popped(status::closed);
            return status::closed;
        }
        return status::empty;
    }

    /// Enters a line and waits, unless the call has no time to wait. All other results have
    /// precedence over `timeout`.
    template <class By, class Enter>
    [[gnu::always_inline]] static status wait(lock& held, void* place, const wait_timeout& timeout,
                                              const By& by, Enter enter) {
        const auto& cancellation = queue::detail::token_of(by);
        if (timeout.is_over()) {
            return cancellation.is_cancelled() ? status::cancelled : status::timeout;
        }
        waiter<Clock, Sharing> self(basic_round_robin<Clock>::of_running_fiber(), place);
        enter(self);
        const status ending = self.wait(timeout, cancellation);
        if (ending == status::timeout || ending == status::cancelled) {
            held.lock();
            self.leave_queue();
        }
        return ending;
    }

    [[no_unique_address]] mutable mutex mutex_;
    bool is_closed_ = false;
    ring_buffer<T> items_;
    line receivers_;
    line senders_;
};

} // namespace tollgate::fiber::detail
