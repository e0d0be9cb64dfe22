// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "coroutine_linux.hpp"
#include "history.hpp"
#include "knowledge.hpp"
#include "linearizable.hpp"
#include "stepped.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tollgate::queue::orders {

/// A program that is run again and again: one thread runs `before`, then several threads run theirs
/// at once, and in the end one thread pops until the queue is empty.
struct program {
    std::size_t capacity;
    std::vector<std::vector<step>> threads;
    std::vector<step> before{};
    /// How often a thread may be interrupted in the middle of a call although it could go on.
    std::size_t preemptions = unlimited;

    static constexpr std::size_t unlimited = ~std::size_t{0};
};

[[nodiscard]] inline std::size_t first_of(std::uint64_t bits) noexcept {
    return static_cast<std::size_t>(std::countr_zero(bits));
}

/// The tree of all decisions. One path is taken at a time, from the root to a leaf or to a known
/// state.
class depth_first {
public:
    void begin_path() noexcept {
        depth_ = 0;
        is_known_ = false;
    }

    /// Chooses one of the threads that are ready (a bit each); on a new part of the path the
    /// preferred one.
    template <class State>
    [[nodiscard]] std::size_t decide(std::uint64_t ready, std::size_t preferred, State state) {
        if (depth_ < path_.size()) {
            return path_[depth_++].taken;
        }
        is_known_ = is_known_ || !states_.insert(state()).second;
        if (!is_known_) {
            path_.push_back({preferred, ready & ~(std::uint64_t{1} << preferred)});
            ++depth_;
        }
        return preferred;
    }

    /// Returns false if there are no more paths.
    [[nodiscard]] bool turn_to_next() {
        while (!path_.empty() && path_.back().untried == 0) {
            path_.pop_back();
        }
        if (path_.empty()) {
            return false;
        }
        decision& last = path_.back();
        last.taken = first_of(last.untried);
        last.untried &= last.untried - 1;
        return true;
    }

    /// Whether the path has come to a known state: from there on no decision counts.
    [[nodiscard]] bool is_known() const noexcept { return is_known_; }

private:
    struct decision {
        std::size_t taken;
        std::uint64_t untried;
    };

    std::unordered_set<std::uint64_t> states_;
    std::vector<decision> path_;
    std::size_t depth_ = 0;
    bool is_known_ = false;
};

/// Runs a program in all interleavings of the accesses that its threads make to shared memory.
///
/// Depth first: an execution makes the choices of the execution before it, up to the last choice
/// with an untried alternative. If it reaches a known state, all continuations are tried elsewhere,
/// so it is only brought to an end. A state has these parts:
/// - the shared memory;
/// - for each thread, the values that it has read in its call, because its steps depend on nothing
///   else; the changes, the results and the kept values of its earlier calls;
/// - the calls that had ended when each call was invoked.
///
/// So no execution is left out. (64 bits identify a state: two of a million states have the same
/// bits with a probability of 10^-7.)
///
/// A call is invoked with its first access and responds with its last. What holds for these
/// histories holds for those in which calls last longer. A thread that spins goes on when another
/// thread has changed the memory.
///
/// It does not show accesses in another order than that of the program: this memory is sequentially
/// consistent, that of a machine is not.
template <class Subject>
class explorer final : director {
public:
    explicit explorer(program explored)
        : program_(std::move(explored)), actors_(program_.threads.size()) {}

    /// Returns the first error with its execution; empty if there is none.
    [[nodiscard]] std::string explore() {
        at_work = this;
        for (actor& each : actors_) {
            each.control.prepare(&explorer::enter_act);
        }
        do {
            execute();
        } while (error_.empty() && tree_.turn_to_next());
        at_work = nullptr;
        return error_;
    }

private:
    static constexpr std::size_t no_thread = ~std::size_t{0};

    struct actor {
        coroutine control;
        knowledge knows{Subject::circles};
        bool has_started = false;
        bool is_over = false;
        bool is_invoking = false;
        std::uint64_t invoked = 0;
        std::uint64_t calls_over = 0;
        std::uint64_t answers = 0; ///< hash of the results of its calls
    };
    struct access {
        std::size_t thread;
        std::size_t place;
        std::uint64_t value;
        bool changed_it;
    };

