// SPDX-License-Identifier: BSL-1.0
// Sources and their tokens: what follows them, and the thread that lets go of them last.
#include "scenes.hpp"
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
        for (std::thread& one : others) {
            one.join();
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

/// The token was cancelled by a thread that has told of it by nothing else.
void a_follower_that_comes_too_late() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        std::atomic<bool> goes{false};
        cancel::standalone_token stop;
        std::thread other = start([&] {
            while (!goes.load(std::memory_order_relaxed)) {
            }
            const auto late = cancel::cancellation_source::following(stop);
            require(late.is_cancelled(), "a follower of what is cancelled");
            expect(shared, i);
        });
        write(shared, i);
        stop.cancel();
        goes.store(true, std::memory_order_relaxed);
        other.join();
    }
}

/// The canceller has the last reference when a handler has let go of all the others.
void a_source_that_its_handler_lets_go() {
    struct request {
        data told;
        std::optional<cancel::cancellation_source> source{std::in_place};
        std::optional<cancel::sourced_token> own{source->get_token()};
        std::optional<cancel::on_cancel<std::function<void()>>> handler;
    };
    for (int i = 0; i < rounds; ++i) {
        request one;
        std::thread reader =
            start([mine = *one.source] { static_cast<void>(mine.is_cancelled()); });
        one.handler.emplace(*one.own, [&one, i] {
            request& all = one; // what is captured goes with the handler
            expect(all.told, i);
            all.source.reset();
            all.handler.reset();
            all.own.reset();
        });
        write(one.told, i);
        const cancel::cancellation_source& by = *one.source;
        std::thread other = start([&by] { by.cancel(); });
        other.join();
        reader.join();
        require(!one.own, "the handler has run");
    }
}

} // namespace user
