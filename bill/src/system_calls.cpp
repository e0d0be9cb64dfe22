// SPDX-License-Identifier: BSL-1.0
#include "system_calls.hpp"

#include "trace/event_counts.h"

#include <algorithm>
#include <iterator>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

struct known_call {
    long number;
    const char* name;
    wait_kind kind;
    unsigned traits;
};

constexpr unsigned on_descriptor = first_argument_is_a_place;
constexpr unsigned polls = no_result_is_in_vain;

// Some architectures lack the older calls.
constexpr known_call known_calls[] = {
    {SYS_futex, "futex", wait_kind::futex, is_futex | no_result_is_in_vain},
    {SYS_nanosleep, "nanosleep", wait_kind::sleep, 0},
    {SYS_clock_nanosleep, "clock_nanosleep", wait_kind::sleep, 0},
    {SYS_epoll_pwait, "epoll_pwait", wait_kind::poll, on_descriptor | polls},
    {SYS_epoll_pwait2, "epoll_pwait2", wait_kind::poll, on_descriptor | polls},
    {SYS_ppoll, "ppoll", wait_kind::poll, polls},
    {SYS_pselect6, "pselect6", wait_kind::poll, polls},
    {SYS_io_uring_enter, "io_uring_enter", wait_kind::poll, on_descriptor},
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, "epoll_wait", wait_kind::poll, on_descriptor | polls},
    {SYS_poll, "poll", wait_kind::poll, polls},
    {SYS_select, "select", wait_kind::poll, polls},
    {SYS_pause, "pause", wait_kind::signal, 0},
    {SYS_alarm, "alarm", wait_kind::other, 0},
#endif
    {SYS_read, "read", wait_kind::other, on_descriptor},
    {SYS_write, "write", wait_kind::other, on_descriptor},
    {SYS_readv, "readv", wait_kind::other, on_descriptor},
    {SYS_writev, "writev", wait_kind::other, on_descriptor},
    {SYS_pread64, "pread64", wait_kind::other, on_descriptor},
    {SYS_pwrite64, "pwrite64", wait_kind::other, on_descriptor},
    {SYS_fsync, "fsync", wait_kind::disk, on_descriptor},
    {SYS_fdatasync, "fdatasync", wait_kind::disk, on_descriptor},
    {SYS_accept, "accept", wait_kind::socket, on_descriptor},
    {SYS_accept4, "accept4", wait_kind::socket, on_descriptor},
    {SYS_connect, "connect", wait_kind::socket, on_descriptor},
    {SYS_recvfrom, "recvfrom", wait_kind::socket, on_descriptor},
    {SYS_recvmsg, "recvmsg", wait_kind::socket, on_descriptor},
    {SYS_recvmmsg, "recvmmsg", wait_kind::socket, on_descriptor},
    {SYS_sendto, "sendto", wait_kind::socket, on_descriptor},
    {SYS_sendmsg, "sendmsg", wait_kind::socket, on_descriptor},
    {SYS_wait4, "wait4", wait_kind::process, 0},
    {SYS_waitid, "waitid", wait_kind::process, 0},
    {SYS_rt_sigtimedwait, "sigtimedwait", wait_kind::signal, 0},
    {SYS_rt_sigsuspend, "sigsuspend", wait_kind::signal, 0},
    {SYS_timerfd_settime, "timerfd_settime", wait_kind::other, 0},
    {SYS_timer_settime, "timer_settime", wait_kind::other, 0},
    {SYS_setitimer, "setitimer", wait_kind::other, 0},
    {SYS_sched_yield, "sched_yield", wait_kind::other, is_yield},
    {SYS_sched_setaffinity, "sched_setaffinity", wait_kind::other, 0},
};

const known_call* find(long number) {
    const auto* const found = std::ranges::find(known_calls, number, &known_call::number);
    return found == std::end(known_calls) ? nullptr : found;
}

} // namespace

wait_kind kind_of_call(long number) {
    const known_call* const call = find(number);
    return call == nullptr ? wait_kind::other : call->kind;
}

bool has_descriptor(long number) {
    return (traits_of_call(number) & on_descriptor) != 0;
}

std::string name_of_call(long number) {
    const known_call* const call = find(number);
    return call == nullptr ? "call " + std::to_string(number) : call->name;
}

std::uint8_t traits_of_call(long number) {
    const known_call* const call = find(number);
    return call == nullptr ? 0 : static_cast<std::uint8_t>(call->traits);
}

} // namespace tollgate::bill