    void execute() {
        tree_.begin_path();
        preemptions_ = 0;
        clock_ = 0;
        changes_ = 0;
        memory_.clear();
        memory_sum_ = 0;
        addresses_.clear();
        calls_.clear();
        accesses_.clear();
        auto subject = std::make_unique<Subject>(program_.capacity);
        subject_ = subject.get();
        for (const step& each : program_.before) {
            add_to(calls_, perform(each));
        }
        for (actor& each : actors_) {
            each.knows.restart();
            each.has_started = false;
            each.is_over = false;
            each.calls_over = 0;
            each.answers = 0;
        }
        is_directing_ = true;
        go_on_with(choose());
        is_directing_ = false;
        if (!is_stuck()) {
            conclude();
        } else {
            error_ = "no thread can go on\n" + report();
            abandoned = subject.release(); // it would wait for the others, too
        }
    }

    void conclude() {
        call last{};
        do {
            last = perform({operation::try_pop});
            add_to(calls_, last);
        } while (last.result == status::done && calls_.size() < 64);
        if (tree_.is_known()) {
            return;
        }
        std::uint64_t sum = 0;
        for (const actor& each : actors_) {
            sum = mixed(sum, each.answers);
        }
        if (histories_.insert(sum).second && !is_linearizable(calls_, program_.capacity)) {
            error_ = "not linearizable\n" + report();
        }
    }

    /// By one thread, while no other thread runs.
    call perform(const step& performed) {
        call ended = begin(performed, actors_.size());
        ended.invoked = ++clock_;
        subject_->perform(ended);
        ended.responded = ++clock_;
        return ended;
    }

    static call begin(const step& performed, std::size_t thread) {
        call begun{performed.kind, performed.value, status::done, thread};
        begun.count = performed.count;
        return begun;
    }

    /// The number of all that a call has answered.
    static std::uint64_t answer(const call& ended) noexcept {
        std::uint64_t sum = 256 * static_cast<std::uint64_t>(ended.value) +
                            static_cast<std::uint64_t>(ended.result);
        if (one_of(ended.kind) != ended.kind) {
            sum = mixed(sum, ended.count);
            for (const int each : ended.elements) {
                sum = mixed(sum, static_cast<std::uint64_t>(each));
            }
        }
        return sum;
    }

    // The threads.

    static void enter_act() {
        auto* const self = static_cast<explorer*>(at_work);
        self->act(self->running_);
    }

    void act(std::size_t thread) {
        actor& me = actors_[thread];
        while (true) {
            for (const step& each : program_.threads[thread]) {
                call ended = begin(each, thread);
                me.knows.begin_call();
                me.is_invoking = true;
                subject_->perform(ended);
                ended.invoked = me.invoked;
                ended.responded = ++clock_;
                add_to(calls_, ended);
                ++me.calls_over;
                const std::uint64_t result = answer(ended);
                me.answers = mixed(me.answers, result);
                me.knows.end_call(result, Subject::keeps_last_values);
            }
            me.is_over = true;
            go_on_with(choose());
        }
    }

    void before_access() noexcept override {
        if (!is_directing_) {
            return;
        }
        if (!actors_[running_].has_started) {
            actors_[running_].has_started = true; // it was chosen to
        } else {
            go_on_with(choose());
        }
        actor& me = actors_[running_];
        if (me.is_invoking) {
            me.is_invoking = false;
            me.invoked = ++clock_;
            for (const actor& each : actors_) {
                me.knows.mix_in(each.calls_over);
                me.answers = mixed(me.answers, each.calls_over);
            }
        }
    }

    void after_access(std::size_t place, std::uint64_t value, bool changed_it) noexcept override {
        if (is_directing_) {
            actors_[running_].knows.add(place, value, changed_it, changes_);
            changes_ += changed_it ? 1 : 0;
            accesses_.push_back({running_, place, value, changed_it});
        }
    }

