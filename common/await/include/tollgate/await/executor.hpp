// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/work.hpp>

#include <concepts>
#include <memory>
#include <type_traits>

namespace tollgate::await {

/// An object that resumes coroutines on threads of its choice. `run_loop` is an executor.
///
///     struct my_executor {
///         void post(tollgate::await::work& unit) noexcept;     // run the unit later
///         bool withdraw(tollgate::await::work& unit) noexcept; // or never
///     };
///
/// - `post` arranges that the unit runs once, later, and on a thread of the executor. `post` must
///   not run the unit itself, and must not wait for a running unit.
/// - `withdraw` takes a posted unit back. If the result is true, the executor has forgotten the
///   unit. The result is false if the unit is not posted, or begins to run. An executor that stops
///   need not run its units, but must be able to withdraw them.
/// - *Threads*: any thread may call both functions.
/// - *Memory order*: all writes before `post` are visible to the unit, and after `withdraw`.
/// - *Lifetime*: the executor must exist until its coroutines have ended, and until all calls of
///   `post` have returned.
template <class Executor>
concept executor = requires(Executor& target, work& unit) {
    requires noexcept(target.post(unit));
    requires noexcept(target.withdraw(unit));
    { target.withdraw(unit) } -> std::same_as<bool>;
};

/// A reference to an executor of any type, which is an executor itself.
///
/// - *Lifetime*: the executor must outlive the reference.
/// - *Cost*: two pointers. Each call is an indirect call.
class executor_ref {
public:
    /// Refers to `target`.
    template <executor Executor>
        requires(!std::same_as<std::remove_const_t<Executor>, executor_ref>)
    // NOLINTNEXTLINE(google-explicit-constructor): it converts like a reference
    executor_ref(Executor& target)
    noexcept : target_(std::addressof(target)), calls_(&calls_of<Executor>) {}

    /// Calls `post` of the executor.
    void post(work& unit) const noexcept { calls_->post(target_, unit); }
    /// Calls `withdraw` of the executor.
    [[nodiscard]] bool withdraw(work& unit) const noexcept {
        return calls_->withdraw(target_, unit);
    }

private:
    struct calls {
        void (*post)(void* target, work& unit) noexcept;
        bool (*withdraw)(void* target, work& unit) noexcept;
    };
    template <class Executor>
    static constexpr calls calls_of{
        [](void* target, work& unit) noexcept { static_cast<Executor*>(target)->post(unit); },
        [](void* target, work& unit) noexcept {
            return static_cast<Executor*>(target)->withdraw(unit);
        }};

    void* target_;
    const calls* calls_;
};

/// A promise type of coroutines that have an executor: `executor()` returns an `executor_ref`, or a
/// reference to an executor.
template <class Promise>
concept has_executor = requires(Promise& promise) {
    { promise.executor() } -> std::convertible_to<executor_ref>;
};

} // namespace tollgate::await
