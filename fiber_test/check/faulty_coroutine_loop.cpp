// SPDX-License-Identifier: BSL-1.0
//
// ./testFiber with one case of coroutines, whose loop is correct, or has the mistake that --mistake
// names.
#include "coroutine_create.hpp"
#include "coroutine_resume.hpp"
#include "coroutine_ring.hpp"
#include "generator_loop.hpp"
#include "program.hpp"
#include "scheduler_thread.hpp"

#include <tollgate/testing/faulty_program.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace tollgate::fiber_test {

constexpr std::size_t small_stack = 65'536; // bytes

/// A ring of four in the order 0, 2, 1, 3.
struct wrong_order {
    static std::size_t after(std::size_t self, std::size_t /*members*/) {
        constexpr std::size_t next[] = {2, 3, 1, 0};
        return next[self];
    }
};

/// A ring that leaves out its last member.
struct without_the_last {
    static std::size_t after(std::size_t self, std::size_t members) {
        return next_in_ring::after(self, members - 1);
    }
};

/// Does not resume its coroutine each tenth time.
class idle_counter : public std_counter {
public:
    using std_counter::std_counter;
    void resume() {
        if (++calls_ % 10 != 0) {
            std_counter::resume();
        }
    }

private:
    std::uint64_t calls_ = 0;
};

/// Delivers each tenth number twice.
class doubled_numbers : public std_numbers {
public:
    using std_numbers::std_numbers;
    std::uint64_t next() {
        if (++calls_ % 10 != 0) {
            last_ = std_numbers::next();
        }
        return last_;
    }

private:
    std::uint64_t calls_ = 0;
    std::uint64_t last_ = 0;
};

/// Creates coroutines on the heap, and expects no allocation.
struct unexpected_frame : heap_frame {
    static constexpr std::uint64_t allocations = 0;
};

/// Creates coroutines, and does not run each tenth.
class idle_coroutine {
public:
    static constexpr std::uint64_t allocations = 1;

    void create(coroutine_counts& counts) {
        auto created = counted_coroutine(counts);
        if (++calls_ % 10 != 0) {
            measure::hidden(&created)->resume();
        }
    }

private:
    std::uint64_t calls_ = 0;
};

} // namespace tollgate::fiber_test

namespace {

using namespace tollgate;
using namespace tollgate::fiber_test;

template <class MakeLoop>
tollgate::testing::mistaken_case of_coroutines(const char* mistake, MakeLoop make_loop) {
    return {mistake, [=](const cli::options&) {
                const auto threads =
                    std::make_shared<scheduler_threads>(scheduler::round_robin, std::nullopt);
                return measure::make_case("fiber/coroutine", "one resume", 1, 1,
                                          make_loop(threads));
            }};
}

template <class Successor>
tollgate::testing::mistaken_case ring_of_four(const char* mistake) {
    return of_coroutines(mistake, [](const auto& threads) {
        return coroutine_ring<Successor>{threads, 4};
    });
}

template <class Way>
tollgate::testing::mistaken_case creation(const char* mistake) {
    return of_coroutines(mistake, [](const auto& threads) {
        return coroutine_create<Way>{threads, {}};
    });
}

} // namespace

int main(int argc, char** argv) {
    cli::program description = describe_program();
    description.name = "coroutine_loop";
    const stack_cache stacks(small_stack);
    return cli::run_program(
        argc, argv,
        tollgate::testing::faulty_program(
            description,
            {ring_of_four<next_in_ring>("none"), ring_of_four<wrong_order>("wrong_order"),
             ring_of_four<without_the_last>("without_the_last"),
             of_coroutines("idle_counter",
                           [=](const auto& threads) {
                               return coroutine_resume<idle_counter>{threads, 4, stacks};
                           }),
             of_coroutines("doubled_numbers",
                           [=](const auto& threads) {
                               return generator_loop<doubled_numbers>{threads, stacks};
                           }),
             creation<unexpected_frame>("unexpected_frame"),
             creation<idle_coroutine>("idle_coroutine")}));
}
