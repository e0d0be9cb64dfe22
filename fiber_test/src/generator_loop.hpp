// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "boost_coroutine.hpp"
#include "scheduler_thread.hpp"
#include "stack_cache.hpp"

#include <tollgate/measure/hidden.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <coroutine>
#include <cstdint>
#include <memory>
#include <string>

namespace tollgate::fiber_test {

/// The numbers 0, 1, 2 … from a C++20 generator. The least generator is written here, because
/// std::generator is a part of C++23.
class std_numbers {
public:
    explicit std_numbers(const stack_cache& /*stacks*/) : handle_(generate().handle) {}
    ~std_numbers() { handle_.destroy(); }
    std_numbers(const std_numbers&) = delete;
    std_numbers& operator=(const std_numbers&) = delete;

    std::uint64_t next() {
        handle_.resume();
        return handle_.promise().value;
    }

private:
    struct generator {
        struct promise_type {
            std::uint64_t value = 0;

            generator get_return_object() {
                return {std::coroutine_handle<promise_type>::from_promise(*this)};
            }
            static std::suspend_always initial_suspend() noexcept { return {}; }
            static std::suspend_always final_suspend() noexcept { return {}; }
            std::suspend_always yield_value(std::uint64_t number) noexcept {
                value = number;
                return {};
            }
            static void return_void() {}
            [[noreturn]] static void unhandled_exception() { throw; }
        };
        std::coroutine_handle<promise_type> handle;
    };

    static generator generate() {
        for (std::uint64_t number = 0;; ++number) {
            co_yield number;
        }
    }

    std::coroutine_handle<generator::promise_type> handle_;
};

/// The numbers 0, 1, 2 … from a coroutine of Boost.Coroutine2. It computes one number ahead.
class boost_numbers {
public:
    explicit boost_numbers(const stack_cache& stacks)
        : source_(stacks, [](coroutine_type::push_type& yield) {
              for (std::uint64_t number = 0;; ++number) {
                  yield(number);
              }
          }) {}

    std::uint64_t next() {
        const std::uint64_t number = source_.get();
        source_();
        return number;
    }

private:
    using coroutine_type = boost::coroutines2::coroutine<std::uint64_t>;

    coroutine_type::pull_type source_;
};

/// A loop that adds up the numbers of a generator. The compiler does not know which generator it
/// is (`hidden`). Otherwise it could put the generator into the loop, and no resume would remain.
template <class Numbers>
struct generator_loop {
    static constexpr std::uint64_t block = 64; ///< the numbers between two questions to the probe

    std::shared_ptr<scheduler_threads> threads;
    stack_cache stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return threads->timed().run_loop([&](measure::loop_report& report) { run(probe, report); });
    }

private:
    template <class Probe>
    void run(Probe& probe, measure::loop_report& report) const {
        Numbers generator(stacks);
        Numbers& numbers = *measure::hidden(&generator);
        std::uint64_t sum = 0;
        std::uint64_t done = 0;
        const measure::thread_meter meter;
        for (; probe.keep_running(done); ++done) {
            for (std::uint64_t i = 0; i < block; ++i) {
                sum += numbers.next();
            }
        }
        meter.add_to(report);
        report.probe_calls = {done + 1};
        report.units_per_operation = static_cast<double>(block);
        // 0 + 1 + … + (n - 1). The block is even, so n / 2 is exact.
        const std::uint64_t n = done * block;
        const std::uint64_t expected = n / 2 * (n - 1);
        if (sum != expected) {
            report.failures.push_back("the numbers of the generator add up to " +
                                      std::to_string(sum) + " instead of " +
                                      std::to_string(expected));
        }
    }
};

} // namespace tollgate::fiber_test
