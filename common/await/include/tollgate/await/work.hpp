// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::await {

/// A unit of work, which an executor runs once for each time that it is posted. A waiting coroutine
/// contains such a unit: the unit resumes the coroutine.
///
///     struct greeting : tollgate::await::work {
///         greeting() : work([](tollgate::await::work&) noexcept { std::puts("hello"); }) {}
///     };
///
/// - *Threads*: the executor runs the unit. All writes before the post are visible to the unit.
/// - *Lifetime*: a unit that is posted must exist until it runs or is withdrawn. A running unit may
///   destroy itself.
/// - *Exceptions*: the function of a unit must not throw.
/// - *Cost*: three pointers. An executor needs no memory for its list of units.
class work {
public:
    work(const work&) = delete;
    work& operator=(const work&) = delete;

    /// Runs the unit. Only an executor calls this function, after it has taken the unit out of its
    /// list. Afterwards the executor must not access the unit.
    void run() noexcept { function_(*this); }

protected:
    /// Makes a unit that is not posted. `function` gets this unit.
    explicit work(void (*function)(work&) noexcept) noexcept : function_(function) {}
    ~work() = default;

private:
    friend class work_list;

    void (*function_)(work&) noexcept;
    work* next_ = nullptr;
    work* previous_ = nullptr; ///< the unit itself if it is the first of a list; null outside lists
};

} // namespace tollgate::await
