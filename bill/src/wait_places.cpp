// SPDX-License-Identifier: BSL-1.0
#include "wait_places.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

struct known_call {
    long number;
    waiting_call call;
};

// Each architecture lacks some calls, and older headers lack the newest.
constexpr known_call known_calls[] = {
    {SYS_futex, {wait_kind::futex, waiting_call::argument::address}},
    {SYS_nanosleep, {wait_kind::sleep, waiting_call::argument::none}},
    {SYS_clock_nanosleep, {wait_kind::sleep, waiting_call::argument::none}},
    {SYS_epoll_pwait, {wait_kind::poll, waiting_call::argument::descriptor}},
    {SYS_ppoll, {wait_kind::poll, waiting_call::argument::none}},
    {SYS_pselect6, {wait_kind::poll, waiting_call::argument::none}},
    {SYS_io_getevents, {wait_kind::poll, waiting_call::argument::none}},
    {SYS_read, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_write, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_readv, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_writev, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_pread64, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_pwrite64, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_preadv, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_pwritev, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_splice, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_tee, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_vmsplice, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_sendfile, {wait_kind::other, waiting_call::argument::descriptor_gives_kind}},
    {SYS_recvfrom, {wait_kind::socket, waiting_call::argument::descriptor}},
    {SYS_recvmsg, {wait_kind::socket, waiting_call::argument::descriptor}},
    {SYS_recvmmsg, {wait_kind::socket, waiting_call::argument::descriptor}},
    {SYS_sendto, {wait_kind::socket, waiting_call::argument::descriptor}},
    {SYS_sendmsg, {wait_kind::socket, waiting_call::argument::descriptor}},
    {SYS_sendmmsg, {wait_kind::socket, waiting_call::argument::descriptor}},
    {SYS_accept, {wait_kind::socket, waiting_call::argument::descriptor}},
    {SYS_accept4, {wait_kind::socket, waiting_call::argument::descriptor}},
    {SYS_connect, {wait_kind::socket, waiting_call::argument::descriptor}},
    {SYS_wait4, {wait_kind::process, waiting_call::argument::none}},
    {SYS_waitid, {wait_kind::process, waiting_call::argument::none}},
    {SYS_clone, {wait_kind::process, waiting_call::argument::none}}, // as vfork
    {SYS_rt_sigsuspend, {wait_kind::signal, waiting_call::argument::none}},
    {SYS_rt_sigtimedwait, {wait_kind::signal, waiting_call::argument::none}},
    {SYS_fsync, {wait_kind::disk, waiting_call::argument::descriptor}},
    {SYS_fdatasync, {wait_kind::disk, waiting_call::argument::descriptor}},
    {SYS_sync_file_range, {wait_kind::disk, waiting_call::argument::descriptor}},
    {SYS_syncfs, {wait_kind::disk, waiting_call::argument::descriptor}},
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, {wait_kind::poll, waiting_call::argument::descriptor}},
#endif
#ifdef SYS_epoll_pwait2
    {SYS_epoll_pwait2, {wait_kind::poll, waiting_call::argument::descriptor}},
#endif
#ifdef SYS_poll
    {SYS_poll, {wait_kind::poll, waiting_call::argument::none}},
#endif
#ifdef SYS_select
    {SYS_select, {wait_kind::poll, waiting_call::argument::none}},
#endif
#ifdef SYS_io_pgetevents
    {SYS_io_pgetevents, {wait_kind::poll, waiting_call::argument::none}},
#endif
#ifdef SYS_io_uring_enter
    {SYS_io_uring_enter, {wait_kind::poll, waiting_call::argument::descriptor}},
#endif
#ifdef SYS_clone3
    {SYS_clone3, {wait_kind::process, waiting_call::argument::none}},
#endif
#ifdef SYS_vfork
    {SYS_vfork, {wait_kind::process, waiting_call::argument::none}},
#endif
#ifdef SYS_pause
    {SYS_pause, {wait_kind::signal, waiting_call::argument::none}},
