// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <array>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tollgate::bill::planted {

void locked_call(version which) {
    constexpr int rounds = 40'000;
    std::mutex mutex;
    std::uint64_t total = 0;
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i) {
        writers.emplace_back([&] {
            pthread_setname_np(pthread_self(), "writer");
            const int file = memfd_create("planted", MFD_CLOEXEC);
            std::array<char, 32'768> block{};
            for (int round = 0; round < rounds; ++round) {
                work_us(5);
                if (which == version::mended) {
                    (void)!pwrite(file, block.data(), block.size(), 0);
                }
                const std::lock_guard lock(mutex);
                ++total;
                if (which == version::wasteful) {
                    (void)!pwrite(file, block.data(), block.size(), 0);
                }
            }
            close(file);
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
}

} // namespace tollgate::bill::planted
