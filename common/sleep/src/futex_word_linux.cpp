// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/futex_word_linux.hpp>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <limits>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::sleep {
namespace {

// The call takes a timespec of two longs. A 32-bit system with a 64-bit time needs another call.
static_assert(sizeof(std::time_t) == sizeof(long));
static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

/// Ignores errors, because after each of them the caller checks the word again: the word has
/// changed (EAGAIN), a signal came (EINTR), the deadline has passed (ETIMEDOUT), or the word of a
/// wake does not exist any more (EFAULT).
void futex(const std::atomic<std::uint32_t>* word, int operation, std::uint32_t value,
           const timespec* deadline) noexcept {
    const int before = errno; // a signal handler that wakes must not change it
    ::syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, deadline, nullptr,
              FUTEX_BITSET_MATCH_ANY);
    errno = before;
}

} // namespace

void futex_word::wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    futex(&word, FUTEX_WAIT_BITSET, expected, nullptr);
}

void futex_word::wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                      std::chrono::steady_clock::time_point deadline) noexcept {
    using std::chrono::floor;
    using std::chrono::seconds;
    const auto whole = floor<seconds>(deadline.time_since_epoch());
    // A deadline too late for time_t is cut: the caller checks again.
    constexpr seconds::rep most = std::numeric_limits<std::time_t>::max();
    const timespec until{static_cast<std::time_t>(std::min(whole.count(), most)),
                         static_cast<long>((deadline.time_since_epoch() - whole).count())};
    futex(&word, FUTEX_WAIT_BITSET, expected, &until);
}

void futex_word::wake_one(const std::atomic<std::uint32_t>* word) noexcept {
    futex(word, FUTEX_WAKE, 1, nullptr);
}

} // namespace tollgate::sleep
