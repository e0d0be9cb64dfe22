// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/task_group.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_thread_group.hpp>
#include <tollgate/posix/start_thread.hpp>

#include <cstdint>
#include <future>
#include <string>
#include <utility>

namespace tollgate::thread_test {

/// A task of std::async with a thread of its own.
class async_thread {
public:
    template <class Function>
    explicit async_thread(Function function)
        : task_(std::async(std::launch::async, std::move(function))) {}
    void join() { task_.get(); }

private:
    std::future<void> task_;
};

/// The only child of a new group.
class child_thread {
public:
    template <class Function>
    explicit child_thread(Function function) {
        group_.start(std::move(function));
    }
    void join() { group_.wait(); }

private:
    cancel::task_group group_;
};

/// Threads that are created, run and joined one after the other. `Thread` is std::thread,
/// std::jthread or a class above. A created thread may use the same CPUs as its creator.
///
/// start_thread returns the object of the constructor of `Thread`, and only adds a text to an
/// exception. So it costs as much as the constructor.
template <class Thread>
struct create_join {
    cpu::assignment where;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return measure::run_thread_group(
            {{[&probe](measure::loop_member& creator) { create(probe, creator.report); },
              where.cpu_of(0)}});
    }

private:
    template <class Probe>
    static void create(Probe& probe, measure::loop_report& report) {
        std::uint64_t ran = 0; // plain: each join makes the count of its thread visible
        std::uint64_t created = 0;
        for (; probe.keep_running(created); ++created) {
            Thread thread = posix::start_thread<Thread>([&ran] { ++ran; });
            thread.join();
        }
        report.probe_calls = {created + 1};
        if (ran != created) {
            report.failures.push_back(std::to_string(created) + " threads were created, " +
                                      std::to_string(ran) + " ran");
        }
    }
};

} // namespace tollgate::thread_test
