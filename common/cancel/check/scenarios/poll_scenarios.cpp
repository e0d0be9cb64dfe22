// SPDX-License-Identifier: BSL-1.0
//
// Polls in programs that fork, that close all descriptors, and that are about to end.
#include "../falls_asleep.hpp"

#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/testing/in_child.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

/// Lets the thread make the descriptor that it keeps.
void poll_once() {
    poll({}, 0s, dummy_token());
}

/// A poll that sleeps until another thread cancels it. It hangs if the cancellation is lost.
bool is_cancelled_asleep() {
    standalone_token cancellation;
    std::thread canceller([&cancellation, waiter = own_thread_id()] {
        falls_asleep(waiter);
        cancellation.cancel();
    });
    const wait_status result = poll({}, cancellation);
    canceller.join();
    return result == wait_status::cancelled;
}

bool are_cancelled_asleep(int times) {
    for (int each = 0; each < times; ++each) {
        if (!is_cancelled_asleep()) {
            return false;
        }
    }
    return true;
}

constexpr int above_all = 256; ///< of the descriptors that a check has open

int open_descriptors() {
    int count = 0;
    for (int each = 0; each < above_all; ++each) {
        count += ::fcntl(each, F_GETFD) != -1 ? 1 : 0;
    }
    return count;
}

void close_all() {
    for (int each = STDERR_FILENO + 1; each < above_all; ++each) {
        ::close(each);
    }
}

TEST(polls, of_a_child_are_cancelled) {
    poll_once();
    testing::expect_in_child([] { return are_cancelled_asleep(3); });
    testing::expect_in_child([] {
        return testing::in_child([] { return are_cancelled_asleep(3); }) == 0 &&
               are_cancelled_asleep(3);
    });
}

TEST(polls, of_a_child_keep_one_descriptor_like_its_parent) {
    poll_once();
    const int before = open_descriptors();
    testing::expect_in_child([=] {
        poll_once();
        poll_once();
        return open_descriptors() == before;
    });
}

TEST(polls, are_cancelled_after_all_descriptors_were_closed) {
    testing::expect_in_child([] {
        for (int each = 0; each < 3; ++each) {
            poll_once();
            close_all();
            if (!is_cancelled_asleep()) {
                return false;
            }
        }
        return true;
    });
}

/// Afterwards all closed numbers belong to sockets: silent ones, or readable ones.
bool leave_foreign_sockets_alone(bool filled) {
    poll_once();
    close_all();
    std::array<std::array<int, 2>, 8> pairs{};
    for (auto& [here, there] : pairs) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) {
            return false;
        }
        here = ends[0];
        there = ends[1];
        if (filled && (::write(here, "own", 3) != 3 || ::write(there, "own", 3) != 3)) {
            return false;
        }
    }
    const ssize_t expected = filled ? 3 : -1;
    const auto got = [](int from) {
        std::array<char, 16> all{};
        return ::recv(from, all.data(), all.size(), MSG_DONTWAIT);
    };
    bool right = are_cancelled_asleep(3);
    for (const auto& [here, there] : pairs) {
        right = got(here) == expected && got(there) == expected && right;
    }
    return right;
}

TEST(polls, neither_write_to_what_has_their_descriptors_number_nor_wait_for_it) {
    testing::expect_in_child([] { return leave_foreign_sockets_alone(false); });
}

TEST(polls, get_a_new_descriptor_when_theirs_is_gone) {
    testing::expect_in_child([] {
        poll_once();
        close_all();
        std::array<std::array<int, 2>, 8> silent{};
        for (auto& each : silent) {
            static_cast<void>(::pipe(each.data()));
        }
        const int before = open_descriptors();
        // The first call that slept has noticed it. Perhaps not all calls slept.
        for (int calls = 0; calls < 50 && open_descriptors() == before; ++calls) {
            is_cancelled_asleep();
        }
        const int added = open_descriptors() - before; // one, or both ends of a pipe
        return added == 1 || added == 2;
    });
}

TEST(polls, do_not_read_what_has_their_descriptors_number) {
    testing::expect_in_child([] { return leave_foreign_sockets_alone(true); });
}

/// In a child of its own: the number of open descriptors without a poll, and with one.
struct counted_descriptors {
    counted_descriptors() {
        close_all();
        without = open_descriptors();
        poll_once();
        of_one = open_descriptors() - without;
    }
    [[nodiscard]] int pipes() const { return (open_descriptors() - without) / of_one; }
    int without = 0;
    int of_one = 0; ///< 1, or 2 where there is no /proc
};

TEST(polls, of_one_thread_after_another_use_the_same_descriptor) {
    testing::expect_in_child([] {
        const counted_descriptors found;
        bool right = found.of_one == 1 || found.of_one == 2;
        for (int each = 0; each < 10; ++each) {
            std::thread([&] { right = right && is_cancelled_asleep(); }).join();
            right = right && found.pipes() == 1;
        }
        return right;
    });
}

/// More calls than are kept. Each is cancelled by its own token, while the later calls sleep on.
bool have_descriptors_of_their_own() {
    constexpr std::size_t threads = 136;
    constexpr int kept = 128;
    const counted_descriptors found;
    bool right = true;
    for (int times = 0; times < 2; ++times) {
        std::array<standalone_token, threads> tokens;
        std::array<std::atomic<wait_status>, threads> results{};
        std::vector<std::thread> all;
        for (std::size_t each = 0; each < threads; ++each) {
            all.emplace_back([&, each] { results[each] = poll({}, tokens[each]); });
            // A pipe has more descriptors while it is made. With one made at a time, the count
            // says how many there are.
            while (found.pipes() != std::max(times == 0 ? 0 : kept, int(each) + 1)) {
                std::this_thread::yield();
            }
        }
        for (std::size_t each = 0; each < threads; ++each) {
            tokens[each].cancel();
            all[each].join();
            right = right && results[each] == wait_status::cancelled;
        }
        right = right && found.pipes() == kept;
    }
    return right;
}

TEST(polls, at_the_same_time_have_descriptors_of_their_own_of_which_some_are_kept) {
    testing::expect_in_child([] { return have_descriptors_of_their_own(); });
}

class at_end {
public:
    explicit at_end(std::function<void()> act) : act_(std::move(act)) {}
    ~at_end() { act_(); }
    at_end(const at_end&) = delete;
    at_end& operator=(const at_end&) = delete;

private:
    std::function<void()> act_;
};

/// More entries than before, and every result of a call.
bool all_work() {
    std::vector<pollfd> many(100, pollfd{-1, POLLIN, 0});
    return is_cancelled_asleep() && poll(many, 1ms, dummy_token()) == wait_status::timeout &&
           is_cancelled_asleep();
}

TEST(polls, work_in_destructors_of_late_thread_locals) {
    poll_once();
    const int before = open_descriptors();
    bool right = false;
    std::thread([&right] {
        thread_local const at_end last([&right] { right = all_work(); });
        EXPECT_TRUE(is_cancelled_asleep());
    }).join();
    EXPECT_TRUE(right);
    EXPECT_EQ(open_descriptors(), before);
}

TEST(polls, work_when_all_static_objects_are_destroyed) {
    testing::expect_in_child([] {
        poll_once();
        testing::after_static_objects = all_work;
        std::exit(2);
        return false;
    });
}

} // namespace
} // namespace tollgate::cancel
