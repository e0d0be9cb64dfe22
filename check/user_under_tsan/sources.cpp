// SPDX-License-Identifier: BSL-1.0
// Sources and their tokens: what follows them, and the thread that lets go of them last.
#include "scenes.hpp"
#include "shared_data.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>

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

} // namespace user
