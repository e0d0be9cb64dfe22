// SPDX-License-Identifier: BSL-1.0
// Sources, their tokens and followers, and the thread that releases the last reference.
#include "scenarios.hpp"
#include "shared_data.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace user {

namespace cancel = tollgate::cancel;

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
        for (std::thread& thread : others) {
            thread.join();
        }
    }
}

void last_references() {
    for (int i = 0; i < rounds; ++i) {
        std::optional<cancel::cancellation_source> root(std::in_place);
        std::optional child(cancel::cancellation_source::following(*root));
        std::vector<std::thread> others;
        others.push_back(start([mine = child->get_token()]() mutable {
            auto own = std::make_unique<data>();
            cancel::on_cancel handler(mine, [&] { write(*own, 3); });
            wait_for(mine);
        }));
        others.push_back(start([mine = *root]() mutable { mine.cancel(); }));
        others.push_back(start([mine = *child] { static_cast<void>(mine.is_cancelled()); }));
        child.reset();
        root.reset();
        for (std::thread& thread : others) {
            thread.join();
        }
    }
    for (int i = 0; i < rounds; ++i) {
        auto child = std::make_unique<cancel::cancellation_source>();
        {
            const cancel::cancellation_source root;
            *child = cancel::cancellation_source::following(root);
        }
        std::thread first = start([mine = *child] { static_cast<void>(mine.is_cancelled()); });
        std::thread second = start([mine = child->get_token()] { static_cast<void>(!mine); });
        child.reset();
        first.join();
        second.join();
    }
}

/// The token is cancelled by another thread, and only the token itself orders the two threads.
void a_follower_that_comes_too_late() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        std::atomic<bool> may_go{false};
        cancel::standalone_token stop;
        std::thread other = start([&] {
            while (!may_go.load(std::memory_order_relaxed)) {
            }
            const auto late = cancel::cancellation_source::following(stop);
            require(late.is_cancelled(), "a follower of what is cancelled");
            expect(shared, i);
        });
        write(shared, i);
        stop.cancel();
        may_go.store(true, std::memory_order_relaxed);
        other.join();
    }
}

/// A handler releases all other references, so that the cancelling thread has the last one.
void a_source_that_its_handler_lets_go() {
    struct request {
        data written;
        std::optional<cancel::cancellation_source> source{std::in_place};
        std::optional<cancel::sourced_token> own{source->get_token()};
        std::optional<cancel::on_cancel<std::function<void()>>> handler;
    };
    for (int i = 0; i < rounds; ++i) {
        request cancelled_request;
        std::thread reader =
            start([mine = *cancelled_request.source] { static_cast<void>(mine.is_cancelled()); });
        cancelled_request.handler.emplace(*cancelled_request.own, [&cancelled_request, i] {
            request& own_request = cancelled_request; // the captures are destroyed with the handler
            expect(own_request.written, i);
            own_request.source.reset();
            own_request.handler.reset();
            own_request.own.reset();
        });
        write(cancelled_request.written, i);
        const cancel::cancellation_source& by = *cancelled_request.source;
        std::thread other = start([&by] { by.cancel(); });
        other.join();
        reader.join();
        require(!cancelled_request.own, "the handler has run");
    }
}

} // namespace user
