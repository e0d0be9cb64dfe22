// SPDX-License-Identifier: BSL-1.0
#include "reporter.hpp"

#include "diagnose.hpp"
#include "ended_inside.hpp"
#include "stack.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
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
    const std::size_t all = found.events.size();
    {
        const std::lock_guard lock(mutex_);
        if (diagnoses_ && suspicions_.size() < longest_queue) {
            suspicions_.splice(suspicions_.end(), found.suspicions);
        }
        const std::size_t taken = std::min(all, longest_queue - waiting_.size());
        if (taken > 0) {
            const std::uint64_t lost = this->lost();
            found.events.front().what.lost_before = lost - std::exchange(told_lost_, lost);
            const auto first = found.events.cbegin();
            waiting_.splice(waiting_.end(), found.events, first,
                            std::next(first, static_cast<std::ptrdiff_t>(taken)));
        }
        events_.fetch_add(all, std::memory_order_relaxed);
        lost_.fetch_add(found.events.size(), std::memory_order_relaxed);
    }
    found.suspicions.clear();
    found.events.clear();
}

void reporter::work_off() {
    std::list<suspicion> suspicions;
    std::list<finding> events;
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
    const auto added = std::make_shared<const sink>(std::move(to));
    std::shared_ptr<const sinks> before;
    std::shared_ptr<const sinks> after;
    do {
        before = present_sinks();
        auto more = std::make_shared<sinks>(*before);
        more->push_back(added);
        after = std::move(more);
    } while (!replace_sinks(before, after));
}

std::shared_ptr<const reporter::sinks> reporter::present_sinks() {
    const std::lock_guard lock(mutex_);
    return sinks_;
}

/// False if others were set meanwhile. `after` becomes what was there.
bool reporter::replace_sinks(const std::shared_ptr<const sinks>& before,
                             std::shared_ptr<const sinks>& after) noexcept {
    const std::lock_guard lock(mutex_);
    if (sinks_ != before) {
        return false;
    }
    sinks_.swap(after);
    return true;
}

void reporter::set_sinks(std::vector<sink> all) {
    auto others = std::make_shared<const sinks>(shared(std::move(all)));
    const std::lock_guard lock(mutex_);
    sinks_.swap(others);
}

void reporter::start_anew() noexcept {
    // They are left as they are, not destroyed: the parent may have been at work on them, and an
    // allocator that is forked, too, may not take anything back yet.
    std::construct_at(&suspicions_);
    std::construct_at(&waiting_);
    told_lost_ = 0;
    std::construct_at(&patients_);
    events_.store(0, std::memory_order_relaxed);
    lost_.store(0, std::memory_order_relaxed);
    failed_.store(0, std::memory_order_relaxed);
}

} // namespace tollgate::liveness::detail
