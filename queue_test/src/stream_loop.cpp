// SPDX-License-Identifier: BSL-1.0
#include "stream_loop.hpp"

#include <mutex>

namespace tollgate::queue_test {

stream::stream(const shape& asked, measure::turnstile& one, std::function<void()> (*make_pause)(),
               std::chrono::nanoseconds patience)
    : of_(asked),
      probe_(one),
      make_pause_(make_pause),
      patience_(patience),
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

void stream::wait_for_arrivals() const {
    const std::function<void()> pause = make_pause_();
    std::uint64_t last = 0;
    auto moved = std::chrono::steady_clock::now();
    for (std::uint64_t now = all_popped(); now < all_pushed(); now = all_popped()) {
        pause();
        const auto time = std::chrono::steady_clock::now();
        if (now != last) {
            last = now;
            moved = time;
        } else if (time - moved > patience_) {
            return;
        }
    }
}

void stream::judge(bool order_is_kept, measure::loop_report& report) const {
    heap_of_numbers in;
    heap_of_numbers out;
    for (const heap_of_numbers& one : sent_) {
        in += one;
    }
    for (const tally& one : seen_) {
        out += one.taken();
        one.add_failures_to(report.failures, order_is_kept);
    }
    compare_heaps(in, out, report.failures);
    const std::uint64_t messages = of_.consumers == 1 ? 1 : messages_in_a_share;
    report.units_per_operation = static_cast<double>(messages);
    report.metered = out.count / messages;
    report.turns.push_back(done_ + 1);
}

measure::loop_report stream_loop::operator()(measure::turnstile& probe) const {
    const auto all = std::make_unique<stream>(of, probe, members.make_pause, look_every);
    const std::unique_ptr<stream_members> through = make(*all);
    std::vector<job> jobs;
    for (std::size_t i = 0; i < of.producers; ++i) {
        jobs.push_back({[&, i](measure::loop_member&) { through->produce(i); }, 2 * i});
    }
    for (std::size_t i = 0; i < of.consumers; ++i) {
        jobs.push_back({[&, i](measure::loop_member&) { through->consume(i); }, 2 * i + 1});
    }
    bench::standstill nothing_moves;
    measure::loop_report report =
        members.run(where, jobs, {look_every, [&] { nothing_moves.look(all->moves().sum()); }});
    all->judge(keeps_order, report);
    return report;
}

} // namespace tollgate::queue_test
