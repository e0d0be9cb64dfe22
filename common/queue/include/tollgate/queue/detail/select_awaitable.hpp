// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/executor.hpp>
#include <tollgate/queue/detail/coroutine_wait.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/status.hpp>

#include <coroutine>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tollgate::queue::detail {

/// Waits in a coroutine for the first of its sources. `Ending` makes the result of the co_await
/// from the `selected` and the sources. A source that is a reference is a `source_set&`.
template <class Ending, class... Sources>
class select_awaiter {
    using all_sources = std::tuple<std::remove_reference_t<Sources>&...>;

public:
    select_awaiter(preference preferred, std::tuple<Sources...>& sources) noexcept
        : preferred_(preferred), sources_(sources) {}
    select_awaiter(const select_awaiter&) = delete;
    select_awaiter& operator=(const select_awaiter&) = delete;
    ~select_awaiter() {
        if (wait_) {
            wait_->abandon();
        }
    }

    [[nodiscard]] bool await_ready() noexcept {
        all_sources sources = all();
        return attempt_all(preferred_, sources, result_);
    }
    template <await::has_executor Promise>
    [[nodiscard]] bool await_suspend(std::coroutine_handle<Promise> caller) {
        return suspend(caller, caller.promise().executor());
    }
    auto await_resume() {
        if (wait_) {
            result_ = wait_->result();
            wait_.reset(); // leaves all queues
        }
        all_sources sources = all();
        return Ending()(result_, sources);
    }

    /// Not inlined: if it were, compilers might keep values of this function in the frame of the
    /// coroutine, which another thread may have destroyed meanwhile.
    [[nodiscard, gnu::noinline]] bool suspend(std::coroutine_handle<> caller,
                                              await::executor_ref executor) {
        wait_.emplace(caller, executor, preferred_, all());
        return wait_->begin();
    }

private:
    [[nodiscard]] all_sources all() noexcept {
        return std::apply([](auto&... source) { return all_sources(source...); }, sources_);
    }

    preference preferred_;
    std::tuple<Sources...>& sources_;
    selected result_{0, status::empty};
    std::optional<coroutine_select<std::remove_reference_t<Sources>...>> wait_;
};

template <class Source>
concept timed = requires(Source& source) {
    source.deadline();
};

/// The sources of a select that a coroutine may await.
template <class Ending, class... Sources>
class select_awaitable {
    static_assert((!timed<Sources> && ...),
                  "a coroutine has no timer: use a token of cancel::source_with_deadline");

public:
    explicit select_awaitable(preference preferred, Sources&&... sources)
        : preferred_(preferred), sources_(std::forward<Sources>(sources)...) {}

    [[nodiscard]] auto operator co_await() && noexcept {
        return select_awaiter<Ending, Sources...>(preferred_, sources_);
    }

private:
    preference preferred_;
    std::tuple<Sources...> sources_;
};

} // namespace tollgate::queue::detail
