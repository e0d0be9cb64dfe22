// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/select.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

namespace tollgate::queue {

/// A joint wait that never sleeps: the check plays the events, and counts the wake-ups.
class driven_wait : public detail::joint_wait {
public:
    static constexpr bool spins = false;
    using token = const cancel::token&;
    struct timer {};

    driven_wait() noexcept
        : joint_wait([](joint_wait& self) noexcept { ++static_cast<driven_wait&>(self).wakes; }) {}

    void arm(timer& /*unused*/, std::chrono::steady_clock::time_point /*deadline*/,
             std::uint32_t event) noexcept {
        at_deadline_ = event;
    }
    static void disarm(timer& /*unused*/) noexcept {}
    /// Returns whether the deadline has ended the wait.
    bool pass_deadline() noexcept { return claim(at_deadline_); }

    int wakes = 0;

private:
    std::uint32_t at_deadline_ = 0;
};

/// A select that waits without a thread. The check calls `begin()`, plays an event, and calls
/// `go_on()`. Both return whether the select has ended.
template <class... Sources>
class driven_select {
public:
    explicit driven_select(Sources... sources) : sources_(std::move(sources)...) {}

    [[nodiscard]] bool begin() noexcept { return ends(waiting_->arm()); }
    [[nodiscard]] bool go_on() noexcept { return ends(waiting_->collect() || waiting_->arm()); }
    [[nodiscard]] selected result() const noexcept { return result_; }
    [[nodiscard]] int wakes() const noexcept { return wait_.wakes; }
    bool pass_deadline() noexcept { return wait_.pass_deadline(); }

private:
    bool ends(bool has_ended) noexcept {
        if (has_ended) {
            result_ = waiting_->result();
            waiting_.reset();
        }
        return has_ended;
    }

    std::tuple<Sources...> sources_;
    driven_wait wait_;
    selected result_{0, status::empty};
    std::optional<detail::waiting_select<driven_wait, Sources...>> waiting_{
        std::in_place, wait_, detail::preference::first_arguments,
        std::apply([](auto&... each) { return std::tie(each...); }, sources_)};
};

/// A source that is never ready. It runs an action at the end of each round of attempts.
class last_attempt {
public:
    static constexpr detail::source_kind kind = detail::source_kind::deadline;

    /// `action` gets the number of the round, counted from 1.
    explicit last_attempt(std::function<void(int)> action) : action_(std::move(action)) {}

    [[nodiscard]] static bool may_succeed() noexcept { return false; }
    [[nodiscard]] status attempt() noexcept {
        action_(++rounds_);
        return status::empty;
    }
    void finish() const noexcept {}

    template <class Wait>
    struct registration {
        explicit registration(const detail::registered<last_attempt, Wait>& /*by*/) noexcept {}
        void enter() noexcept {}
        static bool settle_order() noexcept { return false; }
        void leave() noexcept {}
        [[nodiscard]] status won() const noexcept { return status::empty; }
    };

private:
    std::function<void(int)> action_;
    int rounds_ = 0;
};

/// A handler for an element that the check ignores.
inline constexpr auto ignore = [](auto&&) {};

} // namespace tollgate::queue
