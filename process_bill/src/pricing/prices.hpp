// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"
#include "statement.hpp"

#include <tollgate/measure/case_key.hpp>
#include <tollgate/report/result.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::bill {

/// What has a price: the CPU time of one event, of all threads that take part.
enum class event : std::uint8_t {
    wake,         ///< a thread waits on a futex and another thread wakes it; by `found`
    wake_eventfd, ///< a wait in read(), ended by a write(); by `found`
    wake_epoll,   ///< a wait in epoll_wait(), ended by a write(); by `found`
    timer,        ///< a wait that a timer ends; by `found`
    call,         ///< a system call that does not wait; by its number
    preemption,   ///< another thread gets the CPU
    migration,    ///< a move to another CPU; by the KiB of data that the thread uses
};

/// One line of the price list: the event, and the case whose CPU time is its price.
struct price_line {
    event what;
    long which;            ///< a `found`, the number of a system call, or KiB
    measure::case_key key; ///< the placement `core` stands for the nearest two CPUs
};

/// The whole list. A new price is a new line.
[[nodiscard]] const std::vector<price_line>& price_lines();

/// The prices of a machine.
class price_list {
public:
    price_list() = default;
    /// The CPU times of the cases of these lines, as far as the run has them. A price is the median
    /// over the passes. Its interval is the one in which the next pass is expected with 95 %: a
    /// bill is of another moment than its prices.
    explicit price_list(const report::result& run);

    [[nodiscard]] bool empty() const { return prices_.empty(); }

    /// The price of an event. If there is none for `which`, the price of the nearest one of the
    /// same event is taken, and none if the event has no price at all. For calls, only the exact
    /// number has a price.
    [[nodiscard]] std::optional<amount> of(event what, long which) const;

    /// The price of a wait of this kind that ended so.
    [[nodiscard]] std::optional<amount> of_wait(wait_kind kind, bool by_timer, found state) const;

private:
    std::map<event, std::map<long, amount>> prices_;
};

} // namespace tollgate::bill
