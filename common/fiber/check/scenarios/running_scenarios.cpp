// SPDX-License-Identifier: BSL-1.0
//
// The scheduler knows the running fiber after each kind of switch by Boost.
#include "../scenario.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/detail/run_queue.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/fiber/yield.hpp>

#include <boost/context/stack_context.hpp>
#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/barrier.hpp>
#include <boost/fiber/buffered_channel.hpp>
#include <boost/fiber/condition_variable.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/future.hpp>
#include <boost/fiber/mutex.hpp>
#include <boost/fiber/scheduler.hpp>
#include <boost/fiber/timed_mutex.hpp>
#include <boost/fiber/unbuffered_channel.hpp>
#include <gtest/gtest.h>

#include <sys/mman.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using boost::fibers::launch;
using context = boost::fibers::context;

/// The scheduler and Boost name the same running fiber.
void expect_known() {
    ASSERT_EQ(&detail::run_queue::of_this_thread()->running(), context::active());
}

/// A fiber that is made and ends, and checks in between that it is known.
void make_and_end(launch how, bool joined) {
    const auto id = boost::this_fiber::get_id();
    boost::fibers::fiber created(how, [id] {
        expect_known();
        EXPECT_NE(boost::this_fiber::get_id(), id);
        yield();
        expect_known();
    });
    expect_known();
    if (joined) {
        created.join();
    } else {
        created.detach();
    }
}

/// Whatever fibers of a thread can do, at random.
class random_operations {
public:
    explicit random_operations(unsigned seed) : random_(seed) {}

    void run() {
        // It stays until every element was taken: Boost may still be notifying its scheduler.
        std::promise<void> taken;
        std::thread elsewhere([this, &taken] {
            for (int i = 0; i < 40; ++i) {
                from_elsewhere_.push(i);
            }
            from_elsewhere_.close();
            taken.get_future().wait();
        });
        {
            fiber_group all;
            for (int i = 0; i < fibers; ++i) {
                all.add([this] { run_fiber(); });
            }
            all.add([this] {
                int number = 0;
                while (from_elsewhere_.pop(number) == boost::fibers::channel_op_status::success) {
                    expect_known();
                    ++came_;
                }
            });
            while (left_ > 0) {
                run_operation(); // as the thread's main fiber
            }
        }
        taken.set_value();
        elsewhere.join();
        EXPECT_EQ(came_, 40);
        EXPECT_GT(meetings_, 0);
    }

private:
    static constexpr int fibers = 5;

    void run_fiber() {
        while (left_ > 0) {
            --left_;
            run_operation();
        }
    }

    void run_operation() {
        const auto id = boost::this_fiber::get_id();
        const auto thread = std::this_thread::get_id();
        operations_[random_() % operations_.size()]();
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
    std::mt19937 random_;
    int left_ = 2'000;
    int came_ = 0;
    int meetings_ = 0;
    bool is_waited_for_ = false;
    boost::fibers::mutex mutex_;
    boost::fibers::timed_mutex timed_mutex_;
    boost::fibers::condition_variable changed_;
    boost::fibers::buffered_channel<int> from_elsewhere_{4};
    const std::vector<std::function<void()>> operations_{
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
        [] { make_and_end(launch::post, true); },
        [] { make_and_end(launch::dispatch, true); },
        [] { make_and_end(launch::post, false); },
        [] { make_and_end(launch::dispatch, false); },
    };
};

TEST(the_running_fiber, is_known_whatever_boost_does) {
    for (unsigned seed = 1; seed <= 20 && !::testing::Test::HasFailure(); ++seed) {
        run_on_thread<round_robin>([&] { random_operations(seed).run(); });
    }
}

TEST(the_running_fiber, is_known_after_a_launch_by_dispatch) {
    run_on_thread([] {
        yield_both_ways(4);
        make_and_end(launch::dispatch, true);
        expect_known();
        boost::fibers::fiber([] {
            boost::fibers::fiber(launch::dispatch, [] { expect_known(); }).detach();
            expect_known();
        }).join();
    });
}

TEST(the_running_fiber, is_known_when_an_algorithm_comes_back) {
    run_on_thread<boost::fibers::algo::round_robin>([] {
        const boost::intrusive_ptr<scripted_round_robin> own_algorithm(new scripted_round_robin);
        EXPECT_EQ(detail::run_queue::of_this_thread(), nullptr) << "it schedules nothing yet";
        EXPECT_EQ(scripted_round_robin::of_this_thread(), nullptr);
        boost::fibers::scheduler& here = *context::active()->get_scheduler();
        bool is_over = false;
        fiber_group all;
        for (int i = 0; i < 3; ++i) {
            all.add([&] {
                while (!is_over) {
                    yield();
                }
            });
        }
        here.set_algo(own_algorithm);
        EXPECT_EQ(scripted_round_robin::of_this_thread(), own_algorithm.get());
        for (int i = 0; i < 5; ++i) {
            expect_known();
            yield();
            here.set_algo(new boost::fibers::algo::round_robin);
            yield(); // by Boost's algorithm
            EXPECT_THROW(static_cast<void>(channel<int, scripted_clock>(0).pop()),
                         std::logic_error);
            // Other fibers run, and wait, before the algorithm comes back.
            boost::fibers::fiber([] { boost::this_fiber::sleep_for(10us); }).join();
            here.set_algo(own_algorithm);
            expect_known();
            yield();
            expect_known();
        }
        is_over = true;
    });
}

/// Stacks that must not be touched after they were given back. Their addresses are not reused, so
/// each touch is noticed, whatever was mapped since.
struct stacks_without_return {
    static constexpr std::size_t size = 64 * 1024;

    static boost::context::stack_context allocate() {
        void* const bytes =
            ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (bytes == MAP_FAILED) {
            throw std::bad_alloc();
        }
        boost::context::stack_context stack;
        stack.size = size;
        stack.sp = static_cast<std::byte*>(bytes) + size;
        return stack;
    }
    static void deallocate(boost::context::stack_context& stack) noexcept {
        ASSERT_EQ(::mprotect(static_cast<std::byte*>(stack.sp) - size, size, PROT_NONE), 0);
    }
};

// The dispatcher is handed over first, then the fibers, which end under the other algorithm.
TEST(a_swap, back_does_not_touch_fibers_that_have_ended) {
    run_on_thread<boost::fibers::algo::round_robin>([] {
        const boost::intrusive_ptr<scripted_round_robin> own_algorithm(new scripted_round_robin);
        boost::fibers::scheduler& here = *context::active()->get_scheduler();
        here.set_algo(own_algorithm);
        {
            fiber_group all;
            for (int i = 0; i < 2; ++i) {
                all.add(std::allocator_arg, stacks_without_return(), [] {});
            }
            here.set_algo(new boost::fibers::algo::round_robin);
        }
        for (int i = 0; i < 3; ++i) {
            boost::this_fiber::yield(); // their stacks are given back
        }
        bool is_over = false;
        boost::fibers::promise<void> begun;
        fiber_group all;
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
        begun.get_future().wait(); // so that both are in the ready queue before the dispatcher
        here.set_algo(own_algorithm);
        expect_known();
        yield();
        expect_known();
        is_over = true;
    });
}

} // namespace
} // namespace tollgate::fiber
