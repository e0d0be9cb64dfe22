// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "boost_coroutine.hpp"
#include "coroutine.hpp"
#include "scheduler_thread.hpp"

#include <tollgate/measure/hidden.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>

#include <boost/context/pooled_fixedsize_stack.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>

namespace tollgate::fiber_test {

/// The counts of coroutines and of their frames.
struct coroutine_counts {
    std::uint64_t allocations = 0; ///< of frames
    std::uint64_t ran = 0;
};

/// The promise of a C++20 coroutine that counts the allocation of its frame.
struct counting_promise : promise_base<counting_promise> {
    /// Gets the arguments of the coroutine.
    static void* operator new(std::size_t size, coroutine_counts& counts) {
        ++counts.allocations;
        return ::operator new(size);
    }
    static void operator delete(void* frame) { ::operator delete(frame); }
};

/// A coroutine that counts itself. `used` keeps the compiler from adding up the counts of several
/// coroutines.
inline coroutine_of<counting_promise> counted_coroutine(coroutine_counts& counts) {
    ++counts.ran;
    measure::used();
    co_return;
}

/// A coroutine that its creator hands to other code, such as a scheduler. So its frame is on the
/// heap, and to run it and to destroy it are indirect calls.
struct heap_frame {
    static constexpr std::uint64_t allocations = 1; ///< of a coroutine
    static void create(coroutine_counts& counts) {
        auto created = counted_coroutine(counts);
        measure::hidden(&created)->resume();
    }
};

/// A coroutine that lives in one function. A compiler may put its frame on the stack of that
/// function. The count of allocations shows whether the compiler did this.
struct elided_frame {
    static constexpr std::uint64_t allocations = 0;
    static void create(coroutine_counts& counts) {
        auto created = counted_coroutine(counts);
        created.resume();
    }
};

/// A coroutine of Boost.Coroutine2, with a stack from a pool. It allocates no frame.
class boost_stack {
public:
    explicit boost_stack(std::size_t stack_size) : stacks_(stack_size) {}
    void create(coroutine_counts& counts) {
        boost::coroutines2::coroutine<void>::push_type created(
            stacks_, [&counts](boost::coroutines2::coroutine<void>::pull_type&) { ++counts.ran; });
        created();
    }

private:
    boost::context::pooled_fixedsize_stack stacks_;
};

inline constexpr std::uint64_t coroutines_of_a_block = 64;

/// Creates, runs and destroys coroutines, one after the other. Not inlined, so that a trial and the
/// measured loop run the same machine code.
template <class Way>
[[gnu::noinline]] void create_block(Way& way, coroutine_counts& counts) {
    for (std::uint64_t i = 0; i < coroutines_of_a_block; ++i) {
        way.create(counts);
    }
}

/// The loop that creates coroutines. It asks the probe once in a block.
template <class Way>
struct coroutine_create {
    std::shared_ptr<scheduler_threads> threads;
    Way way;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return threads->timed().run_loop([&](measure::loop_report& report) { run(probe, report); });
    }

private:
    template <class Probe>
    void run(Probe& probe, measure::loop_report& report) const {
        Way own_way = way;
        coroutine_counts counts;
        const std::uint64_t done = measure::repeat_blocks(probe, coroutines_of_a_block, report,
                                                          [&] { create_block(own_way, counts); });
        expect(counts.ran, done * coroutines_of_a_block, "coroutines ran", report);
        if constexpr (requires { Way::allocations; }) {
            expect(counts.allocations, done * coroutines_of_a_block * Way::allocations,
                   "frames were allocated", report);
        }
    }

    static void expect(std::uint64_t counted, std::uint64_t due, const char* what_happened,
                       measure::loop_report& report) {
        if (counted != due) {
            report.failures.push_back(std::to_string(counted) + " " + what_happened +
                                      " instead of " + std::to_string(due));
        }
    }
};

} // namespace tollgate::fiber_test
