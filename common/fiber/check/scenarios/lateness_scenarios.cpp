// SPDX-License-Identifier: BSL-1.0
//
// How late timeouts are noticed, on threads that sleep now and then, and on threads that do not.
#include "../nap_scenario.hpp"

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

/// The documentation's promise, repeated.
constexpr nanoseconds promised_lateness = 50us;

/// Timeouts, and an account of all time slices of a thread, by which each must be noticed in time.
class punctuality {
public:
    /// `ready`: the most fibers that are ready at a time.
    explicit punctuality(int ready = 0) : most_slices_promised_(std::max(promised_picks, ready)) {
        for (timeout& timer : timers_) {
            timer.account = this;
        }
    }
    punctuality(const punctuality&) = delete;
    punctuality& operator=(const punctuality&) = delete;
    ~punctuality() {
        for (timeout& timer : timers_) {
            EXPECT_TRUE(!timer.is_set || timer.slices_late <= most_slices_promised_)
                << "not noticed";
            here_.timers().cancel(timer);
        }
    }

    /// The calling fiber's time slice. Each fiber calls this whenever it goes on.
    void run_slice(nanoseconds takes) {
        ++slices_;
        shortest_ = std::min(shortest_, takes);
        longest_ = std::max(longest_, takes);
        scripted_clock::pass(takes);
        for (timeout& timer : timers_) {
            timer.slices_late += timer.is_set && scripted_clock::present() >= timer.due ? 1 : 0;
        }
    }

    /// The thread has slept.
    void slept() {
        slices_ = 0;
        shortest_ = nanoseconds::max();
        longest_ = nanoseconds::zero();
        woke_ = scripted_clock::present();
    }

    /// Sets one more timeout, unless there are many already.
    void set(time_point deadline) {
        for (timeout& timer : timers_) {
            if (!timer.is_set) {
                timer.is_set = true;
                timer.slices_late = 0;
                timer.due = passed_by_the_wheel(deadline);
                here_.timers().arm_at(timer, deadline);
                return;
            }
        }
    }

    [[nodiscard]] int noticed() const { return noticed_; }

private:
    struct timeout : detail::expiry {
        timeout() noexcept : expiry(&on_time) {}
        static void on_time(expiry& due) noexcept {
            auto& self = static_cast<timeout&>(due);
            self.account->notice(self);
        }

        punctuality* account = nullptr;
        bool is_set = false;
        time_point due;
        int slices_late = 0; ///< with the time slice in which its time came
    };

    void notice(timeout& timer) {
        timer.is_set = false;
        ++noticed_;
        ASSERT_LE(timer.slices_late, slices_) << "the thread slept although it was due";
        const int slices_before = slices_ - timer.slices_late;
        const int promised = std::min(most_slices_promised_, slices_before + 1);
        EXPECT_LE(timer.slices_late, promised) << "after " << slices_before << " time slices";
        if (slices_ > 0) {
            const nanoseconds late = scripted_clock::present() - std::max(timer.due, woke_);
            const auto in_time =
                std::max(longest_, promised_lateness * longest_.count() / shortest_.count());
            EXPECT_LE(late, in_time)
                << "time slices took " << shortest_.count() << " to " << longest_.count();
        }
    }

    const int most_slices_promised_;
    scripted_round_robin& here_ = scripted_round_robin::required();
    std::array<timeout, 8> timers_;
    // since the thread slept
    int slices_ = 0;
    nanoseconds shortest_ = nanoseconds::max();
    nanoseconds longest_ = nanoseconds::zero();
    time_point woke_;

    int noticed_ = 0;
};

/// Time slices that are long now and then, or for a while.
class random_slices {
public:
    explicit random_slices(std::mt19937& random) : random_(random) {}

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

/// Some fibers that yield or sleep, bursts of work and idle times, notifications, and timeouts at
/// any time.
class random_schedule {
public:
    explicit random_schedule(unsigned seed)
        : random_(seed), slices_(random_), makes_others_(seed % 3 == 0) {}

    void run() {
        timeouts.run_slice(1ns); // of the main fiber
        fiber_group all;
        const int fibers = 1 + below(6);
        for (int i = 0; i < fibers; ++i) {
            all.add([this] { run_fiber(); });
        }
        all.join();
    }

    punctuality timeouts;

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

    void notify() {
        if (!call_.is_posted) {
            call_.is_posted = true;
            scripted_round_robin::required().mail()->post(call_);
        }
    }

    void sleep() {
        scripted_clock::pass(1us);
        timeouts.slept();
        if (below(1'000) == 0) {
            notify();
        }
    }

    void run_fiber() {
        while (slices_left_ > 0) {
            --slices_left_;
            if (burst_ <= 0) {
                burst_ = 1 + below(below(2) == 0 ? 8 : 600);
                begins_ = scripted_clock::present() + up_to(2ms);
            }
            if (below(4) == 0) {
                timeouts.set(scripted_clock::present() + up_to(below(2) == 0 ? 20us : 2ms));
            }
            if (below(notify_in_slices_) == 0) {
                notify();
            }
            if (makes_others_ && slices_left_ % 4 == 0) {
                boost::fibers::fiber([this] { timeouts.run_slice(slices_.next()); }).detach();
            }
            timeouts.run_slice(slices_.next());
            --burst_;
            if (begins_ > scripted_clock::present() || below(sleep_in_slices_) == 0) {
                sleep_until(std::max(begins_, scripted_clock::present() + up_to(100us)),
                            cancel::dummy_token());
            } else {
                yield_both_ways();
            }
        }
        timeouts.run_slice(1ns);
    }

    std::mt19937 random_;
    random_slices slices_;
    const bool makes_others_; ///< that end after a time slice
    no_call call_;
    const int notify_in_slices_ = below(2) == 0 ? 16 : 1'000;
    const int sleep_in_slices_ = below(2) == 0 ? 64 : 1'000;
    int slices_left_ = 3'000;
    int burst_ = 0;
    time_point begins_{};
    nap sleep_{[this] { sleep(); }};
};

TEST(lateness, of_any_schedule_is_within_the_bound) {
    for (unsigned seed = 1; seed <= 300 && !::testing::Test::HasFailure(); ++seed) {
        run_on_thread<napping>([&] {
            random_schedule schedule(seed);
            schedule.run();
            EXPECT_GT(schedule.timeouts.noticed(), 0);
        });
    }
}

// The dispatcher runs after each notification, so half as many time slices lie between two checks.
TEST(lateness, after_many_notifications_is_not_longer) {
    run_on_thread<napping>([] {
        constexpr int fibers = 1'000;
        struct no_call : detail::remote_call {
            no_call() : remote_call([](remote_call& /*call*/) noexcept {}) {}
        };
        punctuality timeouts(fibers);
        fiber_group all;
        for (int i = 0; i < fibers; ++i) {
            all.add([&] {
                for (int slices = 0; slices < 12; ++slices) {
                    timeouts.set(scripted_clock::present() + 10us);
                    timeouts.run_slice(97ns);
                    no_call call;
                    if (slices < 8) {
                        scripted_round_robin::required().mail()->post(call);
                    }
                    yield_both_ways();
                }
            });
        }
        all.join();
        EXPECT_GT(timeouts.noticed(), 0);
    });
}

} // namespace
} // namespace tollgate::fiber
