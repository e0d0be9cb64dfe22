// SPDX-License-Identifier: BSL-1.0
//
// A user's program for ThreadSanitizer, against libraries that were built without it. Its threads
// share plain data, and have nothing to order it but what the libraries promise: none of the scenes
// may be reported. `user_under_tsan wrong` names scenes whose race is the program's own; those must
// be. A name as argument runs that scene alone.
#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/from_stop_token.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/thread.hpp>
#include <tollgate/cancel/to_stop_token.hpp>
#include <tollgate/cancel/wait.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/spsc_queue.hpp>
#include <tollgate/sleep/brief_lock.hpp>
#include <tollgate/sleep/condvar_sleeper.hpp>
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <poll.h>

namespace {

namespace cancel = tollgate::cancel;
namespace liveness = tollgate::liveness;
namespace queue = tollgate::queue;
namespace sleep = tollgate::sleep;
using namespace std::chrono_literals;
using cancel::policy;

constexpr int rounds = 200;
constexpr policy policies[] = {policy::adaptive, policy::asymmetric, policy::symmetric};

/// Plain data of the program's.
struct data {
    int number = 0;
    std::string text;
};

void require(bool holds, const char* what) {
    if (!holds) {
        std::printf("wrong: %s\n", what);
        std::exit(1);
    }
}

void write(data& to, int number) {
    to.number = number;
    to.text = "number " + std::to_string(number);
}

void expect(const data& is, int number) {
    require(is.number == number && is.text == "number " + std::to_string(number), "the data");
}

/// Starts another thread without leaving it anything that orders what comes after.
template <class Run>
std::thread start(Run run) {
    return std::thread(std::move(run));
}

void give_way(int times) {
    for (; times > 0; --times) {
        std::this_thread::yield();
    }
}

void wait_for(const cancel::token& cancellation) {
    while (cancellation) {
        std::this_thread::yield();
    }
}

// What was written before a cancellation is visible to those that see it.

void a_flag() {
    for (const policy how : policies) {
        for (int i = 0; i < rounds; ++i) {
            data shared;
            cancel::standalone_token stop(how);
            std::thread other = start([&] {
                wait_for(stop);
                expect(shared, i);
            });
            write(shared, i);
            stop.cancel();
            other.join();
        }
    }
}

void a_flag_of_followers() {
    for (int i = 0; i < rounds; ++i) {
        auto shared = std::make_shared<data>();
        const cancel::cancellation_source root;
        const auto child = cancel::cancellation_source::following(root);
        std::vector<std::thread> others;
        for (int n = 0; n < 2; ++n) {
            others.push_back(start([shared, i, mine = child.get_token()] {
                wait_for(mine);
                expect(*shared, i);
                const auto late = cancel::cancellation_source::following(mine);
                require(late.is_cancelled(), "a follower of what is cancelled");
            }));
        }
        others.push_back(start([root, shared, i] {
            while (!root.is_cancelled()) {
                const auto late = cancel::cancellation_source::following(root);
                if (late.is_cancelled()) {
                    expect(*shared, i);
                }
            }
        }));
        write(*shared, i);
        root.cancel();
        for (std::thread& one : others) {
            one.join();
        }
    }
}

void a_call_that_comes_too_late() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        const cancel::cancellation_source stop;
        std::thread other = start([&] {
            while (stop.cancel()) { // one of the two is the first
                return;
            }
            if (shared.number == 0) {
                return;
            }
        });
        other.join();
        stop.cancel();
    }
    for (int i = 1; i <= rounds; ++i) {
        data shared;
        std::atomic<bool> goes{false};
        cancel::standalone_token stop;
        std::thread other = start([&] {
            while (!goes.load(std::memory_order_relaxed)) {
            }
            if (!stop.cancel()) {
                expect(shared, i);
            }
        });
        write(shared, i);
        stop.cancel();
        goes.store(true, std::memory_order_relaxed);
        other.join();
    }
}

// Handlers see what was written before they were registered, and what they write is visible when
// their guards have gone.