#endif
#ifdef SYS_futex_waitv
    {SYS_futex_waitv, {wait_kind::futex, waiting_call::argument::address}},
#endif
#ifdef SYS_futex_wait
    {SYS_futex_wait, {wait_kind::futex, waiting_call::argument::address}},
#endif
};

struct prefix {
    std::string_view text;
    wait_kind kind;
};

/// The first prefix that matches decides.
constexpr prefix kernel_functions[] = {
    {"futex_", wait_kind::futex},
    {"do_futex", wait_kind::futex},
    {"hrtimer_nanosleep", wait_kind::sleep},
    {"do_nanosleep", wait_kind::sleep},
    {"common_nsleep", wait_kind::sleep},
    {"ep_poll", wait_kind::poll},
    {"do_epoll_wait", wait_kind::poll},
    {"do_poll", wait_kind::poll},
    {"do_select", wait_kind::poll},
    {"do_sys_poll", wait_kind::poll},
    {"poll_schedule_timeout", wait_kind::poll},
    {"schedule_hrtimeout_range", wait_kind::poll},
    {"io_cqring_wait", wait_kind::poll},
    {"pipe_", wait_kind::pipe},
    {"anon_pipe_", wait_kind::pipe},
    {"eventfd_", wait_kind::pipe},
    {"timerfd_", wait_kind::pipe},
    {"n_tty_", wait_kind::pipe},
    {"tty_", wait_kind::pipe},
    {"sk_", wait_kind::socket},
    {"sock_", wait_kind::socket},
    {"unix_", wait_kind::socket},
    {"inet_", wait_kind::socket},
    {"tcp_", wait_kind::socket},
    {"udp_", wait_kind::socket},
    {"skb_", wait_kind::socket},
    {"__skb_", wait_kind::socket},
    {"do_wait", wait_kind::process},
    {"kernel_wait", wait_kind::process},
    {"do_sigtimedwait", wait_kind::signal},
    {"sigsuspend", wait_kind::signal},
    {"pause", wait_kind::signal},
    {"__do_sys_pause", wait_kind::signal},
    {"__x64_sys_pause", wait_kind::signal},
    {"io_schedule", wait_kind::disk},
    {"folio_wait", wait_kind::disk},
    {"jbd2_", wait_kind::disk},
};

constexpr prefix descriptors[] = {
    {"pipe:", wait_kind::pipe},
    {"socket:", wait_kind::socket},
    {"anon_inode:[eventfd]", wait_kind::pipe},
    {"anon_inode:[timerfd]", wait_kind::pipe},
    {"anon_inode:[signalfd]", wait_kind::signal},
    {"anon_inode:inotify", wait_kind::pipe},
    {"anon_inode:[fanotify]", wait_kind::pipe},
    {"/dev/pts/", wait_kind::pipe},
    {"/dev/tty", wait_kind::pipe},
    {"/dev/ptmx", wait_kind::pipe},
    {"/dev/console", wait_kind::pipe},
    {"/dev/", wait_kind::other},
    {"/", wait_kind::pipe}, // a named pipe; the wait for a disk has a state of its own
};

template <std::size_t Count>
wait_kind kind_by_prefix(const prefix (&prefixes)[Count], std::string_view text) {
    const auto* const found = std::ranges::find_if(
        prefixes, [&](const prefix& known) { return text.starts_with(known.text); });
    return found == std::end(prefixes) ? wait_kind::other : found->kind;
}

} // namespace

std::optional<waiting_call> find_waiting_call(long number) {
    const auto* const found = std::ranges::find(known_calls, number, &known_call::number);
    return found == std::end(known_calls) ? std::nullopt : std::optional(found->call);
}

wait_kind kind_in_kernel(std::string_view function) {
    return kind_by_prefix(kernel_functions, function);
}

wait_kind kind_of_descriptor(std::string_view link) {
    return kind_by_prefix(descriptors, link);
}

} // namespace tollgate::bill
