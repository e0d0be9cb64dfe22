// SPDX-License-Identifier: BSL-1.0
// A few cases of everyday work, each of which can be made slower: after every operation of the case
// that --delay-case names it takes --delay-steps more steps of busy work, about a nanosecond each.
// The same program with and without the delay is a build and its regression, of a known size.
#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

namespace {

namespace cli = tollgate::cli;
namespace measure = tollgate::measure;

/// Each step needs the one before; the compiler cannot know what comes of it.
std::uint64_t busy(std::uint64_t value, std::uint64_t steps) {
    for (std::uint64_t step = 0; step < steps; ++step) {
        value *= 0x9e3779b97f4a7c15;
        asm volatile("" : "+r"(value));
    }
    return value;
}

/// Work is called with a number that it must use, and returns one that depends on what it did: so
/// neither it nor the delay can hide behind the other.
template <class Work>
struct delayed_loop {
    std::uint64_t delay_steps;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Work work;
        std::uint64_t value = 1;
        std::uint64_t done = 0;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.turn(done)) {
            value = busy(work(value), delay_steps);
            ++done;
        }
        meter.add_to(report);
        report.turns = {done + 1};
        return report;
    }
};

struct arithmetic {
    std::uint64_t operator()(std::uint64_t value) const { return busy(value, 100); }
};

struct allocation {
    std::uint64_t operator()(std::uint64_t value) const {
        for (int i = 0; i < 6; ++i) {
            const auto block = std::make_unique_for_overwrite<char[]>(64 + value % 512);
            block[0] = static_cast<char>(value);
            asm volatile("" ::"r"(block.get()) : "memory");
            value += static_cast<unsigned char>(block[0]);
        }
        return value;
    }
};

struct locking {
    std::uint64_t operator()(std::uint64_t value) {
        for (int i = 0; i < 6; ++i) {
            const std::lock_guard held(lock_);
            shared_ += value;
            value = shared_;
        }
        return value;
    }

private:
    std::mutex lock_;
    std::uint64_t shared_ = 0;
};

struct counting {
    std::uint64_t operator()(std::uint64_t value) {
        for (int i = 0; i < 12; ++i) {
            value += shared_.fetch_add(value, std::memory_order_relaxed);
        }
        return value;
    }

private:
    std::atomic<std::uint64_t> shared_{0};
};

struct memory_walk {
    memory_walk() : next_(1 << 15) {
        for (std::size_t i = 0; i < next_.size(); ++i) {
            next_[i] = static_cast<std::uint32_t>((i * 5 + 12'345) % next_.size());
        }
    }
    std::uint64_t operator()(std::uint64_t value) const {
        std::size_t at = value % next_.size();
        for (int i = 0; i < 24; ++i) {
            at = next_[at];
        }
        return value + at;
    }

private:
    std::vector<std::uint32_t> next_;
};

struct sorting {
    std::uint64_t operator()(std::uint64_t value) const {
        std::uint64_t numbers[8];
        for (std::uint64_t& number : numbers) {
            value = value * 6'364'136'223'846'793'005 + 1;
            number = value >> 40;
        }
        std::sort(std::begin(numbers), std::end(numbers));
        return value + numbers[3];
    }
};

constexpr const char* case_names[] = {"arithmetic", "allocation",  "locking",
                                      "counting",   "memory_walk", "sorting"};

void check_name(const std::string& name) {
    if (std::find(std::begin(case_names), std::end(case_names), name) == std::end(case_names)) {
        throw cli::usage_error("--delay-case: '" + name + "' is not a case, see --list");
    }
}

std::uint64_t steps_of(const std::string& text) {
    return cli::parse_whole("--delay-steps", text, {0, 1'000});
}

cli::case_list make_cases(const cli::options& chosen, const tollgate::cpu::topology& /*machine*/) {
    const std::string& wanted = chosen.own.at("delay-case");
    const std::uint64_t steps = steps_of(chosen.own.at("delay-steps"));
    cli::case_list list;
    const auto add = [&]<class Work>(const std::string& name, const char* unit,
                                     std::type_identity<Work> /*what*/) {
        list.cases.push_back(measure::make_case("delayed/" + name, unit, 1, 1,
                                                delayed_loop<Work>{wanted == name ? steps : 0}));
    };
    add("arithmetic", "a hundred multiplications", std::type_identity<arithmetic>{});
    add("allocation", "six blocks of memory, made and freed", std::type_identity<allocation>{});
    add("locking", "a mutex locked six times", std::type_identity<locking>{});
    add("counting", "twelve atomic additions", std::type_identity<counting>{});
    add("memory_walk", "24 dependent loads", std::type_identity<memory_walk>{});
    add("sorting", "eight numbers, made and sorted", std::type_identity<sorting>{});
    return list;
}

} // namespace

int main(int argc, char** argv) {
    cli::program what;
    what.name = "delayed";
    what.question = "Is a case found that takes some per cent longer?";
    what.budget_s = 1;
    what.build = measure::facts_of_this_build();
    what.own = {{"delay-case", "NAME", "allocation", "the case that is delayed", check_name},
                {"delay-steps", "N", "0", "by so many steps an operation, about 1 ns each",
                 [](const std::string& text) { (void)steps_of(text); }}};
    what.cases = make_cases;
    return cli::run_program(argc, argv, what);
}