template <class Token>
void use_handlers(const Token& stop, std::atomic<bool>& is_ready, int registrations) {
    for (int n = 0; n < registrations; ++n) {
        cancel::on_cancel nothing(stop, [] {});
    }
    data before;
    data after;
    std::atomic<bool> have_run{false};
    {
        write(before, 1);
        cancel::on_cancel outer(stop, [&] {
            expect(before, 1);
            write(after, 2);
        });
        cancel::on_cancel inner(stop, [&] {
            after.number += 1;
            have_run.store(true, std::memory_order_relaxed);
        });
        is_ready.store(true, std::memory_order_relaxed);
        while (!have_run.load(std::memory_order_relaxed)) {
            std::this_thread::yield();
        }
    }
    require(after.number == 3, "two handlers have run");
    cancel::on_cancel at_once(stop, [&] { after.number = 4; });
    require(after.number == 4, "a handler runs at once");
}

void handlers() {
    for (const policy how : policies) {
        for (const int registrations : {0, 100}) {
            for (int i = 0; i < rounds / 4; ++i) {
                std::atomic<bool> is_ready{false};
                cancel::standalone_token stop(how);
                std::thread other = start([&] { use_handlers(stop, is_ready, registrations); });
                while (!is_ready.load(std::memory_order_relaxed)) {
                    std::this_thread::yield();
                }
                stop.cancel();
                other.join();
            }
            for (int i = 0; i < rounds / 4; ++i) {
                std::atomic<bool> is_ready{false};
                const cancel::cancellation_source stop(how);
                std::thread other = start(
                    [&, mine = stop.get_token()] { use_handlers(mine, is_ready, registrations); });
                while (!is_ready.load(std::memory_order_relaxed)) {
                    std::this_thread::yield();
                }
                stop.cancel();
                other.join();
            }
        }
    }
}

/// Registers and unregisters all the time, while another thread cancels.
void handlers_that_come_and_go() {
    for (const policy how : policies) {
        for (int i = 0; i < rounds / 4; ++i) {
            const cancel::cancellation_source stop(how);
            std::thread other = start([mine = stop.get_token()] {
                for (bool goes_on = true; goes_on; goes_on = bool(mine)) {
                    auto before = std::make_unique<data>();
                    int runs = 0;
                    write(*before, 7);
                    {
                        cancel::on_cancel one(mine, [&] {
                            expect(*before, 7);
                            ++runs;
                        });
                    }
                    before->number += runs;
                }
            });
            give_way(i);
            stop.cancel();
            other.join();
        }
    }
}

struct resetting final : cancel::cancellation_handler {
    ~resetting() = default;
    void cancel() override { write(told, 5); }
    void reset() noexcept override {
        expect(told, 5);
        told.number = 6;
    }
    data told;
};

void guards_that_reset() {
    for (int i = 0; i < rounds; ++i) {
        cancel::standalone_token stop;
        resetting handler;
        cancel::cancellation_guard guard(stop, handler);
        std::thread other = start([&] { stop.cancel(); });
        wait_for(stop);
        guard.release();
        require(handler.told.number == 0 || handler.told.number == 6, "reset");
        other.join();
    }
}

struct leaving final : cancel::cancellation_handler {
    ~leaving() = default;
    void cancel() override {
        guard.reset();
        write(told, 8);
    }
    std::optional<cancel::cancellation_guard> guard;
    data told;
};

/// What they write is visible when the token's owner has seen the end of the cancellation.
void handlers_that_leave() {
    for (int i = 0; i < rounds; ++i) {
        cancel::standalone_token stop;
        leaving handler;
        handler.guard.emplace(stop, handler);
        std::thread other = start([&] { stop.cancel(); });
        wait_for(stop);
        give_way(i % 8);
        stop.reset();
        expect(handler.told, 8);
        other.join();
    }
}

void tokens_that_are_used_again() {
    cancel::standalone_token stop;
    data shared;
    for (int i = 1; i <= rounds; ++i) {
        bool has_run = false;
        {
            cancel::on_cancel one(stop, [&] {
                write(shared, i);
                has_run = true;
            });
            std::thread(&cancel::standalone_token::cancel, &stop).detach();
            wait_for(stop);
        }
        if (has_run) { // or its guard was faster
            expect(shared, i);
        }
        stop.reset();
    }
    for (int i = 0; i < rounds; ++i) {
        auto own = std::make_unique<cancel::standalone_token>();
        std::thread other = start([of = own.get()] { of->cancel(); });
        wait_for(*own);
        own.reset();
        other.join();
    }
}

