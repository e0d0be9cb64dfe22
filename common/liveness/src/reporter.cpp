// SPDX-License-Identifier: BSL-1.0
#include "reporter.hpp"

#include "stack.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

namespace tollgate::liveness::detail {
namespace {

/// A failed diagnosis must not lose the event.
template <class Work>
void if_there_is_memory(Work work) {
    try {
        work();
    } catch (const std::bad_alloc&) {
        return;
    }
}

} // namespace

reporter::reporter(const settings& options)
    : diagnoses_(options.diagnoses), stacks_(options.stacks && prepare_stacks()) {
    set_sinks(options.sinks);
    read_modules();
}

void reporter::take(findings& found) noexcept {
    const std::size_t all = found.events.size();
    {
        const std::lock_guard lock(mutex_);
        if (diagnoses_ && suspicions_.size() < longest_queue) {
            suspicions_.splice(suspicions_.end(), found.suspicions);
        }
        const std::size_t taken = std::min(all, longest_queue - waiting_.size());
        if (taken > 0) {
            const std::uint64_t lost = counted.lost;
            found.events.front().report.lost_before = lost - std::exchange(reported_lost_, lost);
            const auto first = found.events.cbegin();
            waiting_.splice(waiting_.end(), found.events, first,
                            std::next(first, static_cast<std::ptrdiff_t>(taken)));
        }
        counted.events += all;
        counted.lost += found.events.size();
    }
    found.suspicions.clear();
    found.events.clear();
}

void reporter::report_all() {
    std::list<suspicion> suspicions;
    std::list<finding> events;
    std::shared_ptr<sinks> receivers;
    {
        const std::lock_guard lock(mutex_);
        suspicions.swap(suspicions_);
        events.swap(waiting_);
        receivers = sinks_;
    }
    for (const suspicion& suspect : suspicions) {
        if (is_over()) {
            break;
        }
        if_there_is_memory(
            [&] { first_samples_[suspect.source] = sample_thread(suspect.thread_id); });
    }
    for (finding& found : events) {
        if (is_over()) {
            ++counted.lost;
            continue;
        }
        if_there_is_memory([&] { examine(found.source, found.report); });
        for (const std::shared_ptr<const sink>& receiver : *receivers) {
            call_program(counted.failed_calls, [&] { (*receiver)(found.report); });
        }
    }
}

bool reporter::is_over() const noexcept {
    return std::chrono::steady_clock::now() >= deadline_.load(std::memory_order_relaxed);
}

void reporter::examine(const record* source, event& report) {
    if (report.type == event::kind::recovered) {
        return;
    }
    if (diagnoses_) {
        report.why = diagnose(first_samples_[source], sample_thread(report.thread_id));
    }
    if (stacks_) {
        const std::vector<std::uintptr_t> frames = frames_of(report.thread_id);
        modules_.read_anew();
        for (const std::uintptr_t address : frames) {
            report.why.stack.push_back(modules_.call_at(address));
        }
    }
}

void reporter::add_sink(sink added) {
    const std::lock_guard sinks_lock(sinks_mutex_);
    auto more = std::make_shared<sinks>(*sinks_); // the mutex keeps other threads from changing it
    more->push_back(std::make_shared<const sink>(std::move(added)));
    const std::lock_guard lock(mutex_);
    sinks_.swap(more);
}

void reporter::set_sinks(std::vector<sink> replacements) {
    auto shared = std::make_shared<sinks>();
    for (sink& replacement : replacements) {
        shared->push_back(std::make_shared<const sink>(std::move(replacement)));
    }
    const std::lock_guard sinks_lock(sinks_mutex_);
    const std::lock_guard lock(mutex_);
    sinks_.swap(shared);
}

void reporter::start_anew() noexcept {
    // Overwritten, not destroyed: the parent may have been changing these objects, and an allocator
    // that handles the fork may not be ready to free memory.
    std::construct_at(&sinks_mutex_);
    std::construct_at(&suspicions_);
    std::construct_at(&waiting_);
    reported_lost_ = 0;
    std::construct_at(&first_samples_);
    std::construct_at(&modules_);
    std::construct_at(&counted);
}

} // namespace tollgate::liveness::detail