    std::size_t enroll(std::uint64_t value) noexcept override {
        memory_.push_back(value);
        memory_sum_ ^= mixed(memory_.size() - 1, value);
        return memory_.size() - 1;
    }

    void replace(std::size_t place, std::uint64_t from, std::uint64_t to) noexcept override {
        memory_sum_ ^= mixed(place, from) ^ mixed(place, to);
        memory_[place] = to;
    }

    std::uint64_t number_of(const void* address) noexcept override {
        if (address == nullptr) {
            return 0;
        }
        const auto found = std::find(addresses_.begin(), addresses_.end(), address);
        const auto before = static_cast<std::uint64_t>(found - addresses_.begin());
        if (found == addresses_.end()) {
            addresses_.push_back(address);
        }
        return before + 1;
    }

    void forget(const void* address) noexcept override {
        std::replace(addresses_.begin(), addresses_.end(), address,
                     static_cast<const void*>(nullptr));
    }

    // The choice of the next thread.

    void go_on_with(std::size_t next) noexcept {
        const std::size_t before = running_;
        if (next != before) {
            running_ = next;
            control_of(before).hand_over_to(control_of(next));
        }
    }

    coroutine& control_of(std::size_t thread) noexcept {
        return thread == no_thread ? outside_ : actors_[thread].control;
    }

    [[nodiscard]] std::size_t choose() {
        const std::uint64_t ready = ready_threads();
        if (std::popcount(ready) <= 1) {
            return ready == 0 ? no_thread : first_of(ready);
        }
        const bool goes_on = running_ != no_thread && (ready >> running_ & 1) != 0;
        const bool preempts = goes_on && !actors_[running_].is_invoking;
        if (preempts && preemptions_ == program_.preemptions) {
            return running_;
        }
        const std::size_t chosen =
            tree_.decide(ready, goes_on ? running_ : first_of(ready), [this] { return state(); });
        preemptions_ += preempts && chosen != running_ ? 1 : 0;
        return chosen;
    }

    [[nodiscard]] std::uint64_t ready_threads() const noexcept {
        std::uint64_t ready = 0;
        for (std::size_t each = 0; each < actors_.size(); ++each) {
            const bool is_ready = !actors_[each].is_over && !actors_[each].knows.spins(changes_);
            ready |= std::uint64_t{is_ready} << each;
        }
        return ready;
    }

    [[nodiscard]] bool is_stuck() const noexcept {
        bool all_over = true;
        for (const actor& each : actors_) {
            all_over = all_over && each.is_over;
        }
        return !all_over;
    }

    [[nodiscard]] std::uint64_t state() const noexcept {
        std::uint64_t sum = memory_sum_;
        for (const actor& each : actors_) {
            const std::uint64_t more = each.calls_over * 2 + (each.knows.spins(changes_) ? 1 : 0);
            sum = mixed(mixed(sum, each.knows.sum()), more);
        }
        return program_.preemptions == program::unlimited
                   ? sum
                   : mixed(sum, 64 * running_ + preemptions_);
    }

    [[nodiscard]] std::string report() const {
        std::ostringstream out;
        for (const call& each : calls_) {
            out << each;
        }
        for (const access& each : accesses_) {
            out << "  thread " << each.thread << ": place " << each.place << ", read "
                << each.value / 2 << (each.changed_it ? ", changed it\n" : "\n");
        }
        return out.str();
    }

    static inline const void* abandoned = nullptr; ///< for leak checkers

    program program_;
    std::vector<actor> actors_;
    coroutine outside_;
    std::string error_;
    depth_first tree_;
    std::unordered_set<std::uint64_t> histories_;

    // The state of one execution.
    Subject* subject_ = nullptr;
    std::size_t running_ = no_thread;
    bool is_directing_ = false;
    std::size_t preemptions_ = 0;
    std::uint64_t clock_ = 0;
    std::uint64_t changes_ = 0;
    std::vector<std::uint64_t> memory_;
    std::uint64_t memory_sum_ = 0;
    std::vector<const void*> addresses_; ///< in the order in which they came into the memory
    history calls_;
    std::vector<access> accesses_;
};

} // namespace tollgate::queue::orders