// Sources go with whichever thread lets go of them last.

void last_references() {
    for (int i = 0; i < rounds; ++i) {
        std::optional<cancel::cancellation_source> root(std::in_place);
        std::optional child(cancel::cancellation_source::following(*root));
        std::vector<std::thread> others;
        others.push_back(start([mine = child->get_token()]() mutable {
            auto own = std::make_unique<data>();
            cancel::on_cancel one(mine, [&] { write(*own, 3); });
            wait_for(mine);
        }));
        others.push_back(start([mine = *root]() mutable { mine.cancel(); }));
        others.push_back(start([mine = *child] { static_cast<void>(mine.is_cancelled()); }));
        child.reset();
        root.reset();
        for (std::thread& one : others) {
            one.join();
        }
    }
    for (int i = 0; i < rounds; ++i) {
        auto child = std::make_unique<cancel::cancellation_source>();
        {
            const cancel::cancellation_source root;
            *child = cancel::cancellation_source::following(root);
        }
        std::thread one = start([mine = *child] { static_cast<void>(mine.is_cancelled()); });
        std::thread two = start([mine = child->get_token()] { static_cast<void>(!mine); });
        child.reset();
        one.join();
        two.join();
    }
}

// Waits.

void waits_for_a_condition() {
    for (const bool under_the_mutex : {false, true}) {
        for (int i = 0; i < rounds / 4; ++i) {
            std::mutex mutex;
            std::condition_variable changed;
            std::deque<data> items;
            data at_the_end;
            const cancel::cancellation_source stop;
            std::vector<std::thread> others;
            for (int n = 0; n < 2; ++n) {
                others.push_back(start([&, mine = stop.get_token()] {
                    for (;;) {
                        std::unique_lock lock(mutex);
                        if (!cancel::wait(
                                changed, lock, [&] { return !items.empty(); }, mine)) {
                            break;
                        }
                        expect(items.front(), 1);
                        items.pop_front();
                    }
                    expect(at_the_end, 2);
                }));
            }
            for (int n = 0; n < 10; ++n) {
                const std::lock_guard lock(mutex);
                write(items.emplace_back(), 1);
                changed.notify_one();
            }
            for (bool is_empty = false; !is_empty; std::this_thread::yield()) {
                const std::lock_guard lock(mutex);
                is_empty = items.empty();
            }
            write(at_the_end, 2);
            if (under_the_mutex) {
                const std::lock_guard lock(mutex);
                stop.cancel();
            } else {
                stop.cancel();
            }
            for (std::thread& one : others) {
                one.join();
            }
        }
    }
}

void sleeps() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        {
            cancel::thread other([&](const cancel::token& cancellation) {
                require(cancel::sleep_for(1h, cancellation) == cancel::wait_status::cancelled,
                        "a sleep is cancelled");
                expect(shared, i);
                shared.number = -1;
            });
            write(shared, i);
        }
        require(shared.number == -1, "the thread has run");
    }
}

void polls() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        cancel::standalone_token stop;
        std::thread other = start([&] {
            require(cancel::poll({}, stop) == cancel::wait_status::cancelled, "a poll");
            expect(shared, i);
        });
        give_way(i % 64);
        write(shared, i);
        stop.cancel();
        other.join();
    }
}

void polls_that_begin_cancelled() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        std::atomic<bool> goes{false};
        cancel::standalone_token stop;
        std::thread other = start([&] {
            while (!goes.load(std::memory_order_relaxed)) {
            }
            require(cancel::poll({}, 1h, stop) == cancel::wait_status::cancelled, "a poll");
            expect(shared, i);
        });
        write(shared, i);
        stop.cancel();
        goes.store(true, std::memory_order_relaxed);
        other.join();
    }
}

/// The thread may have ended, and what it polled by be gone, before it was told of the
/// cancellation.
void polls_that_look_once() {
    for (int i = 0; i < 2 * rounds; ++i) {
        data shared;
        cancel::standalone_token stop;
        std::thread other = start([&] {
            while (cancel::poll({}, 0ms, stop) != cancel::wait_status::cancelled) {
            }
            expect(shared, i);
        });
        give_way(i % 64);
        write(shared, i);
        stop.cancel();
        other.join();
    }
}

