// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "headway.hpp"

#include <tollgate/bench/standstill.hpp>
#include <tollgate/measure/hidden.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/queue/source_set.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace tollgate::queue_test {

// A taker has `sources` queues, from which one thread takes one element at a time. `places` of
// these queues get elements. Each queue holds `capacity` elements.

/// The queues of a taker whose number is known to the compiler.
template <class Queue, std::size_t Sources>
class queues_of_one_thread {
public:
    static constexpr std::size_t sources = Sources;

    queues_of_one_thread(std::size_t /*sources*/, std::size_t capacity)
        : queues_(make(capacity, std::make_index_sequence<Sources>())) {}

    static std::size_t places(std::size_t /*sources*/) { return Sources; }

    void push(std::size_t place, std::uint64_t number) {
        static_cast<void>(queues_[place].push(number));
    }

protected:
    /// No operation has this number.
    static constexpr std::uint64_t nothing = ~std::uint64_t{0};

    std::array<Queue, Sources> queues_;

private:
    template <std::size_t... Index>
    static std::array<Queue, Sources> make(std::size_t capacity,
                                           std::index_sequence<Index...> /*indices*/) {
        return {{(static_cast<void>(Index), Queue(capacity))...}};
    }
};

/// Takes the element by a pop from the only queue.
template <class Queue>
class plain_taker : public queues_of_one_thread<Queue, 1> {
public:
    using queues_of_one_thread<Queue, 1>::queues_of_one_thread;

    std::uint64_t take() {
        const auto element = this->queues_[0].pop();
        return element ? *element : this->nothing;
    }
};

/// Takes the element by a select over pops from all queues. `Kind::select` is the select of the
/// queues.
template <class Queue, class Kind, std::size_t Sources>
class select_taker : public queues_of_one_thread<Queue, Sources> {
public:
    using queues_of_one_thread<Queue, Sources>::queues_of_one_thread;

    std::uint64_t take() { return take(std::make_index_sequence<Sources>()); }

private:
    template <std::size_t... Index>
    std::uint64_t take(std::index_sequence<Index...> /*indices*/) {
        std::uint64_t taken = this->nothing;
        const auto keep = [&taken](std::uint64_t number) { taken = number; };
        Kind::select(Kind::pop(this->queues_[Index], keep)...);
        return taken;
    }
};

/// Takes the element by a select over a set, which keeps a pop from each of the queues. At most 16
/// queues get elements. So the cost is that of the set, and not that of the cache misses in many
/// queues.
template <class Queue, class Kind>
class kept_taker {
public:
    kept_taker(std::size_t sources, std::size_t capacity)
        : queues_per_place_(sources / places(sources)) {
        for (std::size_t i = 0; i < sources; ++i) {
            Queue& added = queues_.emplace_back(capacity);
            set_.add(Kind::pop(added, [this](std::uint64_t number) { taken_ = number; }));
        }
    }

    static std::size_t places(std::size_t sources) { return (std::min)(sources, std::size_t{16}); }
    void push(std::size_t place, std::uint64_t number) {
        static_cast<void>(queues_[place * queues_per_place_].push(number));
    }
    std::uint64_t take() {
        Kind::select(set_);
        return std::exchange(taken_, nothing);
    }

private:
    static constexpr std::uint64_t nothing = ~std::uint64_t{0};

    std::uint64_t taken_ = nothing;
    std::size_t queues_per_place_;
    std::deque<Queue> queues_;
    queue::source_set set_;
};

/// The queue that gets the next element: always the last one, which a processor predicts, or a
/// random one, which it cannot predict.
enum class ready_queue { same, random };

/// Draws the places of elements. Each draw takes the same time, for `same` too. The runtimes draw
/// the same places.
class drawn_places {
public:
    drawn_places(std::size_t places, ready_queue ready)
        : first_(ready == ready_queue::same ? places - 1 : 0), count_(places - first_) {}

    std::size_t next() {
        state_ = state_ * 2862933555777941757U + 3037000493U;
        return first_ + static_cast<std::size_t>(((state_ >> 32U) * count_) >> 32U);
    }

private:
    std::size_t first_;
    std::uint64_t count_;
    std::uint64_t state_ = 1;
};

