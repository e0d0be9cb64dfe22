// SPDX-License-Identifier: BSL-1.0
//
// Descriptors as sources of a select.
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/descriptor_linux.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/testing/in_child.hpp>
#include <tollgate/testing/sanitized.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <csignal>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::queue {
namespace {

using namespace std::chrono_literals;

class a_pipe {
public:
    a_pipe() { EXPECT_EQ(::pipe(ends_.data()), 0); }
    a_pipe(const a_pipe&) = delete;
    a_pipe& operator=(const a_pipe&) = delete;
    ~a_pipe() {
        ::close(ends_[0]);
        end();
    }

    [[nodiscard]] int to_read() const { return ends_[0]; }
    [[nodiscard]] int to_write() const { return ends_[1]; }
    void write() const { EXPECT_EQ(::write(ends_[1], "x", 1), 1); }
    void read() const {
        char byte = 0;
        EXPECT_EQ(::read(ends_[0], &byte, 1), 1);
    }
    void end() { ::close(std::exchange(ends_[1], -1)); }

private:
    std::array<int, 2> ends_{-1, -1};
};

TEST(a_descriptor, ends_a_select_when_it_is_ready) {
    a_pipe tested;
    EXPECT_EQ(select(readable(tested.to_read()), within(1ms)).status, status::timeout);
    EXPECT_EQ(select(writable(tested.to_write())).status, status::done);
    tested.write();
    EXPECT_EQ(select(readable(tested.to_read())).status, status::done);
    EXPECT_EQ(select(readable(tested.to_read())).status, status::done) << "nothing was read";
    tested.read();
    EXPECT_EQ(select(readable(tested.to_read()), within(0ns)).status, status::timeout);
    tested.end();
    EXPECT_EQ(select(readable(tested.to_read())).status, status::done) << "the end of the file";
    EXPECT_EQ(select(readable(-1), within(0ns)).status, status::timeout);
    const int closed = ::dup(tested.to_read());
    ::close(closed);
    EXPECT_EQ(select(readable(closed)).status, status::done);
}

TEST(a_descriptor, that_cannot_become_ready_may_be_awaited_and_kept) {
    const int closed = ::dup(STDERR_FILENO);
    ::close(closed);
    const int regular = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    EXPECT_EQ(select(readable(-1), within(1ms)).status, status::timeout);
    for (const int descriptor : {closed, regular, -1}) {
        source_set set;
        set.add(readable(descriptor));
        EXPECT_EQ(select(set, within(1ms)).index, descriptor == -1 ? 1U : 0U);
    }
    ::close(regular);
}

TEST(a_descriptor, is_not_ready_because_of_a_signal) {
    static volatile std::sig_atomic_t signals = 0;
    using handler = void (*)(int);
    const handler before = std::signal(SIGALRM, [](int) { signals = signals + 1; });
    const itimerval often{{0, 50}, {0, 50}};
    const itimerval never{};
    a_pipe tested;
    ASSERT_EQ(::setitimer(ITIMER_REAL, &often, nullptr), 0);
    int ready = 0;
    while (signals < 1'000) {
        ready += select(readable(tested.to_read()), within(0ns)).index == 0 ? 1 : 0;
    }
    EXPECT_EQ(ready, 0);
    EXPECT_EQ(::setitimer(ITIMER_REAL, &never, nullptr), 0);
    std::signal(SIGALRM, before);
}

TEST(a_descriptor, wakes_a_thread_and_loses_nothing) {
    const testing::watchdog watchdog("a select of a descriptor");
    a_pipe tested;
    blocking_queue<int> queue(2);
    constexpr int each = 300;
    int read = 0;
    int popped = 0;
    const auto pop_all = [&](auto select_once) {
        read = popped = 0;
        std::thread other([&] {
            for (int i = 0; i < each; ++i) {
                tested.write();
                EXPECT_EQ(queue.push(i), status::done);
            }
        });
        while (read + popped < 2 * each) {
            select_once();
        }
        other.join();
        EXPECT_EQ(read, each);
    };
    const auto read_one = [&] {
        tested.read();
        ++read;
    };
    const auto count_pop = [&](int /*element*/) { ++popped; };
    pop_all([&] { select(readable(tested.to_read(), read_one), pop(queue, count_pop)); });
    source_set set;
    set.add(readable(tested.to_read(), read_one));
    set.add(pop(queue, count_pop));
    pop_all([&] { select(set); });
}

TEST(a_descriptor, is_awaited_until_it_is_writable) {
    const testing::watchdog watchdog("a select of a descriptor");
    a_pipe tested;
    EXPECT_EQ(::fcntl(tested.to_write(), F_SETFL, O_NONBLOCK), 0);
    const std::vector<char> page(4096);
    while (::write(tested.to_write(), page.data(), page.size()) > 0) {
    }
    EXPECT_EQ(select(writable(tested.to_write()), within(1ms)).status, status::timeout);
    std::thread other([&] {
        std::vector<char> read(page.size());
        EXPECT_EQ(::read(tested.to_read(), read.data(), read.size()), read.size());
    });
    EXPECT_EQ(select(writable(tested.to_write())).status, status::done);
    other.join();
}

TEST(a_descriptor, may_be_awaited_by_two_threads) {
    const testing::watchdog watchdog("a select of a descriptor");
    a_pipe tested;
    const auto wait = [&] { EXPECT_EQ(select(readable(tested.to_read())).status, status::done); };
    std::thread first(wait);
    std::thread second(wait);
    std::this_thread::sleep_for(10ms); // both wait, most probably
    tested.write();
    first.join();
    second.join();
}

TEST(a_descriptor, is_watched_in_a_child_too) {
    if (testing::is_thread_sanitized) {
        GTEST_SKIP() << "ThreadSanitizer ends a child that starts a thread";
    }
    a_pipe tested;
    EXPECT_EQ(select(readable(tested.to_read()), within(1ms)).status, status::timeout);
    testing::expect_in_child([&] {
        std::thread writes([&] {
            std::this_thread::sleep_for(5ms);
            tested.write();
        });
        const selected result = select(readable(tested.to_read()), within(60s));
        writes.join();
        return result.index == 0;
    });
}

TEST(a_descriptor, stays_in_its_set_when_a_child_destroys_its_copy_of_the_set) {
    a_pipe tested;
    std::optional<source_set> set(std::in_place);
    set->add(readable(tested.to_read()));
    EXPECT_EQ(select(*set, within(1ms)).status, status::timeout);
    const pid_t child = ::fork();
    if (child == 0) {
        set.reset();
        ::_exit(0);
    }
    EXPECT_EQ(::waitpid(child, nullptr, 0), child);
    tested.write();
    EXPECT_EQ(select(*set, within(60s)).status, status::done);
}

TEST(a_descriptor, that_cannot_be_watched_is_refused) {
    if (testing::is_sanitized) {
        GTEST_SKIP() << "a sanitizer opens pipes to look at the exception";
    }
    a_pipe tested;
    EXPECT_EQ(select(readable(tested.to_read()), within(1ms)).status, status::timeout);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit none{static_cast<rlim_t>(tested.to_write()) + 1, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    std::vector<int> copies;
    for (int copy = ::dup(0); copy >= 0; copy = ::dup(0)) {
        copies.push_back(copy);
    }
    EXPECT_THROW(select(readable(tested.to_read()), within(1ms)), std::system_error);
    tested.write();
    EXPECT_EQ(select(readable(tested.to_read())).status, status::done) << "without a wait";
    for (const int copy : copies) {
        ::close(copy);
    }
    EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

} // namespace
} // namespace tollgate::queue
