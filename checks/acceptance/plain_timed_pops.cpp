// SPDX-License-Identifier: BSL-1.0
// A judge for ./testTimeout: two fibers and a Boost channel that holds one message, with a timeout
// of 10 s on each pop, between two readings of the clock. It shares no code with the program.
//
//   plain_timed_pops TIMES     prints ns per message
#include <boost/fiber/buffered_channel.hpp>
#include <boost/fiber/fiber.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    const long times = argc > 1 ? std::atol(argv[1]) : 1'000'000;
    boost::fibers::buffered_channel<long> through(2);
    long sum = 0;
    const auto start = std::chrono::steady_clock::now();
    boost::fibers::fiber receiver([&] {
        for (long i = 0; i < times; ++i) {
            long message = 0;
            if (through.pop_wait_for(message, std::chrono::seconds(10)) !=
                boost::fibers::channel_op_status::success) {
                std::abort();
            }
            sum += message;
        }
    });
    boost::fibers::fiber sender([&] {
        for (long i = 0; i < times; ++i) {
            through.push(i);
        }
    });
    receiver.join();
    sender.join();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    if (sum != times * (times - 1) / 2) {
        return 1;
    }
    std::printf("%.4f\n", took.count() / static_cast<double>(times));
}
