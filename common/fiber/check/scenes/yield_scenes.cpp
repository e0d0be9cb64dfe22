// SPDX-License-Identifier: BSL-1.0
//
// The short way to switch, beside everything by which Boost switches: who runs is known after each.
#include "../scene.hpp"

#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/detail/run_queue.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/fiber/yield.hpp>

#include <boost/context/fixedsize_stack.hpp>
#include <boost/context/stack_context.hpp>
#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/barrier.hpp>
#include <boost/fiber/buffered_channel.hpp>
#include <boost/fiber/condition_variable.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/future.hpp>
#include <boost/fiber/mutex.hpp>
#include <boost/fiber/protected_fixedsize_stack.hpp>
#include <boost/fiber/scheduler.hpp>
#include <boost/fiber/timed_mutex.hpp>
#include <boost/fiber/unbuffered_channel.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <new>
#include <random>
#include <thread>
#include <vector>

namespace {

bool memory_is_refused = false;

} // namespace

// By that which throws, which is also a sanitizer's.
void* operator new[](std::size_t size, const std::nothrow_t& /*unused*/) noexcept {
    try {
        return memory_is_refused ? nullptr : ::operator new[](size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using boost::fibers::launch;
using context = boost::fibers::context;

/// The scheduler and Boost name the same fiber as the one that runs.
void expect_known() {
    ASSERT_EQ(&detail::run_queue::of_this_thread()->running(), context::active());
}

/// A fiber that is made and ends, and says where it was in between.
void make_one(launch how, bool joined) {
    const auto id = boost::this_fiber::get_id();
    boost::fibers::fiber made(how, [id] {
        expect_known();
        EXPECT_NE(boost::this_fiber::get_id(), id);
        yield();
        expect_known();
    });
    expect_known();
    if (joined) {
        made.join();
    } else {
        made.detach();
    }
}

/// All that fibers of a thread can do, at random, each beside the others.
class anything {
public:
    explicit anything(unsigned seed) : random_(seed) {}

    void run() {
        std::thread elsewhere([this] {
            for (int i = 0; i < 40; ++i) {
                from_elsewhere_.push(i);
            }
            from_elsewhere_.close();
        });
        {
            cast all;
            for (int i = 0; i < fibers; ++i) {
                all.add([this] { play_part(); });
            }
            all.add([this] {
                int one = 0;
                while (from_elsewhere_.pop(one) == boost::fibers::channel_op_status::success) {
                    expect_known();
                    ++came_;
                }
            });
            while (left_ > 0) {
                do_something(); // as the thread's main fiber
            }
        }
        elsewhere.join();
        EXPECT_EQ(came_, 40);
        EXPECT_GT(meetings_, 0);
    }

private:
    static constexpr int fibers = 5;

    void play_part() {
        while (left_ > 0) {
            --left_;
            do_something();
        }
    }

    void do_something() {
        const auto id = boost::this_fiber::get_id();
        const auto thread = std::this_thread::get_id();
        things_[random_() % things_.size()]();
        expect_known();
        EXPECT_EQ(boost::this_fiber::get_id(), id);
        EXPECT_EQ(std::this_thread::get_id(), thread);
    }

    void lock_and_yield() {
        const std::lock_guard lock(mutex_);
        expect_known();
        yield();
    }
    void wait_for_a_lock() {
        std::unique_lock lock(timed_mutex_, std::defer_lock);
        if (lock.try_lock_for(20us)) {
            yield();
            boost::this_fiber::yield();
        }
    }
    void wait_or_notify() {
        std::unique_lock lock(mutex_);
        if (is_waited_for_) {
            is_waited_for_ = false;
            ++meetings_;
            changed_.notify_one();
        } else if (left_ > 100) {
            is_waited_for_ = true;
            changed_.wait_for(lock, 200us, [this] { return !is_waited_for_; });
            is_waited_for_ = false;
        }
    }
    static void ask_for_an_answer(launch how) {
        EXPECT_EQ(boost::fibers::async(how,
                                       [] {
                                           expect_known();
                                           yield();
                                           return 7;
                                       })
                      .get(),
                  7);
    }
    static void meet_at_a_barrier() {
        boost::fibers::barrier both(2);
        boost::fibers::fiber other([&both] { both.wait(); });
        yield();
        both.wait();
        other.join();
    }
    template <class Channel>
    static void send_over(Channel& items) {
        boost::fibers::fiber sender([&items] { items.push(3); });
        int got = 0;
        items.pop_wait_for(got, 1s);
        EXPECT_EQ(got, 3);
        sender.join();
    }
    static void hand_over() {
        channel<int> items(0);
        boost::fibers::fiber sender([&items] { EXPECT_EQ(items.push(3), queue::status::done); });
        EXPECT_EQ(*items.pop(), 3);
        sender.join();
    }
    static void throw_one() {
        try {
            yield();
            throw 1;
        } catch (int one) {
            EXPECT_EQ(one, 1);
        }
    }

    std::mt19937 random_;
    int left_ = 2'000;
    int came_ = 0;
    int meetings_ = 0;
    bool is_waited_for_ = false;
    boost::fibers::mutex mutex_;
    boost::fibers::timed_mutex timed_mutex_;
    boost::fibers::condition_variable changed_;
    boost::fibers::buffered_channel<int> from_elsewhere_{4};
    const std::vector<std::function<void()>> things_{
        [] { yield(); },
        [] { boost::this_fiber::yield(); },
        [] { sleep_for(3us, cancel::dummy_token()); },
        [] { boost::this_fiber::sleep_for(5us); },
        [this] { lock_and_yield(); },
        [this] { wait_for_a_lock(); },
        [this] { wait_or_notify(); },
        [] { ask_for_an_answer(launch::post); },
        [] { ask_for_an_answer(launch::dispatch); },
        [] { meet_at_a_barrier(); },
        [] {
            boost::fibers::buffered_channel<int> items(2);
            send_over(items);
        },
        [] {
            boost::fibers::unbuffered_channel<int> items;
            send_over(items);
        },
        [] { hand_over(); },
        [] { make_one(launch::post, true); },
        [] { make_one(launch::dispatch, true); },
        [] { make_one(launch::post, false); },
        [] { make_one(launch::dispatch, false); },
        [] { throw_one(); },
    };
};

TEST(the_fiber_that_runs, is_known_whatever_boost_does) {
    for (unsigned seed = 1; seed <= 20 && !testing::Test::HasFailure(); ++seed) {
        play<round_robin>([&] { anything(seed).run(); });
    }
}

TEST(the_fiber_that_runs, is_known_after_a_launch_that_gives_way_to_the_new_one) {
    play([] {
        give_way(4);
        make_one(launch::dispatch, true);
        expect_known();
        boost::fibers::fiber([] {
            boost::fibers::fiber(launch::dispatch, [] { expect_known(); }).detach();
            expect_known();
        }).join();
    });
}

TEST(the_fiber_that_runs, is_known_when_an_algorithm_comes_back) {
    play<boost::fibers::algo::round_robin>([] {
        const boost::intrusive_ptr<scripted_round_robin> one(new scripted_round_robin);
        EXPECT_EQ(detail::run_queue::of_this_thread(), nullptr) << "it schedules nothing yet";
        EXPECT_EQ(scripted_round_robin::of_this_thread(), nullptr);
        boost::fibers::scheduler& here = *context::active()->get_scheduler();
        bool is_over = false;
        cast all;
        for (int i = 0; i < 3; ++i) {
            all.add([&] {
                while (!is_over) {
                    yield();
                }
            });
        }
        here.set_algo(one);
        EXPECT_EQ(scripted_round_robin::of_this_thread(), one.get());
        for (int i = 0; i < 5; ++i) {
            expect_known();
            yield();
            here.set_algo(new boost::fibers::algo::round_robin);
            yield(); // by Boost's, which is there
            // Others run, and wait, before it comes back.
            boost::fibers::fiber([] { boost::this_fiber::sleep_for(10us); }).join();
            here.set_algo(one);
            expect_known();
            yield();
            expect_known();
        }
        is_over = true;
    });
}

TEST(a_yield, lets_each_ready_fiber_run_once_in_the_order_in_which_they_became_ready) {
    play([] {
        for (const int fibers : {2, 3, 50, 300}) {
            std::vector<int> turns;
            cast all;
            for (int who = 0; who < fibers; ++who) {
                all.add([&turns, who] {
                    for (int i = 0; i < 10; ++i) {
                        turns.push_back(who);
                        yield();
                    }
                });
            }
            all.join();
            for (std::size_t i = 0; i < turns.size(); ++i) {
                ASSERT_EQ(turns[i], static_cast<int>(i) % fibers);
            }
        }
    });
}

/// The turns of fibers that give way so often, by number.
std::vector<int> turns_of(int fibers, int each) {
    std::vector<int> turns;
    cast all;
    for (int who = 0; who < fibers; ++who) {
        all.add([&turns, who, each] {
            for (int i = 0; i < each; ++i) {
                turns.push_back(who);
                give_way();
            }
        });
    }
    all.join();
    return turns;
}

TEST(turns, come_in_order_where_the_memory_for_a_longer_line_is_refused) {
    play([] {
        constexpr int fibers = 300;
        memory_is_refused = true;
        std::vector<int> turns = turns_of(fibers, 20);
        memory_is_refused = false;
        for (std::size_t i = 0; i < turns.size(); ++i) {
            ASSERT_EQ(turns[i], static_cast<int>(i) % fibers);
        }
        turns = turns_of(fibers, 20);
        for (std::size_t i = 0; i < turns.size(); ++i) {
            ASSERT_EQ(turns[i], static_cast<int>(i) % fibers) << "with memory again";
        }
    });
}

TEST(turns, are_had_by_all_that_wait_while_memory_is_refused) {
    play([] {
        memory_is_refused = true;
        int awake = 0;
        {
            channel<int, scripted_clock> items(0);
            cast all;
            for (int i = 0; i < 300; ++i) {
                all.add([&] { awake += items.pop() ? 0 : 1; });
            }
            give_way(3);
            items.close();
        }
        memory_is_refused = false;
        EXPECT_EQ(awake, 300);
    });
}

TEST(a_swap, takes_along_those_without_room_too) {
    play([] {
        for (const int picks_before : {0, 200}) {
            int turns = 0;
            {
                cast all;
                give_way(picks_before);
                memory_is_refused = true;
                for (int i = 0; i < 300; ++i) {
                    all.add([&turns] { ++turns; });
                }
                boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
                boost::fibers::use_scheduling_algorithm<scripted_round_robin>();
                memory_is_refused = false;
            }
            EXPECT_EQ(turns, 300);
        }
    });
}

// The dispatcher is handed over first, and then the others, which end by the other algorithm.
TEST(a_swap, asks_nothing_of_fibers_that_ended_before_the_way_back) {
    play<boost::fibers::algo::round_robin>([] {
        const boost::intrusive_ptr<scripted_round_robin> one(new scripted_round_robin);
        boost::fibers::scheduler& here = *context::active()->get_scheduler();
        here.set_algo(one);
        {
            cast all;
            for (int i = 0; i < 2; ++i) {
                // Whose stack is unmapped when it is given back.
                all.add(std::allocator_arg, boost::fibers::protected_fixedsize_stack(), [] {});
            }
            here.set_algo(new boost::fibers::algo::round_robin);
        }
        for (int i = 0; i < 3; ++i) {
            boost::this_fiber::yield(); // their stacks are given back
        }
        bool is_over = false;
        boost::fibers::promise<void> begun;
        cast all;
        all.add([&] {
            begun.set_value();
            while (!is_over) {
                boost::this_fiber::yield();
            }
        });
        all.add([&] {
            while (!is_over) {
                boost::this_fiber::yield();
            }
        });
        begun.get_future().wait(); // so that both are in line before the dispatcher
        here.set_algo(one);
        expect_known();
        yield();
        expect_known();
        is_over = true;
    });
}

/// Stacks that are there.
class noted_stacks {
public:
    using traits_type = boost::context::fixedsize_stack::traits_type;

    noted_stacks(int& there, int& most) : there_(&there), most_(&most) {}
    boost::context::stack_context allocate() {
        *most_ = std::max(*most_, ++*there_);
        return boost::context::fixedsize_stack(65'536).allocate();
    }
    void deallocate(boost::context::stack_context& one) {
        --*there_;
        boost::context::fixedsize_stack(65'536).deallocate(one);
    }

private:
    int* there_;
    int* most_;
};

TEST(stacks, are_three_whatever_the_fiber_that_makes_others_does_meanwhile_alone) {
    play([] {
        int there = 0;
        int most = 0;
        channel<int, scripted_clock> items(1);
        for (int i = 0; i < 1'000; ++i) {
            boost::fibers::fiber one(std::allocator_arg, noted_stacks(there, most),
                                     [&] { EXPECT_EQ(items.push(i), queue::status::done); });
            EXPECT_EQ(*items.pop(), i);
            one.join();
            yield();
        }
        EXPECT_LE(most, 3);
    });
}

// Each of its turns ends without a switch: not even the dispatcher runs, but for its looks.
TEST(a_yield, of_a_lone_fiber_goes_on_at_once_and_a_limit_is_noticed_in_spite_of_it) {
    play([] {
        bool is_awake = false;
        cast all;
        all.add([&] {
            sleep_for<scripted_clock>(5us, cancel::dummy_token());
            is_awake = true;
        });
        yield();
        scripted_clock::pass(10us);
        int turns = 0;
        while (!is_awake && turns < 1000) { // NOLINT(bugprone-infinite-loop): another fiber ends it
            ++turns;
            yield();
        }
        EXPECT_LE(turns, promised_picks + 2);
        all.join();
        for (int i = 0; i < 256; ++i) {
            yield();
        }
        const auto before = scripted_round_robin::required().so_far().dispatcher_passes;
        for (int i = 0; i < 10 * promised_picks; ++i) {
            yield();
        }
        EXPECT_LE(scripted_round_robin::required().so_far().dispatcher_passes - before, 10U);
    });
}

TEST(a_yield, runs_what_another_thread_wants_first) {
    play([] {
        struct noted_call : detail::remote_call {
            noted_call()
                : remote_call([](remote_call& call) noexcept {
                      static_cast<noted_call&>(call).was_run = true;
                  }) {}
            bool was_run = false;
        };
        noted_call one;
        bool is_over = false;
        cast all;
        for (int i = 0; i < 2; ++i) {
            all.add([&] {
                while (!is_over) {
                    yield();
                }
            });
        }
        for (int i = 0; i < 2 * promised_picks + 1; ++i) {
            yield();
        }
        scripted_round_robin& here = scripted_round_robin::required();
        std::thread([&] { here.mail()->post(one); }).join();
        yield();
        EXPECT_TRUE(one.was_run);
        is_over = true;
    });
}

TEST(a_yield, is_boosts_where_another_algorithm_schedules) {
    play<boost::fibers::algo::round_robin>([] {
        int turns = 0;
        cast all;
        for (int i = 0; i < 2; ++i) {
            all.add([&turns] {
                for (int each = 0; each < 10; ++each) {
                    ++turns;
                    yield();
                }
            });
        }
        yield();
        EXPECT_EQ(turns, 2);
    });
}

/// Destroyed with what belongs to the thread, after its fibers if it was made before them.
struct yields_at_the_end {
    yields_at_the_end() = default;
    yields_at_the_end(const yields_at_the_end&) = delete;
    yields_at_the_end& operator=(const yields_at_the_end&) = delete;
    ~yields_at_the_end() {
        yield();
        ++ends;
    }
    static inline int ends = 0;
};

TEST(a_yield, does_nothing_after_the_threads_fibers) {
    yields_at_the_end::ends = 0;
    std::thread([] {
        static thread_local const yields_at_the_end before;
        EXPECT_NE(&before, nullptr);
        boost::fibers::use_scheduling_algorithm<round_robin>();
        static thread_local const yields_at_the_end after;
        EXPECT_NE(&after, nullptr);
        yield();
    }).join();
    EXPECT_EQ(yields_at_the_end::ends, 2);
}

/// Fibers wait in functions of their own, of several depths: what is in registers and on the stack
/// is each one's own, whichever way it goes back.
template <int Depth>
[[gnu::noinline]] double hand_on(channel<int, scripted_clock>& in,
                                 channel<int, scripted_clock>& out, double sum, long step) {
    if constexpr (Depth > 0) {
        return hand_on<Depth - 1>(in, out, sum + Depth, step + 1) + Depth;
    } else {
        const int got = *in.pop();
        sum += got;
        EXPECT_EQ(out.push(got + static_cast<int>(step)), queue::status::done);
        yield();
        return sum;
    }
}

TEST(a_wait, returns_to_where_its_fiber_left_whatever_left_before) {
    play([] {
        channel<int, scripted_clock> there(0);
        channel<int, scripted_clock> back(0);
        constexpr int rounds = 500;
        double near = 0;
        double far = 0;
        cast all;
        all.add([&] {
            for (int i = 0; i < rounds; ++i) {
                near += hand_on<1>(there, back, i, 0);
            }
        });
        all.add([&] {
            for (int i = 0; i < rounds; ++i) {
                far += hand_on<3>(there, back, i, 0);
            }
        });
        long long returned = 0;
        all.add([&] {
            for (int i = 0; i < 2 * rounds; ++i) {
                returned += *back.pop();
            }
        });
        for (int i = 0; i < 2 * rounds; ++i) {
            EXPECT_EQ(there.push(1), queue::status::done);
        }
        all.join();
        const double each = 0.5 * rounds * (rounds - 1) + rounds;
        EXPECT_EQ(near, each + 2.0 * rounds);
        EXPECT_EQ(far, each + 12.0 * rounds);
        EXPECT_EQ(returned, rounds * (1 + 1) + rounds * (1 + 3));
    });
}

} // namespace
} // namespace tollgate::fiber
