// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/eventfd_sleeper_linux.hpp>

#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <limits>
#include <system_error>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace tollgate::sleep {
namespace {

timespec time_left(std::chrono::steady_clock::duration left) {
    using std::chrono::duration_cast;
    using std::chrono::seconds;
    const auto whole = duration_cast<seconds>(left);
    // A time too long for time_t is cut: the loop then waits again.
    constexpr seconds::rep most = std::numeric_limits<std::time_t>::max();
    return {static_cast<std::time_t>(std::min(whole.count(), most)),
            static_cast<long>((left - whole).count())};
}

} // namespace

eventfd_sleeper::eventfd_sleeper() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_ < 0) {
        throw std::system_error(errno, std::generic_category(), "eventfd");
    }
}

eventfd_sleeper::~eventfd_sleeper() {
    const no_pthread_cancel guard;
    ::close(descriptor_);
}

void eventfd_sleeper::wake() {
    const no_pthread_cancel guard;
    const std::uint64_t permit = 1;
    // EAGAIN: the counter is at its maximum, which is a permit, too.
    while (::write(descriptor_, &permit, sizeof permit) < 0 && errno == EINTR) {
    }
}

bool eventfd_sleeper::take_permit() {
    const no_pthread_cancel guard;
    std::uint64_t permits = 0;
    return ::read(descriptor_, &permits, sizeof permits) == sizeof permits;
}

outcome eventfd_sleeper::sleep_until(clock::time_point deadline) {
    pollfd readable{descriptor_, POLLIN, 0};
    for (clock::time_point now = clock::now();; now = clock::now()) {
        // ppoll takes a time, not a deadline: the loop computes it anew after each signal.
        const timespec left = time_left(std::max(deadline, now) - now);
        const bool forever = deadline == clock::time_point::max();
        const int ready = ::ppoll(&readable, 1, forever ? nullptr : &left, nullptr);
        if (ready < 0 ? errno != EINTR : readable.revents == POLLNVAL) {
            throw std::system_error(ready < 0 ? errno : EBADF, std::generic_category(),
                                    "ppoll on an eventfd");
        }
        if (ready > 0 && take_permit()) {
            return outcome::woken;
        }
        if (clock::now() >= deadline) {
            // A signal may have ended the poll, and a wake may have come since.
            return take_permit() ? outcome::woken : outcome::timeout;
        }
    }
}

} // namespace tollgate::sleep
