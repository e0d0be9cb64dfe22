// SPDX-License-Identifier: BSL-1.0
// A handler sees all writes before its registration. Its own writes are visible after its guard is
// destroyed.
#include "scenarios.hpp"
#include "shared_data.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <thread>

namespace user {

namespace cancel = tollgate::cancel;

namespace {

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

struct resetting final : cancel::cancellation_handler {
    ~resetting() = default;
    void cancel() override { write(written, 5); }
    void reset() noexcept override {
        expect(written, 5);
        written.number = 6;
    }
    data written;
};

struct leaving final : cancel::cancellation_handler {
    ~leaving() = default;
    void cancel() override {
        guard.reset();
        write(written, 8);
    }
    std::optional<cancel::cancellation_guard> guard;
    data written;
};

} // namespace

void handlers() {
    for (const int registrations : {0, 2}) {
        for (int i = 0; i < rounds / 4; ++i) {
            std::atomic<bool> is_ready{false};
            cancel::standalone_token stop;
            std::thread other = start([&] { use_handlers(stop, is_ready, registrations); });
            while (!is_ready.load(std::memory_order_relaxed)) {
                std::this_thread::yield();
            }
            stop.cancel();
            other.join();
        }
        for (int i = 0; i < rounds / 4; ++i) {
            std::atomic<bool> is_ready{false};
            const cancel::cancellation_source stop;
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

/// A thread registers and unregisters again and again, while another thread cancels.
void handlers_that_come_and_go() {
    for (int i = 0; i < rounds / 4; ++i) {
        const cancel::cancellation_source stop;
        std::thread other = start([mine = stop.get_token()] {
            for (bool goes_on = true; goes_on; goes_on = bool(mine)) {
                auto before = std::make_unique<data>();
                int runs = 0;
                write(*before, 7);
                {
                    cancel::on_cancel handler(mine, [&] {
                        expect(*before, 7);
                        ++runs;
                    });
                }
                before->number += runs;
            }
        });
        yield_times(i);
        stop.cancel();
        other.join();
    }
}

void guards_that_reset() {
    for (int i = 0; i < rounds; ++i) {
        cancel::standalone_token stop;
        resetting handler;
        cancel::cancellation_guard guard(stop, handler);
        std::thread other = start([&] { stop.cancel(); });
        wait_for(stop);
        guard.release();
        require(handler.written.number == 0 || handler.written.number == 6, "reset");
        other.join();
    }
}

/// The writes of handlers are visible after the token's owner has seen the end of the cancellation.
void handlers_that_leave() {
    for (int i = 0; i < rounds; ++i) {
        cancel::standalone_token stop;
        leaving handler;
        handler.guard.emplace(stop, handler);
        std::thread other = start([&] { stop.cancel(); });
        wait_for(stop);
        yield_times(i % 8);
        stop.reset();
        expect(handler.written, 8);
        other.join();
    }
}

void tokens_that_are_used_again() {
    cancel::standalone_token stop;
    data shared;
    for (int i = 1; i <= rounds; ++i) {
        bool has_run = false;
        {
            cancel::on_cancel handler(stop, [&] {
                write(shared, i);
                has_run = true;
            });
            std::thread(&cancel::standalone_token::cancel, &stop).detach();
            wait_for(stop);
        }
        if (has_run) { // otherwise the guard was destroyed first
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

} // namespace user
