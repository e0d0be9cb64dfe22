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

/// What is found out beside an event is not worth losing it for.
template <class Work>
void if_there_is_memory(Work work) {
    try {
        work();
    } catch (const std::bad_alloc&) {
        return;
    }
}

} // namespace

reporter::reporter(const settings& how)
    : diagnoses_(how.diagnoses), stacks_(how.stacks && prepare_stacks()) {
    set_sinks(how.sinks);
    see_modules();
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
            found.events.front().what.lost_before = lost - std::exchange(told_lost_, lost);
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

void reporter::work_off() {
    std::list<suspicion> suspicions;
    std::list<finding> events;
    std::shared_ptr<sinks> all;
    {
        const std::lock_guard lock(mutex_);
        suspicions.swap(suspicions_);
        events.swap(waiting_);
        all = sinks_;
    }
    for (const suspicion& one : suspicions) {
        if (is_over()) {
            break;
        }
        if_there_is_memory([&] { first_samples_[one.of] = sample_thread(one.thread_id); });
    }
    for (finding& one : events) {
        if (is_over()) {
            ++counted.lost;
            continue;
        }
        if_there_is_memory([&] { examine(one.of, one.what); });
        for (const std::shared_ptr<const sink>& to : *all) {
            call_program(counted.failed_calls, [&] { (*to)(one.what); });
        }
    }
}

bool reporter::is_over() const noexcept {
    return std::chrono::steady_clock::now() >= last_.load(std::memory_order_relaxed);
}

void reporter::examine(const record* of, event& what) {
    if (what.what == event::kind::recovered) {
        return;
    }
    if (diagnoses_) {
        what.why = diagnose(first_samples_[of], sample_thread(what.thread_id));
    }
    if (stacks_) {
        const std::vector<std::uintptr_t> frames = frames_of(what.thread_id);
        modules_.read_anew();
        for (const std::uintptr_t address : frames) {
            what.why.stack.push_back(modules_.call_at(address));
        }
    }
}

void reporter::add_sink(sink to) {
    const std::lock_guard turn(adding_);
    auto more = std::make_shared<sinks>(*sinks_); // nobody else changes them
    more->push_back(std::make_shared<const sink>(std::move(to)));
    const std::lock_guard lock(mutex_);
    sinks_.swap(more);
}

void reporter::set_sinks(std::vector<sink> all) {
    auto others = std::make_shared<sinks>();
    for (sink& one : all) {
        others->push_back(std::make_shared<const sink>(std::move(one)));
    }
    const std::lock_guard turn(adding_);
    const std::lock_guard lock(mutex_);
    sinks_.swap(others);
}

void reporter::start_anew() noexcept {
    // They are left as they are, not destroyed: the parent may have been at work on them, and an
    // allocator that is forked, too, may not take anything back yet.
    std::construct_at(&adding_);
    std::construct_at(&suspicions_);
    std::construct_at(&waiting_);
    told_lost_ = 0;
    std::construct_at(&first_samples_);
    std::construct_at(&modules_);
    std::construct_at(&counted);
}

} // namespace tollgate::liveness::detail
