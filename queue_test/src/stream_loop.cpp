// SPDX-License-Identifier: BSL-1.0
#include "stream_loop.hpp"

#include <mutex>

namespace tollgate::queue_test {

stream::stream(const shape& dimensions, measure::loop_probe& probe,
               std::function<void()> (*make_pause)(), std::chrono::nanoseconds arrival_timeout)
    : dimensions_(dimensions),
      probe_(probe),
      make_pause_(make_pause),
      arrival_timeout_(arrival_timeout),
      moves_(dimensions.members()),
      producing_(dimensions.producers),
      sent_(dimensions.producers),
      received_(dimensions.consumers, tally(dimensions.producers)) {
    probe_.keep_running(0);
}

void stream::count_together() {
    const std::lock_guard locked(counting_);
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
    auto last_progress = std::chrono::steady_clock::now();
    for (std::uint64_t popped = all_popped(); popped < all_pushed(); popped = all_popped()) {
        pause();
        const auto time = std::chrono::steady_clock::now();
        if (popped != last) {
            last = popped;
            last_progress = time;
        } else if (time - last_progress > arrival_timeout_) {
            return;
        }
    }
}

void stream::complete(bool order_is_kept, bool in_batches, measure::loop_report& report) const {
    heap_of_numbers in;
    heap_of_numbers out;
    for (const heap_of_numbers& messages : sent_) {
        in += messages;
    }
    for (const tally& messages : received_) {
        out += messages.taken();
        messages.add_failures_to(report.failures, order_is_kept);
    }
    compare_heaps(in, out, report.failures);
    const bool counts_each = dimensions_.consumers == 1 && !in_batches;
    const std::uint64_t messages = counts_each ? 1 : messages_in_a_share;
    report.units_per_operation = static_cast<double>(messages);
    report.metered = out.count / messages;
    report.probe_calls.push_back(done_ + 1);
}

measure::loop_report stream_loop::operator()(measure::loop_probe& probe) const {
    const auto shared =
        std::make_unique<stream>(dimensions, probe, members.make_pause, check_interval);
    const std::unique_ptr<stream_members> through = make(*shared);
    std::vector<job> jobs;
    for (std::size_t i = 0; i < dimensions.producers; ++i) {
        jobs.push_back({[&, i](measure::loop_member&) { through->produce(i); }, 2 * i});
    }
    for (std::size_t i = 0; i < dimensions.consumers; ++i) {
        jobs.push_back({[&, i](measure::loop_member&) { through->consume(i); }, 2 * i + 1});
    }
    bench::standstill nothing_moves;
    measure::loop_report report = members.run(
        assignment, jobs, {check_interval, [&] { nothing_moves.observe(shared->moves().sum()); }});
    shared->complete(keeps_order, in_batches, report);
    return report;
}

} // namespace tollgate::queue_test
