// SPDX-License-Identifier: BSL-1.0
// A few cases of everyday work, each of which can be made slower by a known share. An operation is
// 40 pieces of one kind of work. The case that --delay-case names does --delay-pieces more of them:
// 2 are 5 %. This needs no calibration, and no processor can hide more of the same work behind the
// rest. The program without and with the delay stands for a build and its regression.
#include <tollgate/cli/number.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/run/errors.hpp>

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
namespace run = tollgate::run;
namespace measure = tollgate::measure;

constexpr std::uint64_t pieces_per_operation = 40;

template <class Work>
struct loop_of {
    std::uint64_t pieces;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Work work;
        std::uint64_t value = 1;
        std::uint64_t done = 0;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.keep_running(done)) {
            for (std::uint64_t piece = 0; piece < pieces; ++piece) {
                value = work(value);
                // The result is not used, but the compiler must not know this.
                asm volatile("" : "+r"(value));
            }
            ++done;
        }
        meter.add_to(report);
        report.probe_calls = {done + 1};
        return report;
    }
};

struct arithmetic {
    std::uint64_t operator()(std::uint64_t value) const {
        for (int i = 0; i < 8; ++i) {
            value = value * 6'364'136'223'846'793'005 + 1;
        }
        return value;
    }
};

struct allocation {
    std::uint64_t operator()(std::uint64_t value) const {
        const auto block = std::make_unique_for_overwrite<char[]>(64 + value % 512);
        block[0] = static_cast<char>(value);
        asm volatile("" ::"r"(block.get()) : "memory");
        return value + static_cast<unsigned char>(block[0]) + 1;
    }
};

struct locking {
    std::uint64_t operator()(std::uint64_t value) {
        const std::lock_guard held(lock_);
        return shared_ += value;
    }

private:
    std::mutex lock_;
    std::uint64_t shared_ = 0;
};

struct counting {
    std::uint64_t operator()(std::uint64_t value) {
        return value + shared_.fetch_add(value, std::memory_order_relaxed);
    }

private:
    std::atomic<std::uint64_t> shared_{0};
};

/// Follows indices through 128 KiB, more than a first-level cache holds.
struct memory_walk {
    memory_walk() : next_(std::size_t{1} << 15) {
        for (std::size_t i = 0; i < next_.size(); ++i) {
            next_[i] = static_cast<std::uint32_t>((i * 5 + 12'345) % next_.size());
        }
    }
    std::uint64_t operator()(std::uint64_t value) const { return next_[value % next_.size()]; }

private:
    std::vector<std::uint32_t> next_;
};

struct sorting {
    std::uint64_t operator()(std::uint64_t value) const {
        std::uint64_t numbers[6];
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
        throw run::usage_error("--delay-case: '" + name + "' is not a case, see --list");
    }
}

std::uint64_t delay_of(const std::string& text) {
    return cli::parse_whole("--delay-pieces", text, {0, 1'000});
}

run::case_list make_cases(const cli::options& chosen, const tollgate::cpu::topology& /*machine*/) {
    const std::string& delayed = chosen.own.at("delay-case");
    const std::uint64_t delay = delay_of(chosen.own.at("delay-pieces"));
    run::case_list list;
    const auto add = [&]<class Work>(const std::string& name, const char* unit,
                                     std::type_identity<Work> /*work*/) {
        const std::uint64_t pieces = pieces_per_operation + (name == delayed ? delay : 0);
        list.cases.push_back(
            measure::make_case("delayed/" + name, unit, 1, 1, loop_of<Work>{pieces}));
    };
    add("arithmetic", "320 multiplications", std::type_identity<arithmetic>{});
    add("allocation", "40 blocks of memory, allocated and freed", std::type_identity<allocation>{});
    add("locking", "a mutex locked 40 times", std::type_identity<locking>{});
    add("counting", "40 atomic additions", std::type_identity<counting>{});
    add("memory_walk", "40 dependent loads", std::type_identity<memory_walk>{});
    add("sorting", "6 numbers sorted, 40 times", std::type_identity<sorting>{});
    return list;
}

} // namespace

int main(int argc, char** argv) {
    cli::program description;
    description.name = "delayed";
    description.question = "Does a comparison find a case that takes some per cent longer?";
    description.budget_s = 1;
    description.build = tollgate::environment::facts_of_this_build();
    description.own = {{"delay-case", "NAME", "allocation", "the case that is delayed", check_name},
                       {"delay-pieces", "N", "0", "the delay, in fortieths of an operation",
                        [](const std::string& text) { (void)delay_of(text); }}};
    description.cases = make_cases;
    return cli::run_program(argc, argv, description);
}
