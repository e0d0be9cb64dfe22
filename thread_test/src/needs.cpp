// SPDX-License-Identifier: BSL-1.0
#include "needs.hpp"

#include <cerrno>
#include <system_error>

#include <sys/resource.h>

namespace tollgate::thread_test {
namespace {

/// Standard streams, libraries that are being loaded, files of /proc that stay open.
constexpr std::size_t others = 64;

rlimit current_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        throw std::system_error(errno, std::generic_category(), "getrlimit(RLIMIT_NOFILE)");
    }
    return limit;
}

} // namespace

std::optional<std::string> too_many_files(std::size_t files) {
    const rlimit limit = current_limit();
    if (limit.rlim_max == RLIM_INFINITY || files + others <= limit.rlim_max) {
        return std::nullopt;
    }
    return std::to_string(files + others) + " open files needed, " +
           std::to_string(limit.rlim_max) + " allowed (ulimit -Hn)";
}

void raise_file_limit(std::size_t files) {
    rlimit limit = current_limit();
    if (limit.rlim_cur == RLIM_INFINITY || files + others <= limit.rlim_cur) {
        return;
    }
    limit.rlim_cur = files + others;
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) {
        throw std::system_error(errno, std::generic_category(), "setrlimit(RLIMIT_NOFILE)");
    }
}

} // namespace tollgate::thread_test
