// SPDX-License-Identifier: BSL-1.0
//
// How late limits are noticed, on threads that sleep now and then, and on those that do not.
#include "../nap_scene.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/sleep.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <random>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// The documentation's promise, said once more.
constexpr nanoseconds promised_lateness = 50us;

/// Limits that were noticed late, beside an account of all turns of a thread.
class punctuality {
public:
    /// Of a thread on which no more fibers are ready at a time.
    explicit punctuality(int ready = 0) : most_turns_promised_(std::max(promised_picks, ready)) {
        for (limit& one : limits_) {
            one.account = this;
        }
    }
    punctuality(const punctuality&) = delete;
    punctuality& operator=(const punctuality&) = delete;
    ~punctuality() {
        for (limit& one : limits_) {
            EXPECT_TRUE(!one.is_set || one.turns_late <= most_turns_promised_) << "not noticed";
            here_.timers().cancel(one);
        }
    }

    /// The calling fiber's turn. Each has one, and tells of it, whenever it goes on.
    void turn(nanoseconds takes) {
        ++turns_;
        shortest_ = std::min(shortest_, takes);
        longest_ = std::max(longest_, takes);
        scripted_clock::pass(takes);
        for (limit& one : limits_) {
            one.turns_late += one.is_set && scripted_clock::present() >= one.due ? 1 : 0;
        }
    }

    /// The thread has slept.
    void slept() {
        turns_ = 0;
        shortest_ = nanoseconds::max();
        longest_ = nanoseconds::zero();
        woke_ = scripted_clock::present();
    }

    /// One more limit, unless there are many already.
    void set(time_point deadline) {
        for (limit& one : limits_) {
            if (!one.is_set) {
                one.is_set = true;
                one.turns_late = 0;
                one.due = passed_by_the_wheel(deadline);
                here_.timers().arm_at(one, deadline);
                return;
            }
        }
    }

    [[nodiscard]] int noticed() const { return noticed_; }

private:
    struct limit : detail::expiry {
        limit() noexcept : expiry(&on_time) {}
        static void on_time(expiry& due) noexcept {
            auto& self = static_cast<limit&>(due);
            self.account->notice(self);
        }

        punctuality* account = nullptr;
        bool is_set = false;
        time_point due;
        int turns_late = 0; ///< with the turn in which it came
    };

    void notice(limit& one) {
        one.is_set = false;
        ++noticed_;
        ASSERT_LE(one.turns_late, turns_) << "the thread slept in spite of it";
        const int turns_before = turns_ - one.turns_late;
        const int promised = std::min(most_turns_promised_, turns_before + 1);
        EXPECT_LE(one.turns_late, promised) << "after " << turns_before << " turns";
        if (turns_ > 0) {
            const nanoseconds late = scripted_clock::present() - std::max(one.due, woke_);
            const auto in_time =
                std::max(longest_, promised_lateness * longest_.count() / shortest_.count());
            EXPECT_LE(late, in_time)
                << "turns took " << shortest_.count() << " to " << longest_.count();
        }
    }

    const int most_turns_promised_;
    scripted_round_robin& here_ = scripted_round_robin::required();
    std::array<limit, 8> limits_;
    // since the thread slept
    int turns_ = 0;
    nanoseconds shortest_ = nanoseconds::max();
    nanoseconds longest_ = nanoseconds::zero();
    time_point woke_;

    int noticed_ = 0;
};

/// Turns that take long now and then, or for a while.
class random_turns {
public:
    explicit random_turns(std::mt19937& random) : random_(random) {}

