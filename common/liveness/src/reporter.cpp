// SPDX-License-Identifier: BSL-1.0
#include "reporter.hpp"

#include "diagnose.hpp"
#include "ended_inside.hpp"
#include "stack.hpp"

#include <memory>
#include <new>
#include <utility>

namespace tollgate::liveness::detail {
namespace {

std::vector<std::shared_ptr<const sink>> shared(std::vector<sink> all) {
    std::vector<std::shared_ptr<const sink>> made;
    made.reserve(all.size());
    for (sink& one : all) {
        made.push_back(std::make_shared<const sink>(std::move(one)));
    }
    return made;
}

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
    : diagnoses_(how.diagnoses),
      stacks_(how.stacks && prepare_stacks()),
      sinks_(std::make_shared<const sinks>(shared(how.sinks))) {}

void reporter::take(findings& found) noexcept {
    const std::lock_guard lock(mutex_);
    std::size_t taken = 0;
    try {
        if (diagnoses_ && suspicions_.size() < longest_queue) {
            suspicions_.insert(suspicions_.end(), found.suspicions.begin(), found.suspicions.end());
        }
        for (; taken < found.events.size() && waiting_.size() < longest_queue; ++taken) {
            waiting_.push_back(std::move(found.events[taken]));
            const std::uint64_t lost = this->lost();
            waiting_.back().what.lost_before = lost - std::exchange(told_lost_, lost);
        }
    } catch (const std::bad_alloc&) {
        // What was not taken is lost.
    }
    events_.fetch_add(found.events.size(), std::memory_order_relaxed);
    lost_.fetch_add(found.events.size() - taken, std::memory_order_relaxed);
    found.suspicions.clear();
    found.events.clear();
}

void reporter::work_off() {
    std::vector<suspicion> suspicions;
    std::vector<finding> events;
    std::shared_ptr<const sinks> all;
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
        if_there_is_memory([&] { patients_[one.of].first = sample_thread(one.thread_id); });
    }
    for (finding& one : events) {
        if (is_over()) {
            lost_.fetch_add(1, std::memory_order_relaxed);
            continue;
        }
        if_there_is_memory([&] { examine(one.of, one.what); });
        tell(*all, one.what);
    }
}

/// The clock is only read at the end.
bool reporter::is_over() const noexcept {
    const auto last = last_.load(std::memory_order_relaxed);
    return last != std::chrono::steady_clock::time_point::max() &&
           std::chrono::steady_clock::now() >= last;
}

/// Of one that has recovered, what was found while it was frozen, unless that report was lost.
void reporter::examine(const record* of, event& what) {
    patient& who = patients_[of];
    if (what.what != event::kind::recovered) {
        who.episode = what.episode;
        who.found = diagnoses_ ? diagnose(who.first, sample_thread(what.thread_id)) : diagnosis{};
        if (stacks_) {
            who.found.stack = stack_of(what.thread_id);
        }
    }
    if (who.episode == what.episode) {
        what.why = who.found;
    }
}

void reporter::tell(const sinks& all, const event& what) noexcept {
    for (const std::shared_ptr<const sink>& to : all) {
        try {
            (*to)(what);
            refuse_if_ended_inside();
        } catch (...) {
            refuse_if_ended_inside();
            failed_.fetch_add(1, std::memory_order_relaxed);
        }
    }
}

void reporter::add_sink(sink to) {
    auto added = std::make_shared<const sink>(std::move(to));
    auto more = std::make_shared<sinks>();
    const std::lock_guard lock(mutex_);
    *more = *sinks_;
    more->push_back(std::move(added));
    sinks_ = std::move(more);
}

void reporter::set_sinks(std::vector<sink> all) {
    auto others = std::make_shared<const sinks>(shared(std::move(all)));
    const std::lock_guard lock(mutex_);
    sinks_.swap(others);
}

void reporter::start_anew() noexcept {
    suspicions_.clear();
    waiting_.clear();
    told_lost_ = 0;
    // The parent may have been at work on them: they are left as they are, not destroyed.
    std::construct_at(&patients_);
    events_.store(0, std::memory_order_relaxed);
    lost_.store(0, std::memory_order_relaxed);
    failed_.store(0, std::memory_order_relaxed);
}

} // namespace tollgate::liveness::detail
