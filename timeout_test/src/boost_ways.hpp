// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "program.hpp"
#include "receive_parts.hpp"

#include <tollgate/fiber/round_robin.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/buffered_channel.hpp>
#include <boost/fiber/operations.hpp>
#include <boost/fiber/unbuffered_channel.hpp>

#include <cstdint>
#include <memory>

namespace tollgate::timeout_test {

/// Receives without a timeout, or with a timeout for each receive.
template <class Channel, group Group>
class boost_receiver {
public:
    explicit boost_receiver(Channel& from) : from_(from) {}
    bool once(std::uint64_t& message) {
        return is_done(Group == group::baseline ? from_.pop(message)
                                                : from_.pop_wait_for(message, never_fires));
    }

private:
    Channel& from_;
};

/// A ring of two slots, of which one stays free: it keeps one message.
struct boost_buffered {
    using channel = boost::fibers::buffered_channel<std::uint64_t>;
    [[nodiscard]] static std::shared_ptr<channel> make() { return std::make_shared<channel>(2); }
};

/// It keeps no message: a push waits for its pop.
struct boost_unbuffered {
    using channel = boost::fibers::unbuffered_channel<std::uint64_t>;
    [[nodiscard]] static std::shared_ptr<channel> make() { return std::make_shared<channel>(); }
};

using boost_scheduler = boost::fibers::algo::round_robin;
using own_scheduler = fiber::round_robin;

/// A channel of Boost, a scheduler, and a receiver. Boost has no timer that a receive could take in
/// place of a timeout, and no timer that you move while it is armed.
template <class Kind, class Scheduler, group Group>
struct boost_way {
    using channel = typename Kind::channel;
    using receiver = boost_receiver<channel, Group>;

    [[nodiscard]] static std::shared_ptr<channel> make() { return Kind::make(); }
    static void schedule() { boost::fibers::use_scheduling_algorithm<Scheduler>(); }
};

} // namespace tollgate::timeout_test
