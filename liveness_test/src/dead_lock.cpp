// SPDX-License-Identifier: BSL-1.0
#include "stuck_threads.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <latch>
#include <memory>
#include <mutex>

namespace tollgate::liveness_test {
namespace {

constexpr std::uint32_t begun = 11;
constexpr std::uint32_t holds_one = 12;
constexpr std::uint32_t holds_both = 13;

/// What two eaters share. It belongs to both threads, and stays with them.
struct table {
    std::mutex fork;
    std::mutex knife;
    std::latch both_hold_one{2};
};

void eat(table& at, std::mutex& first, std::mutex& second) {
    const std::lock_guard one(first);
    liveness::checkpoint(holds_one);
    at.both_hold_one.arrive_and_wait();
    const std::lock_guard other(second);
    liveness::checkpoint(holds_both);
}

demo_thread eater(const std::string& name, const std::string& first, const std::string& second) {
    return {name,
            "takes the " + first + ", then the " + second,
            liveness::thread_state::blocked,
            "it waits for the " + second + ", which the other holds",
            {{begun, "has sat down"},
             {holds_one, "holds the " + first + ", wants the " + second},
             {holds_both, "holds both"}},
            false};
}

} // namespace

std::vector<demo_thread> start_dead_lock(liveness::registry& in) {
    std::vector<demo_thread> eaters{eater("dead-lock A", "fork", "knife"),
                                    eater("dead-lock B", "knife", "fork")};
    const auto at = std::make_shared<table>();
    const auto start = [&](const std::string& name, std::mutex& first, std::mutex& second) {
        // The process ends around them: nothing that they touch is destroyed before.
        std::thread([at, &in, name, &first, &second] {
            const liveness::watched_scope scope(in, name, begun);
            eat(*at, first, second);
        }).detach();
    };
    start(eaters[0].name, at->fork, at->knife);
    start(eaters[1].name, at->knife, at->fork);
    return eaters;
}

} // namespace tollgate::liveness_test
