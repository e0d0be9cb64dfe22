// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <optional>

namespace tollgate::thread_test {

/// Meetings of all threads at one std::barrier.
///
/// `Question` is asked once in each round, by one thread, while all others wait. `meet` returns
/// the answer. The barrier orders the accesses to `more`: the last thread that arrives writes it
/// before any wait returns, and each thread reads it before it arrives again. `more` is in one
/// cache line with what the question changes, so that the question adds no cache miss.
template <class Question>
class barrier_meetings {
public:
    barrier_meetings(std::size_t threads, Question question)
        : state_{question, true},
          barrier_(static_cast<std::ptrdiff_t>(threads), end_of_round{&state_}) {}

    bool meet(std::size_t /*self*/, std::uint64_t /*round*/) {
        barrier_.arrive_and_wait();
        return state_.more;
    }
    [[nodiscard]] const Question& question() const { return state_.question; }

private:
    struct alignas(64) state {
        Question question;
        bool more;
    };
    struct end_of_round {
        state* changed;
        void operator()() noexcept { changed->more = changed->question(); }
    };

    state state_;
    std::barrier<end_of_round> barrier_;
};

/// Meetings of all threads, each at a fresh std::latch. A latch can be used only once.
///
/// Before thread 0 arrives in a round, it asks the question, and makes the latch of the next round.
/// Three places suffice for the latches. The place of the next round had the latch of two rounds
/// ago. Thread 0 has returned from the round in between, so all threads had arrived there, and so
/// all waits at the old latch had returned. No thread uses the new latch before this round ends,
/// which the arrival of thread 0 orders.
template <class Question>
class latch_meetings {
public:
    latch_meetings(std::size_t threads, Question question)
        : threads_(static_cast<std::ptrdiff_t>(threads)), question_(question) {
        places_[0].latch.emplace(threads_);
    }

    bool meet(std::size_t self, std::uint64_t round) {
        place& here = places_[round % count];
        if (self == 0) {
            here.more = question_();
            places_[(round + 1) % count].latch.emplace(threads_);
        }
        here.latch->arrive_and_wait();
        return here.more;
    }
    [[nodiscard]] const Question& question() const { return question_; }

private:
    static constexpr std::uint64_t count = 3;

    struct alignas(64) place {
        std::optional<std::latch> latch;
        bool more = true;
    };

    std::ptrdiff_t threads_;
    Question question_;
    place places_[count];
};

} // namespace tollgate::thread_test
