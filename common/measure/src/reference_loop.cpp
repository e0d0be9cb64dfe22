// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/reference_loop.hpp>

#include <tollgate/cpu/affinity.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <numeric>
#include <system_error>
#include <thread>

namespace tollgate::measure {
namespace {

constexpr std::size_t parts_of_a_loop = 10;
constexpr std::uint64_t iterations_of_a_part = 18'000;

/// Six independent chains. The loop must take the same time in every build. Otherwise two builds
/// would seem to be two speeds of the machine: other instructions, or another place in a cache
/// line, change the time by 15 %. So it is written in assembly where that is possible. Elsewhere
/// the results pass through empty assembly, so that no compiler can merge iterations.
[[gnu::noinline, gnu::aligned(64)]] void work() {
#if defined(__x86_64__)
    asm volatile("xor %%ecx, %%ecx\n\t"
                 ".p2align 6\n"
                 "1:\n\t"
                 "add %%rcx, %%rax\n\t"
                 "xor %%rcx, %%rdx\n\t"
                 "add $3, %%rsi\n\t"
                 "xor $5, %%rdi\n\t"
                 "add %%rcx, %%r8\n\t"
                 "add $7, %%r9\n\t"
                 "add $1, %%rcx\n\t"
                 "cmp %0, %%rcx\n\t"
                 "jne 1b"
                 :
                 : "i"(iterations_of_a_part)
                 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "cc");
#else
    std::uint64_t a = 1;
    std::uint64_t b = 2;
    std::uint64_t c = 3;
    std::uint64_t d = 4;
    std::uint64_t e = 5;
    std::uint64_t f = 6;
    for (std::uint64_t i = 0; i < iterations_of_a_part; ++i) {
        a += i;
        b ^= i;
        c += 3;
        d ^= 5;
        e += i;
        f += 7;
        asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    }
#endif
}

/// The cache line that goes to and fro between two threads. The caller increments an even number,
/// and the answering thread an odd one. Either may give up at any time.
///
/// Nothing else is handed over: the other side's load acquires each change, and the answering
/// thread is joined before the line's lifetime ends.
struct alignas(64) shared_line {
    static constexpr std::uint32_t given_up = UINT32_MAX;
    std::atomic<std::uint32_t> number{0};
    std::atomic<bool> is_answering{false}; ///< or has given up
};

constexpr std::uint32_t round_trips_of_a_part = 100;
constexpr std::uint32_t first_round_trips = 10; // until the line is in its final place
/// For all round trips together. Two threads that share a CPU get it in turns of a few ms, for one
/// direction each.
constexpr std::chrono::milliseconds timeout{20};

/// Answers each odd number with the even number after it, until the caller gives up.
void answer(shared_line& line, int cpu) {
    try {
        const cpu::affinity_guard pinned(cpu);
        line.is_answering.store(true, std::memory_order_release);
        line.is_answering.notify_one();
        for (std::uint32_t odd = 1;; odd += 2) {
            std::uint32_t current = line.number.load(std::memory_order_acquire);
            while (current != odd) {
                if (current == shared_line::given_up) {
                    return;
                }
                current = line.number.load(std::memory_order_acquire);
            }
            // The caller may have given up meanwhile, and waits for this thread's end.
            if (!line.number.compare_exchange_strong(current, odd + 1, std::memory_order_acq_rel)) {
                return;
            }
        }
    } catch (const std::exception&) { // it cannot run on this CPU, or there is no memory
        line.number.store(shared_line::given_up, std::memory_order_release);
        line.is_answering.store(true, std::memory_order_release);
        line.is_answering.notify_one();
    }
}

/// A thread that answers on the line, which must outlive it. After the constructor, the thread runs
/// on its CPU or has given up. After the destructor, it has ended.
class answering_thread {
public:
    answering_thread(shared_line& line, int cpu)
        : line_(line), thread_([&line, cpu] { answer(line, cpu); }) {
        line_.is_answering.wait(false, std::memory_order_acquire);
    }
    ~answering_thread() {
        line_.number.store(shared_line::given_up, std::memory_order_release);
        thread_.join();
    }
    answering_thread(const answering_thread&) = delete;
    answering_thread& operator=(const answering_thread&) = delete;

private:
    shared_line& line_;
    std::thread thread_;
};

/// Makes this number of round trips from `even` on; false if an answer is missing at the deadline.
bool make_round_trips(shared_line& line, std::uint32_t& even, std::uint32_t round_trips,
                      std::chrono::steady_clock::time_point deadline) {
    constexpr std::uint32_t loads_between_readings = 4096;
    for (const std::uint32_t last = even + 2 * round_trips; even != last; even += 2) {
        std::uint32_t expected = even;
        if (!line.number.compare_exchange_strong(expected, even + 1, std::memory_order_acq_rel)) {
            return false;
        }
        std::uint32_t loads = 0;
        while (line.number.load(std::memory_order_acquire) == even + 1) {
            if (++loads % loads_between_readings == 0 &&
                std::chrono::steady_clock::now() > deadline) {
                return false;
            }
        }
    }
    return true;
}

/// The latency of this line in one direction, in ns; 0 if an answer is missing.
double latency_ns(shared_line& line) {
    std::array<double, parts_of_a_loop> lengths{};
    std::uint32_t even = 0;
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    if (!make_round_trips(line, even, first_round_trips, deadline)) {
        return 0;
    }
    for (double& length : lengths) {
        const auto before = std::chrono::steady_clock::now();
        if (!make_round_trips(line, even, round_trips_of_a_part, deadline)) {
            return 0;
        }
        const auto after = std::chrono::steady_clock::now();
        length = std::chrono::duration<double, std::nano>(after - before).count();
    }
    std::sort(lengths.begin(), lengths.end());
    return std::midpoint(lengths[parts_of_a_loop / 2 - 1], lengths[parts_of_a_loop / 2]) /
           (2 * round_trips_of_a_part);
}

} // namespace

double run_latency_loop(int own_cpu, int other_cpu) {
    shared_line line;
    try {
        // Started before this thread is moved, because a new thread inherits the CPUs of its
        // creator.
        const answering_thread responder(line, other_cpu);
        const cpu::affinity_guard pinned(own_cpu);
        return latency_ns(line);
    } catch (const std::system_error&) {
        return 0; // there is no thread to give, or the CPU is no longer available
    }
}

reference_time run_reference_loop() {
    std::array<double, parts_of_a_loop> lengths{};
    auto before = std::chrono::steady_clock::now();
    for (double& length : lengths) {
        work();
        const auto after = std::chrono::steady_clock::now();
        length = std::chrono::duration<double, std::nano>(after - before).count();
        before = after;
    }
    std::sort(lengths.begin(), lengths.end());
    return {std::midpoint(lengths[parts_of_a_loop / 2 - 1], lengths[parts_of_a_loop / 2]),
            lengths.front()};
}

reference_time run_reference_loop_on(int cpu) {
    try {
        const cpu::affinity_guard pinned(cpu);
        return run_reference_loop();
    } catch (const std::system_error&) {
        return {}; // the CPU is no longer available
    }
}

} // namespace tollgate::measure
