// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/process.hpp>

#include "child.hpp"

#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

namespace tollgate::posix {

/// With the loader and valgrind, AT_EXECFN is the program that they run. The kernel marks a deleted
/// file.
std::filesystem::path this_program() {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel gives the address as a number
    const auto* const name = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
    std::error_code error;
    std::filesystem::path place = std::filesystem::canonical(name == nullptr ? "" : name, error);
    if (error) {
        constexpr std::string_view gone = " (deleted)";
        std::string marked = std::filesystem::read_symlink("/proc/self/exe", error).string();
        marked.resize(marked.size() - (marked.ends_with(gone) ? gone.size() : 0));
        place = marked;
    }
    return place;
}

std::vector<std::string> paths_to_this_program() {
    // The first path leads to the running file even if another file has its name now.
    return {"/proc/self/exe", this_program()};
}

int open_pipe(int* ends) noexcept {
    return ::pipe2(ends, O_CLOEXEC);
}

std::string_view error_text(int error) noexcept {
    const char* const words = ::strerrordesc_np(error); // strerror may allocate
    return words == nullptr ? "an unknown error" : words;
}

void close_from(int first) noexcept {
    ::closefrom(first); // close_range(2), or a list from /proc on older kernels
}

void adopt_orphans() noexcept {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void end_with_parent(pid_t parent) noexcept {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        std::_Exit(0);
    }
}

pid_t any_child(pid_t except) noexcept {
    const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    std::array<char, 64> text{}; // room for the first two
    const ssize_t got = ::read(file, text.data(), text.size());
    ::close(file);
    const char* const end = text.data() + (got > 0 ? got : 0);
    pid_t first = 0;
    const char* const blank = std::from_chars(text.data(), end, first).ptr;
    pid_t second = 0;
    std::from_chars(blank == end ? end : blank + 1, end, second);
    return first != except ? first : second;
}

} // namespace tollgate::posix
