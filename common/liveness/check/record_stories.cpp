// SPDX-License-Identifier: BSL-1.0
#include "record_stories.hpp"

#include <algorithm>
#include <atomic>

namespace tollgate::liveness {

told_story::told_story(faults::execution& all, const story& one)
    : in_(all),
      ring_size_(one.ring),
      of_scopes_(one.of_scopes),
      words_(std::make_unique<remembering_word<std::uint64_t>[]>(2 * one.ring)) {
    record_.ring = words_.get();
    record_.ticks = one.with_ticks ? record_.ring + one.ring : nullptr;
    record_.clock_ms = &clock_ms_;
    record_.mask = static_cast<std::uint32_t>(one.ring - 1);
    in_.act_as(0);
    one.tell(*this);
}

/// As the store does, and then the scope.
void told_story::begin(std::string_view name, std::int64_t thread_id, std::uint64_t limit,
                       std::uint64_t grace) {
    scopes_.push_back({std::string(name), thread_id, record_.head.newest(), grace});
    record_.thread_id.store(thread_id, std::memory_order_release);
    tick();
    record_.begin(name, next_id(), limit, grace);
    note();
}

void told_story::pass() {
    tick();
    record_.pass(next_id());
    note();
}

void told_story::pass_and_watch(std::uint64_t limit) {
    tick();
    record_.pass_and_watch(next_id(), limit);
    note();
}

void told_story::restore(std::uint64_t limit) {
    tick();
    record_.watch_again(limit);
    note();
}

void told_story::hand_over_to(std::size_t thread) {
    const auto released = in_.release();
    in_.act_as(thread);
    in_.acquire(released);
}

std::uint32_t told_story::next_id() const {
    return static_cast<std::uint32_t>(passed_.size()) + 1;
}

/// No two entries are equal.
void told_story::tick() {
    clock_ms_.store(next_id() + 1000, std::memory_order_relaxed);
}

void told_story::note() {
    const std::size_t at = passed_.size() % ring_size_;
    passed_.push_back({record_.ring[at].newest(),
                       record_.ticks == nullptr ? 0 : record_.ticks[at].newest(),
                       scopes_.size() - 1});
    watched_.push_back({record_.limit_ns.newest(), record_.head.newest()});
}

std::string told_story::wrong_pair(std::uint64_t limit, std::uint64_t head) const {
    const bool may_be = limit == 0 || std::ranges::any_of(watched_, [&](const watched& one) {
                            return one.limit == limit && one.head <= head;
                        });
    return may_be ? "" : "a new limit with an old head";
}

std::string told_story::wrong_history(const std::vector<detail::scope_copy::entry>& history,
                                      std::uint64_t first, std::uint64_t head) const {
    if (history.size() > head - first) {
        return "a history that is too long";
    }
    for (std::size_t i = 0; i < history.size(); ++i) {
        const passed& was = passed_[head - history.size() + i];
        if ((std::uint64_t{history[i].id} << 32 | history[i].clock_ms) != was.word ||
            history[i].ticks != was.ticks) {
            return "a wrong entry in a history";
        }
    }
    const bool nobody_disturbs = head == record_.head.newest();
    return nobody_disturbs && history.size() < std::min<std::uint64_t>(head - first, ring_size_ - 1)
               ? "a history that is too short"
               : "";
}

std::string told_story::wrong_copy(const detail::scope_copy& copy, std::uint64_t head) const {
    if (head == 0) {
        return "a copy of no scope";
    }
    const scope& was = scopes_[passed_[head - 1].scope];
    if (copy.name != was.name || copy.thread_id != was.thread_id || copy.first != was.first ||
        copy.grace_ns != was.grace) {
        return "a mix of scopes";
    }
    return wrong_history(copy.history, copy.first, head);
}

} // namespace tollgate::liveness
