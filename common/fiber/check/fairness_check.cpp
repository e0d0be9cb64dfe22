// SPDX-License-Identifier: BSL-1.0
#include "scene.hpp"

#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/sleep.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;

/// Who gives way all the time, each with the number of turns that all of them had between two of
/// its own.
class yielders {
public:
    yielders(cast& all, std::size_t fibers, std::uint64_t turns) : last_(fibers, 0) {
        for (std::size_t who = 0; who < fibers; ++who) {
            all.add([this, who, turns] { run(who, turns); });
        }
    }

    [[nodiscard]] bool is_over() const { return left_ == last_.size(); }
    [[nodiscard]] bool are_exactly_in_turn() const {
        return least_ == last_.size() && most_ == least_;
    }
    [[nodiscard]] std::uint64_t most() const { return most_; }

private:
    void run(std::size_t who, std::uint64_t turns) {
        while (turn_ < turns) {
            ++turn_;
            if (last_[who] != 0) {
                least_ = std::min(least_, turn_ - last_[who]);
                most_ = std::max(most_, turn_ - last_[who]);
            }
            last_[who] = turn_;
            scripted_clock::pass(100ns);
            give_way();
        }
        ++left_;
    }

    std::vector<std::uint64_t> last_;
    std::uint64_t turn_ = 0;
    std::uint64_t least_ = UINT64_MAX;
    std::uint64_t most_ = 0;
    std::size_t left_ = 0;
};

constexpr std::uint64_t turns_of_all = 20'000;

TEST(fairness, every_fiber_has_one_of_as_many_turns_as_there_are_fibers) {
    for (const std::size_t fibers : {2U, 3U, 4U, 50U, 1000U}) {
        play([&] {
            cast all;
            const yielders some(all, fibers, turns_of_all);
            all.join();
            EXPECT_TRUE(some.are_exactly_in_turn()) << fibers << ": at most " << some.most();
        });
    }
}

TEST(fairness, is_the_same_while_others_sleep) {
    for (const std::size_t fibers : {2U, 3U, 4U, 50U, 1000U}) {
        play([&] {
            cast all;
            const yielders some(all, fibers, turns_of_all);
            int naps = 0;
            bool is_awake = false;
            all.add([&] {
                for (; !some.is_over(); ++naps) {
                    sleep_for<scripted_clock>(naps % 2 == 0 ? 1us : 50us, cancel::dummy_token());
                }
                is_awake = true;
            });
            while (!is_awake) {
                give_way();
                scripted_clock::pass(100ns); // when the others are over, too
            }
            all.join();
            EXPECT_GT(naps, 1);
            // Turns of the others only are counted.
            EXPECT_EQ(some.most(), fibers) << fibers;
        });
    }
}

/// Is posted again as soon as it was run.
struct bouncing_call : detail::remote_call {
    bouncing_call() : remote_call(&note) {}

    static void note(remote_call& call) noexcept {
        static_cast<bouncing_call&>(call).run_so_far.fetch_add(1);
    }

    std::atomic<std::uint64_t> run_so_far{0};
};

TEST(fairness, is_the_same_while_another_thread_rings) {
    for (const std::size_t fibers : {2U, 3U, 4U, 50U}) {
        play([&] {
            scripted_round_robin& here = scripted_round_robin::required();
            bouncing_call ball;
            std::atomic<bool> is_over{false};
            std::thread rings([&, mail = here.mail()] {
                for (std::uint64_t n = 1; !is_over.load(); ++n) {
                    mail->post(ball);
                    while (ball.run_so_far.load() < n && !is_over.load()) {
                        std::this_thread::yield();
                    }
                }
            });
            while (ball.run_so_far.load() == 0) {
                give_way();
            }
            cast all;
            const yielders some(all, fibers, turns_of_all);
            all.join();
            is_over.store(true);
            rings.join();
            here.run_posted();
            EXPECT_TRUE(some.are_exactly_in_turn()) << fibers << ": at most " << some.most();
        });
    }
}

TEST(fairness, of_waiting_pops_is_first_come_first_served) {
    play([] {
        channel<int, scripted_clock> items(2);
        std::vector<int> got;
        cast all;
        for (int who = 0; who < 5; ++who) {
            all.add([&, who] {
                for (int i = 0; i < 10; ++i) {
                    auto one = items.pop_for(deferred(1h));
                    ASSERT_TRUE(one);
                    ASSERT_EQ(*one, static_cast<int>(got.size()));
                    got.push_back(who);
                }
            });
        }
        give_way();
        for (int i = 0; i < 50; ++i) {
            EXPECT_EQ(items.push(i), queue::status::done);
            give_way();
        }
        all.join();
        ASSERT_EQ(got.size(), 50U);
        for (std::size_t i = 0; i < got.size(); ++i) {
            EXPECT_EQ(got[i], static_cast<int>(i) % 5);
        }
    });
}

TEST(fairness, of_waiting_pushes_is_first_come_first_served) {
    for (const std::size_t capacity : {0U, 1U, 3U}) {
        play([&] {
            channel<int, scripted_clock> items(capacity);
            cast all;
            for (int who = 0; who < 5; ++who) {
                all.add([&, who] {
                    for (int i = 0; i < 10; ++i) {
                        EXPECT_EQ(items.push(5 * i + who), queue::status::done);
                    }
                });
            }
            std::vector<int> last(5, -1);
            for (int i = 0; i < 50; ++i) {
                const int got = *items.pop();
                auto& before = last[static_cast<std::size_t>(got % 5)];
                EXPECT_EQ(got / 5, before + 1) << "of one producer";
                before = got / 5;
            }
        });
    }
}

} // namespace
} // namespace tollgate::fiber
