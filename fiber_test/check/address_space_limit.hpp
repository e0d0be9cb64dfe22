// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <sys/resource.h>
#include <unistd.h>

namespace tollgate::fiber_test {

/// While it lives, this process may take only so much more address space than it has. Reads
/// /proc/self/statm.
class address_space_limit {
public:
    explicit address_space_limit(std::uint64_t bytes_more) {
        std::uint64_t pages = 0;
        if (!(std::ifstream("/proc/self/statm") >> pages)) {
            throw std::runtime_error("/proc/self/statm holds no number");
        }
        if (::getrlimit(RLIMIT_AS, &before_) != 0) {
            throw std::system_error(errno, std::generic_category(), "getrlimit(RLIMIT_AS)");
        }
        rlimit now = before_;
        now.rlim_cur = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) + bytes_more;
        if (::setrlimit(RLIMIT_AS, &now) != 0) {
            throw std::system_error(errno, std::generic_category(), "setrlimit(RLIMIT_AS)");
        }
    }
    ~address_space_limit() { ::setrlimit(RLIMIT_AS, &before_); }
    address_space_limit(const address_space_limit&) = delete;
    address_space_limit& operator=(const address_space_limit&) = delete;

private:
    rlimit before_{};
};

} // namespace tollgate::fiber_test