void stop_tokens() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        std::stop_source stop;
        std::thread other = start([&, of = stop.get_token()] {
            const cancel::from_stop_token cancellation(of);
            const cancel::to_stop_token back(cancellation.get());
            cancel::sleep_for(1h, cancellation);
            expect(shared, i);
            while (!back.get().stop_requested()) {
            }
        });
        write(shared, i);
        stop.request_stop();
        other.join();
    }
}

// Queues.

template <class Queue>
void use_queue(Queue& items, int producers, int consumers) {
    constexpr int each = 2'000;
    const cancel::cancellation_source stop;
    std::atomic<int> got{0};
    std::vector<std::thread> others;
    for (int n = 0; n < producers; ++n) {
        others.push_back(start([&] {
            for (int i = 0; i < each; ++i) {
                auto one = std::make_unique<data>();
                write(*one, i);
                require(items.push(std::move(one)) == queue::status::done, "a push");
            }
        }));
    }
    data at_the_end;
    for (int n = 0; n < consumers; ++n) {
        others.push_back(start([&, mine = stop.get_token()] {
            while (auto one = items.pop(mine)) {
                expect(**one, (*one)->number);
                got.fetch_add(1, std::memory_order_relaxed);
            }
            expect(at_the_end, 9);
        }));
    }
    while (got.load(std::memory_order_relaxed) < producers * each) {
        std::this_thread::yield();
    }
    write(at_the_end, 9);
    if (consumers == 1) {
        items.close();
    }
    stop.cancel();
    for (std::thread& one : others) {
        one.join();
    }
}

void queues() {
    for (const std::size_t capacity : {1U, 4U, 256U}) {
        queue::spsc_queue<std::unique_ptr<data>> between_two(capacity);
        use_queue(between_two, 1, 1);
        queue::blocking_queue<std::unique_ptr<data>> of_many(capacity);
        use_queue(of_many, 2, 2);
        queue::blocking_queue<std::unique_ptr<data>> of_one(capacity);
        use_queue(of_one, 3, 1);
    }
}

// Sleepers and the lock.

template <class Sleeper>
void use_sleeper() {
    Sleeper there;
    Sleeper back;
    data shared;
    std::thread other = start([&] {
        for (int i = 0; i < rounds; ++i) {
            while (there.sleep_for(1h) != sleep::outcome::woken) {
            }
            expect(shared, 2 * i);
            write(shared, 2 * i + 1);
            back.wake();
        }
    });
    for (int i = 0; i < rounds; ++i) {
        write(shared, 2 * i);
        there.wake();
        while (back.sleep_for(1h) != sleep::outcome::woken) {
        }
        expect(shared, 2 * i + 1);
    }
    other.join();
}

void sleepers() {
    use_sleeper<sleep::parker>();
    use_sleeper<sleep::precise_parker>();
    use_sleeper<sleep::condvar_sleeper>();
    use_sleeper<sleep::eventfd_sleeper>();
}

