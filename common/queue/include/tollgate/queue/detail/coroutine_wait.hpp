// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/executor.hpp>
#include <tollgate/await/work.hpp>
#include <tollgate/cancel/detail/separate_token.hpp>
#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/sleep/pause.hpp>

#include <coroutine>
#include <cstdint>
#include <tuple>

namespace tollgate::queue::detail {

/// The joint wait of a coroutine. The claimer posts a unit of work to the executor of the
/// coroutine. The unit resumes the coroutine, if the wait has ended.
class coroutine_wait : public joint_wait, public await::work {
public:
    static constexpr bool spins = false;
    /// The coroutine may continue on another thread.
    using token = cancel::detail::separate_token;

    coroutine_wait(std::coroutine_handle<> owner, await::executor_ref executor,
                   void (*go_on)(await::work&) noexcept) noexcept
        : joint_wait(&post), work(go_on), executor_(executor), owner_(owner) {}

    void resume() const noexcept { owner_.resume(); }

    /// The coroutine is destroyed while it waits. Afterwards no event claims the wait, and the
    /// executor does not run the unit. A thread that has claimed the wait is about to post the
    /// unit, or has posted it.
    void abandon() noexcept {
        if (claim(abandonment)) {
            return;
        }
        sleep::pause pause;
        while (!executor_.withdraw(*this)) {
            pause();
        }
    }

private:
    static constexpr std::uint32_t abandonment = UINT32_MAX / 2;

    static void post(joint_wait& claimed) noexcept {
        auto& self = static_cast<coroutine_wait&>(claimed);
        self.executor_.post(self);
    }

    await::executor_ref executor_;
    std::coroutine_handle<> owner_;
};

/// A select of a coroutine that has to wait.
template <class... Sources>
class coroutine_select : public coroutine_wait {
public:
    coroutine_select(std::coroutine_handle<> owner, await::executor_ref executor,
                     preference preferred, std::tuple<Sources&...> sources)
        : coroutine_wait(owner, executor, &go_on), select_(*this, preferred, sources) {}

    /// Returns whether the coroutine waits. If so, it may have been resumed already.
    [[nodiscard]] bool begin() noexcept { return !select_.arm(); }
    [[nodiscard]] selected result() const noexcept { return select_.result(); }
    void abandon() noexcept {
        coroutine_wait::abandon();
        select_.leave();
    }

private:
    /// After `arm()` has returned false, another thread may run the unit again.
    static void go_on(await::work& posted) noexcept {
        auto& self = static_cast<coroutine_select&>(posted);
        if (self.select_.collect() || self.select_.arm()) {
            self.resume();
        }
    }

    waiting_select<coroutine_wait, Sources...> select_;
};

} // namespace tollgate::queue::detail
