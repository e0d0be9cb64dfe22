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
constexpr std::uint64_t laps_of_a_part = 18'000;

/// Six chains side by side. It must take the same in every build, or two builds would look like two
/// speeds of the machine: where it lies in a line of the cache is worth 15 %, and so are other
/// instructions. So it is written out where it can be. Elsewhere what is computed passes through
/// empty assembly, so that no compiler can put laps together.
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
                 : "i"(laps_of_a_part)
                 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "cc");
#else
    std::uint64_t a = 1;
    std::uint64_t b = 2;
    std::uint64_t c = 3;
    std::uint64_t d = 4;
    std::uint64_t e = 5;
    std::uint64_t f = 6;
    for (std::uint64_t lap = 0; lap < laps_of_a_part; ++lap) {
        a += lap;
        b ^= lap;
        c += 3;
        d ^= 5;
        e += lap;
        f += 7;
        asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    }
#endif
}

/// The cache line that goes from one thread to the other. An even turn is the caller's, an odd one
/// the answering thread's; only the one whose turn it is changes it, but that either may give up.
/// Nothing else is handed over: each change is acquired by the other side's load, and the answering
/// thread is joined before the line ends.
struct alignas(64) shared_line {
    static constexpr std::uint32_t given_up = UINT32_MAX;
    std::atomic<std::uint32_t> turn{0};
    std::atomic<bool> there{false};
};

constexpr std::uint32_t ways_of_a_part = 100;
constexpr std::uint32_t first_ways = 10; // until the line is where it will be
/// For all ways together: two threads that have to share a CPU get it every few ms, each time for
/// one way.
constexpr std::chrono::milliseconds longest{20};

/// Answers each odd number with the even one behind it, until the line is given up.
void answer(shared_line& line, int cpu) {
    try {
        const cpu::affinity_guard here(cpu);
        line.there.store(true, std::memory_order_release);
        line.there.notify_one();
        for (std::uint32_t turn = 1;; turn += 2) {
            std::uint32_t seen = line.turn.load(std::memory_order_acquire);
            while (seen != turn) {
                if (seen == shared_line::given_up) {
                    return;
                }
                seen = line.turn.load(std::memory_order_acquire);
            }
            // The caller may have given up meanwhile, and waits for this thread's end.
            if (!line.turn.compare_exchange_strong(seen, turn + 1, std::memory_order_acq_rel)) {
                return;
            }
        }
    } catch (const std::exception&) { // it cannot be there, or there is no memory
        line.turn.store(shared_line::given_up, std::memory_order_release);
        line.there.store(true, std::memory_order_release);
        line.there.notify_one();
    }
}

/// A thread that answers on the line, which has to outlive it. Made, it is on its CPU or has given
/// up; destroyed, it has ended.
class answering_thread {
public:
    answering_thread(shared_line& line, int cpu)
        : line_(line), thread_([&line, cpu] { answer(line, cpu); }) {
        line_.there.wait(false, std::memory_order_acquire);
    }
    ~answering_thread() {
        line_.turn.store(shared_line::given_up, std::memory_order_release);
        thread_.join();
    }
    answering_thread(const answering_thread&) = delete;
    answering_thread& operator=(const answering_thread&) = delete;

private:
    shared_line& line_;
    std::thread thread_;
};

/// This number of ways there and back; false if there is no answer until then.
bool go(shared_line& line, std::uint32_t& turn, std::uint32_t ways,
        std::chrono::steady_clock::time_point until) {
    constexpr std::uint32_t looks_between_readings = 4096;
    for (const std::uint32_t last = turn + 2 * ways; turn != last; turn += 2) {
        std::uint32_t even = turn;
        if (!line.turn.compare_exchange_strong(even, turn + 1, std::memory_order_acq_rel)) {
            return false;
        }
        std::uint32_t looks = 0;
        while (line.turn.load(std::memory_order_acquire) == turn + 1) {
            if (++looks % looks_between_readings == 0 && std::chrono::steady_clock::now() > until) {
                return false;
            }
        }
    }
    return true;
}

/// What a way takes on this line, in ns; 0 if that cannot be told.
double way_ns(shared_line& line) {
    std::array<double, parts_of_a_loop> lengths{};
    std::uint32_t turn = 0;
    const auto until = std::chrono::steady_clock::now() + longest;
    if (!go(line, turn, first_ways, until)) {
        return 0;
    }
    for (double& length : lengths) {
        const auto before = std::chrono::steady_clock::now();
        if (!go(line, turn, ways_of_a_part, until)) {
            return 0;
        }
        const auto after = std::chrono::steady_clock::now();
        length = std::chrono::duration<double, std::nano>(after - before).count();
    }
    std::sort(lengths.begin(), lengths.end());
    return std::midpoint(lengths[parts_of_a_loop / 2 - 1], lengths[parts_of_a_loop / 2]) /
           (2 * ways_of_a_part);
}

} // namespace

double run_distance_loop(int one, int other) {
    shared_line line;
    try {
        // Made before this thread is moved: a new one inherits where its maker may be.
        const answering_thread peer(line, other);
        const cpu::affinity_guard here(one);
        return way_ns(line);
    } catch (const std::system_error&) {
        return 0; // there is no thread to be had, or the CPU was taken away meanwhile
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
        const cpu::affinity_guard there(cpu);
        return run_reference_loop();
    } catch (const std::system_error&) {
        return {}; // it was taken away meanwhile
    }
}

} // namespace tollgate::measure
