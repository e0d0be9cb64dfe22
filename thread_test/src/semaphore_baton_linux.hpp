// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <vector>

#include <semaphore.h>

namespace tollgate::thread_test {

/// A POSIX semaphore for each member. Not std::counting_semaphore: libstdc++ 12 can miss a release
/// and go on sleeping (GCC bug 104928).
class semaphore_baton {
public:
    static constexpr const char* name = "semaphore";
    static constexpr const char* unit = "one hand-off: sem_post to return of sem_wait";

    explicit semaphore_baton(std::size_t members) : semaphores_(members) {}

    void wait(std::size_t member) {
        while (::sem_wait(&semaphores_[member].handle) != 0) {
            if (errno != EINTR) {
                throw std::system_error(errno, std::generic_category(), "sem_wait");
            }
        }
    }

    void pass(std::size_t to) { ::sem_post(&semaphores_[to].handle); }

private:
    struct alignas(64) semaphore {
        sem_t handle;
        semaphore() { ::sem_init(&handle, 0, 0); }
        ~semaphore() { ::sem_destroy(&handle); }
        semaphore(const semaphore&) = delete;
        semaphore& operator=(const semaphore&) = delete;
    };
    std::vector<semaphore> semaphores_;
};

} // namespace tollgate::thread_test
