// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/descriptor.hpp>

#include <cstddef>

namespace tollgate::queue_test {

/// An eventfd that counts: `acquire` waits while the count is 0. One system call each, whether
/// somebody waits or not. A signal does not disturb it. Throws std::system_error.
class eventfd_semaphore {
public:
    explicit eventfd_semaphore(std::size_t count);

    void acquire();
    void release();

private:
    measure::descriptor event_;
};

} // namespace tollgate::queue_test
