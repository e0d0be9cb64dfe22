// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "boost_coroutine.hpp"
#include "coroutine.hpp"
#include "scheduler_thread.hpp"
#include "stack_cache.hpp"

#include <tollgate/measure/hidden.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>

#include <coroutine>
#include <cstdint>
#include <memory>
#include <string>

namespace tollgate::fiber_test {

/// The numbers 0, 1, 2 … from a C++20 generator. The least generator is written here, because
/// std::generator is a part of C++23.
class std_numbers {
public:
    explicit std_numbers(const stack_cache& /*stacks*/) : generator_(generate()) {}

    std::uint64_t next() {
        generator_.resume();
        return generator_.promise().value;
    }

private:
    struct number_promise : promise_base<number_promise> {
        std::uint64_t value = 0;

        std::suspend_always yield_value(std::uint64_t number) noexcept {
            value = number;
            return {};
        }
    };

    static coroutine_of<number_promise> generate() {
        for (std::uint64_t number = 0;; ++number) {
            co_yield number;
        }
    }

    coroutine_of<number_promise> generator_;
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
        const std::uint64_t done = measure::repeat_blocks(probe, block, report, [&] {
            for (std::uint64_t i = 0; i < block; ++i) {
                sum += numbers.next();
            }
        });
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
