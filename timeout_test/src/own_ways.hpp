// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "receive_parts.hpp"

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/shared_channel.hpp>

#include <boost/fiber/operations.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tollgate::timeout_test {

/// Receives from this library's channels, one for each group. `always_inline` is what a compiler
/// does anyway with the one call of a loop.
template <class Popped>
[[nodiscard, gnu::always_inline]] inline bool accept(Popped got, std::uint64_t& message) {
    if (!got) {
        return false;
    }
    message = *got;
    return true;
}

template <class Channel>
class plain_receiver {
public:
    explicit plain_receiver(Channel& from) : from_(from) {}
    bool once(std::uint64_t& message) { return accept(from_.pop(), message); }

private:
    Channel& from_;
};

template <class Channel>
class timeout_receiver {
public:
    explicit timeout_receiver(Channel& from) : from_(from) {}
    bool once(std::uint64_t& message) { return accept(from_.pop_for(never_fires), message); }

private:
    Channel& from_;
};

template <class Channel>
class sleep_receiver {
public:
    explicit sleep_receiver(Channel& from) : from_(from) {}
    bool once(std::uint64_t& message) {
        typename Channel::alarm silence(never_fires);
        return accept(from_.pop_until(silence), message);
    }

private:
    Channel& from_;
};

template <class Channel>
class reused_sleep_receiver {
public:
    explicit reused_sleep_receiver(Channel& from) : from_(from) {}
    bool once(std::uint64_t& message) {
        silence_.restart();
        return accept(from_.pop_until(silence_), message);
    }

private:
    Channel& from_;
    typename Channel::alarm silence_{never_fires};
};

template <class Channel>
class reused_boxed_sleep_receiver {
public:
    explicit reused_boxed_sleep_receiver(Channel& from) : from_(from) {}
    bool once(std::uint64_t& message) {
        silence_->restart();
        return accept(from_.pop_until(*silence_), message);
    }

private:
    using alarm = typename Channel::alarm;

    Channel& from_;
    std::unique_ptr<alarm> silence_ = std::make_unique<alarm>(never_fires);
};

template <class Channel>
class deferred_receiver {
public:
    explicit deferred_receiver(Channel& from) : from_(from) {}
    bool once(std::uint64_t& message) {
        return accept(from_.pop_for(fiber::deferred(never_fires)), message);
    }

private:
    Channel& from_;
};

/// A channel of this library, its scheduler, and a way to receive.
template <class Channel, template <class> class Receiver>
struct own_way {
    using channel = Channel;
    using receiver = Receiver<Channel>;

    [[nodiscard]] static std::shared_ptr<channel> make() { return std::make_shared<channel>(1); }
    static void schedule() {
        boost::fibers::use_scheduling_algorithm<
            fiber::basic_round_robin<typename Channel::clock>>();
    }
};

template <class Clock>
using fiber_channel = fiber::channel<std::uint64_t, Clock>;
template <class Clock>
using thread_channel = fiber::shared_channel<std::uint64_t, Clock>;

} // namespace tollgate::timeout_test
