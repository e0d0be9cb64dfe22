// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/channel_op_status.hpp>
#include <boost/fiber/unbuffered_channel.hpp>

#include <cstdint>

namespace tollgate::fiber_test {

enum class channel_mistake {
    none,
    drops,   ///< a message does not come
    doubles, ///< it comes twice
    damages  ///< another one comes
};

/// Makes its mistake with every tenth message.
template <channel_mistake Made>
class wrong_channel {
public:
    using value_type = long;

    void push(long message) {
        const bool now = ++pushes_ % 10 == 0;
        if (now && Made == channel_mistake::drops) {
            return;
        }
        if (now && Made == channel_mistake::doubles) {
            right_.push(message);
        }
        right_.push(now && Made == channel_mistake::damages ? message + 1 : message);
    }
    boost::fibers::channel_op_status pop(long& message) { return right_.pop(message); }
    void close() { right_.close(); }

private:
    boost::fibers::unbuffered_channel<long> right_;
    std::uint64_t pushes_ = 0;
};

} // namespace tollgate::fiber_test