inline constexpr const char* took_another =
    "another element was taken than the one that was pushed, or no element";

/// Runs `work` on a thread of its own. `work` sets the number of its operations in the headway. If
/// nothing moves, because an element was lost, the program ends after some seconds.
measure::loop_report
run_on_one_thread(std::chrono::nanoseconds check_interval,
                  const std::function<void(measure::loop_report&, headway&)>& work);

/// One thread pushes an element into one of the queues, and takes it. The draw of the place is part
/// of each operation, also if there is only one place. Self-check: each element is the pushed one.
template <class Taker>
struct select_loop {
    /// As of the ping-pong, and of the other runtimes' channels.
    static constexpr std::size_t capacity = 64;
    static constexpr std::uint64_t block = 16;

    std::chrono::nanoseconds check_interval = bench::check_interval;
    std::size_t sources = 2;
    ready_queue ready = ready_queue::random;

    measure::loop_report operator()(measure::loop_probe& probe) const {
        measure::loop_report report =
            run_on_one_thread(check_interval, [&](measure::loop_report& own, headway& moves) {
                take_all(probe, own, moves);
            });
        report.units_per_operation = static_cast<double>(block);
        return report;
    }

private:
    void take_all(measure::loop_probe& probe, measure::loop_report& own, headway& moves) const {
        Taker taker(sources, capacity);
        drawn_places places(Taker::places(sources), ready);
        static_cast<void>(measure::hidden(&places)); // The compiler must not know the count.
        std::uint64_t wrong_bits = 0;
        std::uint64_t done = 0;
        std::array<std::size_t, block> drawn{};
        for (; probe.keep_running(done); moves.set(0, ++done)) {
            // All are drawn first: otherwise the take waits until the address of the push is known.
            std::ranges::generate(drawn, [&] { return places.next(); });
            static_cast<void>(measure::hidden(&drawn));
            std::uint64_t number = done * block;
            for (const std::size_t place : drawn) {
                taker.push(place, number);
                wrong_bits |= taker.take() ^ number++;
            }
        }
        own.probe_calls = {done + 1};
        if (wrong_bits != 0) {
            own.failures.emplace_back(took_another);
        }
    }
};

/// Only the takes of such a thread. An event takes an element from each of several takers. Before
/// the event, an element is pushed into one of the queues of each taker. Self-check: each element
/// is the pushed one.
template <class Taker>
struct select_alone_loop {
    /// Few and small, so that all queues stay in the nearest cache.
    static constexpr std::size_t takers = 32;
    static constexpr std::size_t capacity = 4;

    std::chrono::nanoseconds check_interval = bench::check_interval;
    std::size_t sources = 2;
    ready_queue ready = ready_queue::random;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report =
            run_on_one_thread(check_interval, [&](measure::loop_report& own, headway& moves) {
                take_all(probe, own, moves);
            });
        report.units_per_operation = static_cast<double>(takers);
        return report;
    }

private:
    using all_takers = std::array<Taker, takers>;

    template <std::size_t... Index>
    [[nodiscard]] std::unique_ptr<all_takers>
    make(std::index_sequence<Index...> /*indices*/) const {
        return std::unique_ptr<all_takers>(
            new all_takers{{(static_cast<void>(Index), Taker(sources, capacity))...}});
    }

    template <class Probe>
    void take_all(Probe& probe, measure::loop_report& own, headway& moves) const {
        const std::unique_ptr<all_takers> all = make(std::make_index_sequence<takers>());
        drawn_places places(Taker::places(sources), ready);
        std::uint64_t wrong_bits = 0;
        while (probe.wanted()) {
            const std::uint64_t first = probe.events() * takers;
            for (std::size_t i = 0; i < takers; ++i) {
                (*all)[i].push(places.next(), first + i);
            }
            const auto begun = probe.begin();
            for (std::size_t i = 0; i < takers; ++i) {
                wrong_bits |= (*all)[i].take() ^ (first + i);
            }
            const auto ended = probe.end();
            probe.add(begun, ended);
            moves.set(0, probe.events());
        }
        own.probe_calls = {probe.events()};
        if (wrong_bits != 0) {
            own.failures.emplace_back(took_another);
        }
    }
};

} // namespace tollgate::queue_test
