// SPDX-License-Identifier: BSL-1.0
#include "stream_loop.hpp"

#include <mutex>

namespace tollgate::queue_test {

stream::stream(const shape& asked, measure::turnstile& one, std::function<void()> (*make_pause)())
    : of_(asked),
      probe_(one),
      make_pause_(make_pause),
      moves_(asked.members()),
      producing_(asked.producers),
      sent_(asked.producers),
      seen_(asked.consumers, tally(asked.producers)) {
    probe_.turn(0);
}

void stream::count_together() {
    const std::lock_guard alone(counting_);
    count();
}

void stream::wait_for_consumers(std::uint64_t most_waiting) const {
    if (all_pushed() - all_popped() <= most_waiting) {
        return;
    }
    const std::function<void()> pause = make_pause_();
    while (all_pushed() - all_popped() > most_waiting && !stopped()) {
        pause();
    }
}

bool stream::end_producer(std::size_t self, const heap_of_numbers& sent) {
    sent_[self] = sent;
    return producing_.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void stream::wait_for_arrivals(std::chrono::nanoseconds patience) const {
    const std::function<void()> pause = make_pause_();
    std::uint64_t last = 0;
    auto moved = std::chrono::steady_clock::now();
    for (std::uint64_t now = all_popped(); now < all_pushed(); now = all_popped()) {
        pause();
        const auto time = std::chrono::steady_clock::now();
        if (now != last) {
            last = now;
            moved = time;
        } else if (time - moved > patience) {
            return;
        }
    }
}

void stream::judge(bool order_is_kept, fairness* shares, std::chrono::nanoseconds time,
                   measure::loop_report& report) const {
    heap_of_numbers in;
    heap_of_numbers out;
    std::vector<std::uint64_t> each;
    for (const heap_of_numbers& one : sent_) {
        in += one;
    }
    for (const tally& one : seen_) {
        out += one.taken();
        each.push_back(one.taken().count);
        one.add_failures_to(report.failures, order_is_kept);
    }
    compare_heaps(in, out, report.failures);
    const std::uint64_t messages = of_.consumers == 1 ? 1 : messages_in_a_share;
    report.units_per_operation = static_cast<double>(messages);
    report.metered = out.count / messages;
    report.turns.push_back(done_ + 1);
    if (shares != nullptr) {
        shares->add(each, time);
        if (const auto starved = shares->starved()) {
            report.failures.push_back(*starved);
        }
    }
}

measure::loop_report stream_loop::operator()(measure::turnstile& probe) const {
    const auto all = std::make_unique<stream>(of, probe, members.make_pause);
    const stream_parts parts = make_parts(*all);
    std::vector<job> jobs;
    for (std::size_t i = 0; i < of.producers; ++i) {
        jobs.push_back({[&, i](measure::loop_member&) {
                            if (parts.produce(parts.members.get(), i)) {
                                all->wait_for_arrivals(look_every);
                                parts.end(parts.members.get(), of.consumers);
                            }
                        },
                        2 * i});
    }
    for (std::size_t i = 0; i < of.consumers; ++i) {
        jobs.push_back(
            {[&, i](measure::loop_member&) { parts.consume(parts.members.get(), i); }, 2 * i + 1});
    }
    stall nothing_moves(all->moves(), look_every);
    // Producers first: one that goes on when no pop comes any more never ends. One more than there
    // are consumers: where a wake-up was lost for good, it takes its place.
    const auto rescue = [&] {
        all->stop();
        if (parts.ends_from_outside) {
            parts.end(parts.members.get(), of.consumers + 1);
        }
    };
    const auto start = std::chrono::steady_clock::now();
    measure::loop_report report =
        members.run(where, jobs, {look_every, [&] { nothing_moves.look(rescue); }});
    all->judge(parts.keeps_order, shares.get(), std::chrono::steady_clock::now() - start, report);
    if (nothing_moves.happened()) {
        report.failures.emplace_back("nothing moved for seconds: somebody was not woken");
    }
    return report;
}

} // namespace tollgate::queue_test