    nanoseconds next() {
        if (left_-- <= 0) {
            left_ = static_cast<int>(random_() % 400);
            kind_ = random_() % 5;
            usual_ = nanoseconds(20 + random_() % (kind_ % 2 == 0 ? 400 : 60'000));
        }
        switch (kind_) {
        case 0: // all alike
        case 1:
            return usual_;
        case 2: // a few that are long
            return random_() % 32 == 0 ? 1ms : usual_;
        case 3:
            return usual_ + nanoseconds(random_() % 1'000'000);
        default:
            return usual_ + nanoseconds(random_() % 2'000);
        }
    }

private:
    std::mt19937& random_;
    int left_ = 0;
    std::uint64_t kind_ = 0;
    nanoseconds usual_{};
};

/// Some fibers that give way or sleep, bursts of work and idle times, rings, and limits at any
/// time.
class random_schedule {
public:
    explicit random_schedule(unsigned seed)
        : random_(seed), turns_(random_), makes_others_(seed % 3 == 0) {}

    void run() {
        limits.turn(1ns); // of the thread's main fiber
        cast all;
        const int fibers = 1 + below(6);
        for (int i = 0; i < fibers; ++i) {
            all.add([this] { play_part(); });
        }
        all.join();
    }

    punctuality limits;

private:
    struct no_call : detail::remote_call {
        no_call()
            : remote_call([](remote_call& call) noexcept {
                  static_cast<no_call&>(call).is_posted = false;
              }) {}
        bool is_posted = false;
    };

    int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
    nanoseconds up_to(nanoseconds most) { return random_() % (most.count() + 1) * 1ns; }

    void ring() {
        if (!call_.is_posted) {
            call_.is_posted = true;
            scripted_round_robin::required().mail()->post(call_);
        }
    }

    void sleep() {
        scripted_clock::pass(1us);
        limits.slept();
        if (below(1'000) == 0) {
            ring();
        }
    }

    void play_part() {
        while (turns_left_ > 0) {
            --turns_left_;
            if (burst_ <= 0) {
                burst_ = 1 + below(below(2) == 0 ? 8 : 600);
                begins_ = scripted_clock::present() + up_to(2ms);
            }
            if (below(4) == 0) {
                limits.set(scripted_clock::present() + up_to(below(2) == 0 ? 20us : 2ms));
            }
            if (below(ring_in_turns_) == 0) {
                ring();
            }
            if (makes_others_ && turns_left_ % 4 == 0) {
                boost::fibers::fiber([this] { limits.turn(turns_.next()); }).detach();
            }
            limits.turn(turns_.next());
            --burst_;
            if (begins_ > scripted_clock::present() || below(sleep_in_turns_) == 0) {
                sleep_until(std::max(begins_, scripted_clock::present() + up_to(100us)),
                            cancel::dummy_token());
            } else {
                give_way();
            }
        }
        limits.turn(1ns);
    }

    std::mt19937 random_;
    random_turns turns_;
    const bool makes_others_; ///< that end after a turn
    no_call call_;
    const int ring_in_turns_ = below(2) == 0 ? 16 : 1'000;
    const int sleep_in_turns_ = below(2) == 0 ? 64 : 1'000;
    int turns_left_ = 3'000;
    int burst_ = 0;
    time_point begins_{};
    nap sleep_{[this] { sleep(); }};
};

TEST(lateness, of_any_schedule_is_within_the_bound) {
    for (unsigned seed = 1; seed <= 300 && !testing::Test::HasFailure(); ++seed) {
        play<napping>([&] {
            random_schedule schedule(seed);
            schedule.run();
            EXPECT_GT(schedule.limits.noticed(), 0);
        });
    }
}

// The dispatcher runs after each ring, so that half as many turns lie between two looks.
TEST(lateness, with_many_rings_is_not_longer_once_there_are_none) {
    play<napping>([] {
        constexpr int fibers = 1'000;
        struct no_call : detail::remote_call {
            no_call() : remote_call([](remote_call& /*call*/) noexcept {}) {}
        };
        punctuality limits(fibers);
        cast all;
        for (int i = 0; i < fibers; ++i) {
            all.add([&] {
                for (int turns = 0; turns < 12; ++turns) {
                    limits.set(scripted_clock::present() + 10us);
                    limits.turn(97ns);
                    no_call one;
                    if (turns < 8) {
                        scripted_round_robin::required().mail()->post(one);
                    }
                    give_way();
                }
            });
        }
        all.join();
        EXPECT_GT(limits.noticed(), 0);
    });
}

} // namespace
} // namespace tollgate::fiber
