// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "remembering_word.hpp"

#include "../src/scanner.hpp"

#include <tollgate/testing/execution.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::liveness {

class told_story;

/// The actions of the writers of one record.
struct story {
    std::string_view name;
    std::size_t ring;
    bool with_ticks;
    bool default_timeouts; ///< readers copy scopes, or else the whole history
    std::function<void(told_story&)> tell;
};

/// A record with all its stores, and the true values at each head.
class told_story {
public:
    using record = detail::basic_record<remembering_word>;

    told_story(testing::execution& all, const story& played)
        : in_(all),
          ring_size_(played.ring),
          of_scopes_(played.default_timeouts),
          words_(std::make_unique<remembering_word<std::uint64_t>[]>(2 * played.ring)) {
        record_.ring = words_.get();
        record_.ticks = played.with_ticks ? record_.ring + played.ring : nullptr;
        record_.clock_ms = &clock_ms_;
        record_.mask = static_cast<std::uint32_t>(played.ring - 1);
        in_.act_as(0);
        played.tell(*this);
    }
    told_story(const told_story&) = delete;
    told_story& operator=(const told_story&) = delete;

    [[nodiscard]] const record& told() const { return record_; }
    [[nodiscard]] bool default_timeouts() const { return of_scopes_; }

    // For writers.
    /// Like the store, and then the scope.
    void begin(std::string_view name, std::int64_t thread_id, std::uint64_t timeout,
               std::uint64_t grace) {
        scopes_.push_back({std::string(name), thread_id, record_.head.newest(), grace});
        record_.thread_id.store(thread_id, std::memory_order_release);
        tick();
        record_.begin(name, next_id(), timeout, grace);
        note();
    }
    void pass() {
        tick();
        record_.pass(next_id());
        note();
    }
    void pass_and_watch(std::uint64_t timeout) {
        tick();
        record_.pass_and_watch(next_id(), timeout);
        note();
    }
    void cover() { record_.watch(0); }
    void restore(std::uint64_t timeout) {
        tick();
        record_.watch_again(timeout);
        note();
    }
    void end() { record_.end(); }
    /// This thread writes from now on.
    void hand_over_to(std::size_t thread) {
        const auto released = in_.release();
        in_.act_as(thread);
        in_.acquire(released);
    }

    // For readers: the error in the values that they have read, or an empty text.
    [[nodiscard]] std::string wrong_pair(std::uint64_t timeout, std::uint64_t head) const {
        const bool may_be =
            timeout == 0 || std::ranges::any_of(watched_, [&](const watched& entry) {
                return entry.timeout == timeout && entry.head <= head;
            });
        return may_be ? "" : "a new timeout with an old head";
    }
    [[nodiscard]] std::string wrong_history(const std::vector<detail::scope_copy::entry>& history,
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
        return nobody_disturbs &&
                       history.size() < std::min<std::uint64_t>(head - first, ring_size_ - 1)
                   ? "a history that is too short"
                   : "";
    }
    [[nodiscard]] std::string wrong_copy(const detail::scope_copy& copy, std::uint64_t head) const {
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

private:
    struct scope {
        std::string name;
        std::int64_t thread_id;
        std::uint64_t first;
        std::uint64_t grace;
    };
    struct passed {
        std::uint64_t word;
        std::uint64_t ticks;
        std::size_t scope;
    };
    struct watched {
        std::uint64_t timeout;
        std::uint64_t head;
    };

    [[nodiscard]] std::uint32_t next_id() const {
        return static_cast<std::uint32_t>(passed_.size()) + 1;
    }
    /// Makes all entries differ.
    void tick() { clock_ms_.store(next_id() + 1000, std::memory_order_relaxed); }
    void note() {
        const std::size_t at = passed_.size() % ring_size_;
        passed_.push_back({record_.ring[at].newest(),
                           record_.ticks == nullptr ? 0 : record_.ticks[at].newest(),
                           scopes_.size() - 1});
        watched_.push_back({record_.timeout_ns.newest(), record_.head.newest()});
    }

    testing::execution& in_;
    const std::size_t ring_size_;
    const bool of_scopes_;
    std::unique_ptr<remembering_word<std::uint64_t>[]> words_;
    remembering_word<std::uint32_t> clock_ms_;
    record record_;
    std::vector<scope> scopes_;
    std::vector<passed> passed_;   ///< indexed by the head before
    std::vector<watched> watched_; ///< each timeout that was set, and the head at that moment
};

} // namespace tollgate::liveness
