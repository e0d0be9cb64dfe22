// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crew.hpp"
#include "end_of_messages.hpp"
#include "fairness.hpp"
#include "shape.hpp"
#include "stall.hpp"
#include "tally.hpp"
#include "way.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tollgate::queue_test {

/// Producers push as fast as they can, consumers pop as fast as they can, through one queue. The
/// first consumer times itself: an operation is one message that it takes, and is divided by how
/// many all consumers took meanwhile for each of its own. When it has seen enough, the producers
/// stop; the last of them waits until everything has arrived, and ends the consumers.
///
/// Proofs: as many messages arrive as were sent, the same ones, intact, those of one producer in
/// order at each consumer; nobody starves.
template <class Queue, class Crew>
struct stream_loop {
    shape of;
    cpu::assignment where;
    std::shared_ptr<fairness> shares; ///< empty: not judged
    std::chrono::nanoseconds look_every = between_looks;

    measure::loop_report operator()(measure::turnstile& probe) const {
        const auto all = std::make_unique<state>(probe, of);
        std::vector<job> jobs;
        for (std::size_t i = 0; i < of.producers; ++i) {
            jobs.push_back({[&, i](auto&) { produce(*all, i); }, 2 * i});
        }
        for (std::size_t i = 0; i < of.consumers; ++i) {
            jobs.push_back({[&, i](auto& self) { consume(*all, i, self); }, 2 * i + 1});
        }
        stall nothing_moves(all->moves, look_every);
        const auto start = std::chrono::steady_clock::now();
        measure::loop_report report = Crew::run(
            where, jobs, {look_every, [&] { nothing_moves.look([&] { rescue(*all); }); }});
        judge(*all, std::chrono::steady_clock::now() - start, report);
        if (nothing_moves.happened()) {
            report.failures.emplace_back("nothing moved for seconds: somebody was not woken");
        }
        return report;
    }

private:
    using message_type = typename Queue::message_type;

    /// Of queues without bounds: so much may lie in them, and so often it is looked at.
    static constexpr std::uint64_t most_waiting =
        std::max<std::uint64_t>(1024, (std::uint64_t{16} << 20) / sizeof(message_type));
    static constexpr std::uint64_t pushes_between_looks = 256;

    struct state {
        state(measure::turnstile& one, const shape& asked)
            : of(asked),
              probe(one),
              queue(asked.capacity),
              moves(asked.members()),
              producing(asked.producers),
              sent(asked.producers),
              seen(asked.consumers, tally(asked.producers)) {}

        [[nodiscard]] std::uint64_t pushed() const { return moves.sum(0, of.producers); }
        [[nodiscard]] std::uint64_t popped() const { return moves.sum(of.producers, of.members()); }

        const shape of;
        measure::turnstile& probe;
        Queue queue;
        headway moves; ///< producers, then consumers
        alignas(64) std::atomic<bool> stop{false};
        std::atomic<std::size_t> producing;
        // Each written by its member, and read when all have ended.
        std::vector<heap_of_numbers> sent;
        std::vector<tally> seen;
        double taken_for_each_own = 1; ///< by all consumers, for each of the first one
    };

    void produce(state& all, std::size_t self) const {
        const auto own = std::make_unique<message_type>();
        way<Queue> out(all.queue);
        heap_of_numbers sent;
        for (std::uint64_t i = 0; !all.stop.load(std::memory_order_relaxed); ++i) {
            if (!Queue::is_bounded && i % pushes_between_looks == 0) {
                wait_for_consumers(all);
            }
            const std::uint64_t number = origin{self, i}.number();
            own->fill(number);
            out.push(*own);
            sent.add(number);
            all.moves.set(self, i + 1);
        }
        all.sent[self] = sent;
        if (all.producing.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            wait_for_arrivals(all);
            end(all, of.consumers);
        }
    }

    void consume(state& all, std::size_t self, measure::loop_member& member) const {
        way<Queue> in(all.queue);
        tally seen(of.producers);
        bool times = self == 0 && all.probe.turn(0);
        const std::uint64_t before = times ? all.popped() : 0;
        std::uint64_t taken = 0;
        for (bool ended = false; !ended;) {
            in.pop([&](const message_type& came) {
                ended = came.number() == end_of_messages;
                if (!ended) {
                    seen.add(came.number(), came.intact());
                }
            });
            if (ended) {
                break;
            }
            all.moves.set(of.producers + self, ++taken);
            if (times && !all.probe.turn(taken)) {
                times = false;
                all.taken_for_each_own =
                    static_cast<double>(all.popped() - before) / static_cast<double>(taken);
                all.stop.store(true, std::memory_order_relaxed);
                member.own.turns.push_back(taken + 1);
            }
        }
        all.seen[self] = seen;
    }

    static void wait_for_consumers(const state& all) {
        typename Crew::pause for_them;
        while (all.pushed() - all.popped() > most_waiting &&
               !all.stop.load(std::memory_order_relaxed)) {
            for_them();
        }
    }

    /// If one was lost, nobody takes it however long this lasts.
    void wait_for_arrivals(const state& all) const {
        typename Crew::pause for_them;
        std::uint64_t last = 0;
        auto moved = std::chrono::steady_clock::now();
        for (std::uint64_t now = all.popped(); now < all.pushed(); now = all.popped()) {
            for_them();
            const auto time = std::chrono::steady_clock::now();
            if (now != last) {
                last = now;
                moved = time;
            } else if (time - moved > look_every) {
                return;
            }
        }
    }

    static void end(state& all, std::size_t consumers) {
        const auto last = std::make_unique<message_type>();
        last->fill(end_of_messages);
        way<Queue> out(all.queue);
        for (std::size_t i = 0; i < consumers; ++i) {
            out.push(*last);
        }
    }

    /// Producers first: one that goes on when nobody pops any more never ends. One more than there
    /// are consumers: where a wake-up was lost for good, it takes its place.
    static void rescue(state& all) {
        all.stop.store(true, std::memory_order_relaxed);
        end(all, all.of.consumers + 1);
    }

    void judge(const state& all, std::chrono::nanoseconds time,
               measure::loop_report& report) const {
        heap_of_numbers in;
        heap_of_numbers out;
        std::vector<std::uint64_t> each;
        for (const heap_of_numbers& one : all.sent) {
            in += one;
        }
        for (const tally& one : all.seen) {
            out += one.taken();
            each.push_back(one.taken().count);
            one.add_failures_to(report.failures, keeps_order<Queue>);
        }
        compare_heaps(in, out, report.failures);
        report.units_per_operation = all.taken_for_each_own;
        report.metered =
            static_cast<std::uint64_t>(static_cast<double>(out.count) / all.taken_for_each_own);
        if (shares) {
            shares->add(each, time);
            if (const auto starved = shares->starved()) {
                report.failures.push_back(*starved);
            }
        }
    }
};

} // namespace tollgate::queue_test
