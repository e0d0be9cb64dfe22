// SPDX-License-Identifier: BSL-1.0
#include "system_calls.hpp"

#include "trace/event_counts.h"

#include <algorithm>
#include <iterator>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

using argument = waiting_call::argument;

struct known_call {
    long number;
    const char* name;
    waiting_call waits;
    unsigned counted_as = 0; // bits of call_trait
};

constexpr unsigned polls = no_result_is_in_vain;

// Each architecture lacks some calls, and older headers lack the newest.
constexpr known_call known_calls[] = {
    {SYS_futex, "futex", {wait_kind::futex, argument::address}, is_futex | no_result_is_in_vain},
    {SYS_nanosleep, "nanosleep", {wait_kind::sleep, argument::none}},
    {SYS_clock_nanosleep, "clock_nanosleep", {wait_kind::sleep, argument::none}},
    {SYS_epoll_pwait, "epoll_pwait", {wait_kind::poll, argument::descriptor}, polls},
    {SYS_ppoll, "ppoll", {wait_kind::poll, argument::none}, polls},
    {SYS_pselect6, "pselect6", {wait_kind::poll, argument::none}, polls},
    {SYS_io_getevents, "io_getevents", {wait_kind::poll, argument::none}, 0},
    {SYS_read, "read", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_write, "write", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_readv, "readv", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_writev, "writev", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_pread64, "pread64", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_pwrite64, "pwrite64", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_preadv, "preadv", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_pwritev, "pwritev", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_splice, "splice", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_tee, "tee", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_vmsplice, "vmsplice", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_sendfile, "sendfile", {wait_kind::other, argument::descriptor_gives_kind}, 0},
    {SYS_recvfrom, "recvfrom", {wait_kind::socket, argument::descriptor}, 0},
    {SYS_recvmsg, "recvmsg", {wait_kind::socket, argument::descriptor}, 0},
    {SYS_recvmmsg, "recvmmsg", {wait_kind::socket, argument::descriptor}, 0},
    {SYS_sendto, "sendto", {wait_kind::socket, argument::descriptor}, 0},
    {SYS_sendmsg, "sendmsg", {wait_kind::socket, argument::descriptor}, 0},
    {SYS_sendmmsg, "sendmmsg", {wait_kind::socket, argument::descriptor}, 0},
    {SYS_accept, "accept", {wait_kind::socket, argument::descriptor}, 0},
    {SYS_accept4, "accept4", {wait_kind::socket, argument::descriptor}, 0},
    {SYS_connect, "connect", {wait_kind::socket, argument::descriptor}, 0},
    {SYS_wait4, "wait4", {wait_kind::process, argument::none}, 0},
    {SYS_waitid, "waitid", {wait_kind::process, argument::none}, 0},
    {SYS_clone, "clone", {wait_kind::process, argument::none}, 0},
    {SYS_rt_sigsuspend, "rt_sigsuspend", {wait_kind::signal, argument::none}, 0},
    {SYS_rt_sigtimedwait, "rt_sigtimedwait", {wait_kind::signal, argument::none}, 0},
    {SYS_fsync, "fsync", {wait_kind::disk, argument::descriptor}, 0},
    {SYS_fdatasync, "fdatasync", {wait_kind::disk, argument::descriptor}, 0},
    {SYS_sync_file_range, "sync_file_range", {wait_kind::disk, argument::descriptor}, 0},
    {SYS_syncfs, "syncfs", {wait_kind::disk, argument::descriptor}, 0},
    {SYS_timerfd_settime, "timerfd_settime", {wait_kind::other, argument::none}, 0},
    {SYS_timer_settime, "timer_settime", {wait_kind::other, argument::none}, 0},
    {SYS_setitimer, "setitimer", {wait_kind::other, argument::none}, 0},
    {SYS_sched_setaffinity, "sched_setaffinity", {wait_kind::other, argument::none}, 0},
    {SYS_sched_yield, "sched_yield", {wait_kind::other, argument::none}, is_yield},
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, "epoll_wait", {wait_kind::poll, argument::descriptor}, polls},
#endif
#ifdef SYS_epoll_pwait2
    {SYS_epoll_pwait2, "epoll_pwait2", {wait_kind::poll, argument::descriptor}, polls},
#endif
#ifdef SYS_poll
    {SYS_poll, "poll", {wait_kind::poll, argument::none}, polls},
#endif
#ifdef SYS_select
    {SYS_select, "select", {wait_kind::poll, argument::none}, polls},
#endif
#ifdef SYS_io_pgetevents
    {SYS_io_pgetevents, "io_pgetevents", {wait_kind::poll, argument::none}, 0},
#endif
#ifdef SYS_io_uring_enter
    {SYS_io_uring_enter, "io_uring_enter", {wait_kind::poll, argument::descriptor}, 0},
#endif
#ifdef SYS_clone3
    {SYS_clone3, "clone3", {wait_kind::process, argument::none}, 0},
#endif
#ifdef SYS_vfork
    {SYS_vfork, "vfork", {wait_kind::process, argument::none}, 0},
#endif
#ifdef SYS_pause
    {SYS_pause, "pause", {wait_kind::signal, argument::none}, 0},
#endif
#ifdef SYS_futex_waitv
    {SYS_futex_waitv, "futex_waitv", {wait_kind::futex, argument::address}, 0},
#endif
#ifdef SYS_futex_wait
    {SYS_futex_wait, "futex_wait", {wait_kind::futex, argument::address}, 0},
#endif
};

const known_call* find(long number) {
    const auto* const found = std::ranges::find(known_calls, number, &known_call::number);
    return found == std::end(known_calls) ? nullptr : found;
}

} // namespace

std::optional<waiting_call> find_waiting_call(long number) {
    const known_call* const call = find(number);
    return call == nullptr ? std::nullopt : std::optional(call->waits);
}

wait_kind kind_of_call(long number) {
    const known_call* const call = find(number);
    return call == nullptr ? wait_kind::other : call->waits.kind;
}

std::uint64_t place_of_call(long number, std::uint64_t first_argument) {
    const known_call* const call = find(number);
    if (call == nullptr || call->waits.first == argument::none) {
        return 0;
    }
    return call->waits.first == argument::address ? first_argument & ~std::uint64_t{7}
                                                  : first_argument & UINT32_MAX;
}

std::string name_of_call(long number) {
    const known_call* const call = find(number);
    return call == nullptr ? "system call " + std::to_string(number) : call->name;
}

std::uint8_t traits_of_call(long number) {
    const known_call* const call = find(number);
    if (call == nullptr) {
        return 0;
    }
    const bool has_place = call->waits.first != argument::none;
    return static_cast<std::uint8_t>(call->counted_as |
                                     (has_place ? unsigned{first_argument_is_a_place} : 0U));
}

} // namespace tollgate::bill