void locks() {
    sleep::brief_lock lock;
    data shared;
    std::vector<std::thread> others;
    for (int n = 0; n < 4; ++n) {
        others.push_back(start([&] {
            for (int i = 0; i < 2'000; ++i) {
                const std::lock_guard locked(lock);
                write(shared, shared.number + 1);
                if (i % 100 == 0) {
                    std::this_thread::yield();
                }
            }
        }));
    }
    for (std::thread& one : others) {
        one.join();
    }
    expect(shared, 8'000);
}

// Scopes.

void scopes() {
    for (int i = 0; i < 10; ++i) {
        data told;
        std::atomic<bool> is_told{false};
        liveness::settings how;
        how.period = 1ms;
        how.of_scopes.timeout = 3ms;
        how.sinks = {[&](const liveness::event& seen) {
            told.text += seen.name;
            ++told.number;
            is_told.store(true, std::memory_order_relaxed);
        }};
        {
            liveness::registry watch(how);
            std::vector<std::thread> others;
            for (int n = 0; n < 4; ++n) {
                others.push_back(start([&, n] {
                    const std::string name = "scope of thread " + std::to_string(n);
                    for (int k = 0; k < 200; ++k) {
                        const liveness::watched_scope outer(watch, name, 1);
                        const liveness::watched_scope inner(watch, "inner", 2);
                        liveness::checkpoint(3);
                        while (k == 100 && n == 0 && !is_told.load(std::memory_order_relaxed)) {
                            std::this_thread::yield(); // stuck
                        }
                    }
                }));
            }
            watch.set_period(2ms);
            for (std::thread& one : others) {
                one.join();
            }
        }
        require(told.number > 0 && !told.text.empty(), "what was told");
    }
    const liveness::watched_scope here("main", 1);
    std::thread([] { const liveness::watched_scope there("other", 1); }).join();
}

// What is wrong, and must be reported.

void increment_when(int& shared, const cancel::token& cancellation) {
    wait_for(cancellation);
    ++shared;
}

void write_after_a_cancellation() {
    int shared = 0;
    cancel::standalone_token stop;
    std::thread other = start([&] { increment_when(shared, stop); });
    stop.cancel();
    ++shared;
    other.join();
}

void ask_another_token() {
    int shared = 0;
    cancel::standalone_token stop;
    cancel::standalone_token other_stop;
    std::atomic<bool> goes{false};
    std::thread other = start([&] {
        while (!other_stop.is_cancelled() && !goes.load(std::memory_order_relaxed)) {
        }
        ++shared;
    });
    ++shared;
    stop.cancel();
    goes.store(true, std::memory_order_relaxed);
    other.join();
}

void write_after_a_registration() {
    int shared = 0;
    const cancel::cancellation_source stop;
    std::atomic<bool> goes{false};
    std::thread other = start([&, mine = stop.get_token()] {
        cancel::on_cancel one(mine, [&] { ++shared; });
        ++shared;
        goes.store(true, std::memory_order_relaxed);
        wait_for(mine);
    });
    while (!goes.load(std::memory_order_relaxed)) {
    }
    stop.cancel();
    other.join();
}

void write_after_a_push() {
    int shared = 0;
    queue::spsc_queue<int> items(4);
    std::thread other = start([&] {
        require(items.pop().status() == queue::status::done, "a pop");
        ++shared;
    });
    require(items.push(1) == queue::status::done, "a push");
    ++shared;
    other.join();
}

void write_after_an_unlock() {
    int shared = 0;
    sleep::brief_lock lock;
    const auto forgetful = [&] {
        { const std::lock_guard locked(lock); }
        ++shared;
    };
    std::thread other = start([&] {
        ++shared;
        forgetful();
    });
    forgetful();
    other.join();
}

struct scene {
    std::string_view name;
    void (*run)();
};

constexpr scene right[] = {
    {"a_flag", a_flag},
    {"a_flag_of_followers", a_flag_of_followers},
    {"a_call_that_comes_too_late", a_call_that_comes_too_late},
    {"handlers", handlers},
    {"handlers_that_come_and_go", handlers_that_come_and_go},
    {"guards_that_reset", guards_that_reset},
    {"handlers_that_leave", handlers_that_leave},
    {"tokens_that_are_used_again", tokens_that_are_used_again},
    {"last_references", last_references},
    {"waits_for_a_condition", waits_for_a_condition},
    {"sleeps", sleeps},
    {"polls", polls},
    {"polls_that_begin_cancelled", polls_that_begin_cancelled},
    {"polls_that_look_once", polls_that_look_once},
    {"stop_tokens", stop_tokens},
    {"queues", queues},
    {"sleepers", sleepers},
    {"locks", locks},
    {"scopes", scopes},
};

constexpr scene wrong[] = {
    {"write_after_a_cancellation", write_after_a_cancellation},
    {"ask_another_token", ask_another_token},
    {"write_after_a_registration", write_after_a_registration},
    {"write_after_a_push", write_after_a_push},
    {"write_after_an_unlock", write_after_an_unlock},
};

} // namespace

int main(int count, char** words) {
    const std::string_view only = count == 2 ? words[1] : "";
    for (const scene& one : right) {
        if (only.empty() || only == one.name) {
            one.run();
        }
    }
    for (const scene& one : wrong) {
        if (only == "wrong") {
            std::puts(one.name.data());
        } else if (only == one.name) {
            one.run();
        }
    }
}
