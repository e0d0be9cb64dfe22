// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>
#include <tollgate/queue/detail/cell.hpp>
#include <tollgate/queue/detail/checked_capacity.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/pause.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::queue::detail {

/// A bounded queue for one thread that pushes and one that pops, and do not wait. Anybody may close
/// it and ask for its size.
///
/// Element t lies in place t mod R. The producer puts it there and sets the place's turn to t + 1,
/// which is all that the consumer looks at: an element arrives with the cache line that it lies in.
/// The consumer counts what it has taken in `head_`, and the producer reads that only when the head
/// that it saw last leaves no room: once in a capacity if it does not run ahead. So the consumer
/// writes nothing that the producer reads but that, and each line goes to and fro once in a lap.
///
/// Before it puts an element there, the producer claims the place in `tail_`, and looks whether the
/// queue is being closed. Who closes it says so first, and then looks at the claim: one of the two
/// sees the other. A claim that is seen is waited for, until it is kept or taken back; only then is
/// the queue closed for the consumer. So nothing is pushed after a pop has said `closed`. A push
/// that finds the queue being closed closes it for the consumer itself before it says so: it pushes
/// nothing, and neither will those after it. So no pop says `empty` after a push has said `closed`.
///
/// The order of either side's store before its next look (at `closing_`, at the other side's wait
/// line) is the business of the rare ones, who wait or close: they call a heavy fence, and pushes
/// and pops contain no instruction that orders anything on x86-64. Where the kernel refuses that
/// (`is_ordered()` is false), the stores are sequentially consistent and the wait lines are looked
/// at by a read-modify-write.
///
/// Linearizable: a push takes effect where it sets the turn, a pop where it moves the head, `empty`
/// where it finds the turn not come, `full` where it reads the head, and close() where it, or a
/// push, closes the queue for the consumer. The model check/spsc_order.pml shows the order of these
/// steps for CPUs that delay stores.
///
/// The turns are those of FastForward (Giacomoni et al., 2008), the head that was seen last is from
/// MCRingBuffer (Lee et al., 2010).
///
/// `Atomic` is std::atomic, unless a check decides in which order threads take their steps.
template <class T, template <class> class Atomic>
class basic_spsc_ring {
public:
    explicit basic_spsc_ring(std::size_t capacity)
        : capacity_(checked_capacity(capacity)),
          mask_(std::bit_ceil(capacity) - 1),
          cells_(std::make_unique<cell<T, Atomic>[]>(mask_ + 1)) {}
    basic_spsc_ring(const basic_spsc_ring&) = delete;
    basic_spsc_ring& operator=(const basic_spsc_ring&) = delete;
    ~basic_spsc_ring() {
        while (try_pop([](T&&) {}) == status::done) {
        }
    }

    /// By the producer: `done`, `full` or `closed`; the element is moved from only if it is done.
    template <class Source>
    status try_push(Source&& from) noexcept {
        // Whoever closes it waits for claims, and could be kept waiting by one after the other.
        if (closing_.load(std::memory_order_relaxed)) [[unlikely]] {
            return push_closed();
        }
        const std::uint64_t ticket = tail_.load(std::memory_order_relaxed);
        if (!has_room()) [[unlikely]] {
            head_seen_ = head_.load(std::memory_order_acquire);
            if (!has_room()) {
                return status::full;
            }
        }
        store(tail_, ticket + 1);
        if (closing_.load(std::memory_order_seq_cst)) [[unlikely]] {
            tail_.store(ticket, std::memory_order_relaxed);
            return push_closed();
        }
        cell<T, Atomic>& place = cell_of(ticket);
        place.put(std::forward<Source>(from));
        store(place.turn, ticket + 1);
        return status::done;
    }

