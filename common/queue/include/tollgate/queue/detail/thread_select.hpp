// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/detail/thread_wait.hpp>
#include <tollgate/sleep/relax.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <tuple>
#include <utility>

namespace tollgate::queue::detail {

/// A source with a number of spins that its recent waits have shown to be the best.
template <class Source>
concept learns = requires(Source& source) {
    source.own_side().spin.spins();
};

/// The wait of a thread for the first of its sources: the thread spins for a while, and then
/// sleeps.
template <class... Sources>
class thread_select {
    using clock = std::chrono::steady_clock;
    using all_sources = std::tuple<Sources&...>;

public:
    thread_select(preference preferred, all_sources sources) noexcept
        : preferred_(preferred), sources_(sources) {}

    [[nodiscard]] selected wait() {
        int spins = 0;
        std::apply([&](auto&... source) { (begin_wait(source, spins), ...); }, sources_);
        if (spin(spins)) {
            return result_;
        }
        thread_wait wait;
        waiting_select<thread_wait, Sources...> waiting(wait, preferred_, sources_);
        const clock::time_point began = spins > 0 ? clock::now() : clock::time_point{};
        return waiting.wait([&] {
            waiting.for_winner([&](auto& place) {
                if constexpr (requires { place.learn(began, spins_made_); }) {
                    place.learn(began, spins_made_);
                }
            });
        });
    }

private:
    /// While a thread spins, it reads the clock once in this number of spins.
    static constexpr int spins_per_clock_reading = 64;

    template <class Source>
    static void begin_wait(Source& source, int& spins) noexcept {
        if constexpr (learns<Source>) {
            spins = (std::max)(spins, source.own_side().spin.spins());
        } else if constexpr (requires { source.begin_wait(); }) {
            source.begin_wait();
        }
    }

    /// Returns true if the select has ended.
    bool spin(int spins) noexcept {
        while (spins_made_ < spins) {
            sleep::relax();
            ++spins_made_;
            if (std::apply([](auto&... source) { return (source.may_succeed() || ...); },
                           sources_) &&
                attempt_again(preferred_, sources_, result_)) {
                std::apply([this](auto&... source) { (this->learn_spins(source), ...); }, sources_);
                return true;
            }
            if (spins_made_ % spins_per_clock_reading == 0 && is_deadline_over()) {
                return false;
            }
        }
        return false;
    }

    template <class Source>
    void learn_spins(Source& source) noexcept {
        if constexpr (learns<Source>) {
            source.own_side().spin.learn_spins(spins_made_);
        }
    }

    bool is_deadline_over() noexcept {
        const auto is_over = [](auto& source) {
            if constexpr (requires { source.deadline(); }) {
                return source.deadline() != (clock::time_point::max)() &&
                       clock::now() >= source.deadline();
            } else {
                return false;
            }
        };
        return std::apply([&](auto&... source) { return (is_over(source) || ...); }, sources_);
    }

    preference preferred_;
    all_sources sources_;
    selected result_{0, status::empty};
    int spins_made_ = 0;
};

template <class... Sources>
[[gnu::noinline]] selected wait_in_thread(preference preferred, std::tuple<Sources&...> sources) {
    return thread_select<Sources...>(preferred, sources).wait();
}

template <class... Sources>
[[gnu::always_inline]] inline selected select_in_thread(preference preferred, Sources&... sources) {
    std::tuple<Sources&...> all(sources...);
    selected result{0, status::empty};
    if (!attempt_all(preferred, all, result)) [[unlikely]] {
        result = wait_in_thread(preferred, all);
    }
    finish(result.index, all);
    return result;
}

} // namespace tollgate::queue::detail
