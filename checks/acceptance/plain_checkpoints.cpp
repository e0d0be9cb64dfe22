// SPDX-License-Identifier: BSL-1.0
// A judge for ./testLiveness: checkpoints in a plain loop between two readings of the clock. Both
// use the component liveness, which is under test; the judge shares no measuring code.
//
//   plain_checkpoints TIMES     prints ns per checkpoint
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    const long times = argc > 1 ? std::atol(argv[1]) : 100'000'000;
    const tollgate::liveness::watched_scope watched("judge", 1);
    const auto start = std::chrono::steady_clock::now();
    for (long i = 0; i < times; ++i) {
        tollgate::liveness::checkpoint(static_cast<std::uint32_t>(i));
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    std::printf("%.4f\n", took.count() / static_cast<double>(times));
}
