// SPDX-License-Identifier: BSL-1.0
#include "wait_places.hpp"

#include <algorithm>
#include <iterator>

namespace tollgate::bill {
namespace {

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
    {"fifo:", wait_kind::pipe},
    {"/", wait_kind::disk},
};

template <std::size_t Count>
wait_kind kind_by_prefix(const prefix (&prefixes)[Count], std::string_view text) {
    const auto* const found = std::ranges::find_if(
        prefixes, [&](const prefix& known) { return text.starts_with(known.text); });
    return found == std::end(prefixes) ? wait_kind::other : found->kind;
}

} // namespace

wait_kind kind_in_kernel(std::string_view function) {
    return kind_by_prefix(kernel_functions, function);
}

wait_kind kind_of_descriptor(std::string_view link) {
    return kind_by_prefix(descriptors, link);
}

} // namespace tollgate::bill
