// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/process.hpp>

#include "child.hpp"

#include <cstdint>
#include <cstdio>

#include <fcntl.h>
#include <mach-o/dyld.h>

namespace tollgate::posix {

std::filesystem::path this_program() {
    std::uint32_t length = 0;
    ::_NSGetExecutablePath(nullptr, &length);
    std::string path(length, '\0');
    ::_NSGetExecutablePath(path.data(), &length);
    return path.c_str(); // without the null at its end
}

std::vector<std::string> paths_to_this_program() {
    return {this_program()};
}

int open_pipe(int* ends) noexcept {
    const int failed = ::pipe(ends);
    for (int i = 0; failed == 0 && i < 2; ++i) {
        ::fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return failed;
}

std::string_view error_text(int error) noexcept {
    return error > 0 && error < ::sys_nerr ? ::sys_errlist[error] : "an unknown error";
}

void close_from(int first) noexcept {
    for (int number = first; number < ::getdtablesize(); ++number) {
        ::close(number);
    }
}

void adopt_orphans() noexcept {}
void end_with_parent(pid_t) noexcept {}
pid_t any_child(pid_t) noexcept {
    return 0;
}

} // namespace tollgate::posix