    /// By the consumer: `done`, `empty` or `closed`; `into` gets the element as a T&&.
    template <class Take>
    status try_pop(Take into) noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        cell<T, Atomic>& place = cell_of(ticket);
        if (const status seen = look_at(place, ticket); seen != status::done) [[unlikely]] {
            return seen;
        }
        place.take(into);
        store(head_, ticket + 1);
        return status::done;
    }

    /// By the consumer, what a try would say; and the element, if that is `done`.
    [[nodiscard]] status look() const noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        return look_at(cell_of(ticket), ticket);
    }
    [[nodiscard]] T& front() noexcept {
        return cell_of(head_.load(std::memory_order_relaxed)).element();
    }

    /// Whether a try is worth it, for who looks again and again: by the producer, and the consumer.
    [[nodiscard]] bool may_push() noexcept {
        head_seen_ = head_.load(std::memory_order_acquire);
        return has_room() || closing_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] bool may_pop() const noexcept {
        const std::uint64_t ticket = head_.load(std::memory_order_relaxed);
        return cell_of(ticket).turn.load(std::memory_order_relaxed) == ticket + 1;
    }

    /// Whether who waits keeps the order of everybody's stores and looks.
    [[nodiscard]] bool is_ordered() const noexcept { return ordered_; }
    void settle_order() const noexcept {
        if (ordered_) {
            fence::heavy_fence();
        }
    }

    /// From its return on every push fails. Waits for one that is under way.
    void close() noexcept {
        closing_.store(true, std::memory_order_seq_cst);
        settle_order();
        sleep::pause for_the_producer;
        while (a_push_is_under_way()) {
            for_the_producer();
        }
        closed_.store(true, std::memory_order_release);
    }
    [[nodiscard]] bool is_closed() const noexcept {
        return closed_.load(std::memory_order_acquire);
    }

    /// One that is being pushed included. Exact if nobody pushes or pops meanwhile; otherwise too
    /// high at the most by what was popped between the two readings, and not too low.
    [[nodiscard]] std::size_t size() const noexcept {
        const std::uint64_t head = head_.load(std::memory_order_seq_cst);
        const std::uint64_t size = tail_.load(std::memory_order_seq_cst) - head;
        return size < capacity_ ? size : capacity_;
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

private:
    /// A store that comes before the looks that follow it, with whoever waits seeing to that.
    void store(Atomic<std::uint64_t>& where, std::uint64_t value) const noexcept {
        if (ordered_) [[likely]] {
            where.store(value, std::memory_order_release);
            fence::light_fence();
        } else {
            where.store(value, std::memory_order_seq_cst);
        }
    }

    /// What a push says that has seen `closing_`.
    [[gnu::cold]] status push_closed() noexcept {
        closed_.store(true, std::memory_order_release);
        return status::closed;
    }

    [[gnu::always_inline]] status look_at(const cell<T, Atomic>& place,
                                          std::uint64_t ticket) const noexcept {
        if (place.turn.load(std::memory_order_acquire) == ticket + 1) [[likely]] {
            return status::done;
        }
        if (!is_closed()) {
            return status::empty;
        }
        // The last push had come to its end when it was closed.
        return place.turn.load(std::memory_order_relaxed) == ticket + 1 ? status::done
                                                                        : status::closed;
    }

    [[nodiscard]] bool has_room() const noexcept {
        return tail_.load(std::memory_order_relaxed) - head_seen_ < capacity_;
    }

    [[nodiscard]] bool a_push_is_under_way() const noexcept {
        const std::uint64_t tail = tail_.load(std::memory_order_seq_cst);
        return tail != 0 && cell_of(tail - 1).turn.load(std::memory_order_acquire) != tail;
    }

    [[nodiscard]] cell<T, Atomic>& cell_of(std::uint64_t ticket) const noexcept {
        return cells_[ticket & mask_];
    }

    // The producer's line, the consumer's, and one that nobody writes until the end.
    alignas(64) Atomic<std::uint64_t> tail_{0};
    std::uint64_t head_seen_ = 0; ///< not above head_
    alignas(64) Atomic<std::uint64_t> head_{0};
    alignas(64) std::size_t capacity_;
    std::size_t mask_;
    std::unique_ptr<cell<T, Atomic>[]> cells_;
    bool ordered_ = fence::heavy_fence_granted();
    Atomic<bool> closing_{false};
    Atomic<bool> closed_{false};
};

template <class T>
using spsc_ring = basic_spsc_ring<T, std::atomic>;

} // namespace tollgate::queue::detail
