// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "watched_word.hpp"
#include <tollgate/testing/scripted_kernel.hpp>

#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/spsc_queue.hpp>
#include <tollgate/queue/unbounded_queue.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <ostream>
#include <string>
#include <utility>

namespace tollgate::queue {

using testing::scripted_time;
using testing::scripted_word;

inline void PrintTo(status value, std::ostream* out) {
    *out << to_string(value);
}

/// The queues of most checks: as they are (plain), on a kernel that follows a script (scripted),
/// and with sleeps that are counted (watched).
struct for_many {
    static constexpr const char* name = "blocking";
    static constexpr bool is_bounded = true;
    static constexpr unsigned threads_a_side = 4;
    template <class T>
    using plain = blocking_queue<T>;
    template <class T>
    using scripted = basic_queue<T, detail::ticket_ring, scripted_word, scripted_time>;
    template <class T>
    using watched = basic_queue<T, detail::ticket_ring, watched_word>;
};

struct for_two {
    static constexpr const char* name = "spsc";
    static constexpr bool is_bounded = true;
    static constexpr unsigned threads_a_side = 1;
    template <class T>
    using plain = spsc_queue<T>;
    template <class T>
    using scripted = basic_queue<T, detail::spsc_ring, scripted_word, scripted_time>;
    template <class T>
    using watched = basic_queue<T, detail::spsc_ring, watched_word>;
};

/// A queue without a capacity, which is made like the others.
template <class Queue>
struct unlimited : Queue {
    explicit unlimited(std::size_t /*capacity*/) {}
};

struct without_limit {
    static constexpr const char* name = "unbounded";
    static constexpr bool is_bounded = false;
    static constexpr unsigned threads_a_side = 4;
    template <class T>
    using plain = unlimited<unbounded_queue<T>>;
    template <class T>
    using scripted = unlimited<basic_queue<T, detail::segment_ring, scripted_word, scripted_time>>;
    template <class T>
    using watched = unlimited<basic_queue<T, detail::segment_ring, watched_word>>;
};

using kinds = ::testing::Types<for_many, for_two, without_limit>;
using bounded_kinds = ::testing::Types<for_many, for_two>;

/// With a timeout, if the queue has such a push.
template <class Queue, class U>
status push_within_an_hour(Queue& tested, U&& element) {
    if constexpr (requires { tested.capacity(); }) {
        return tested.push_for(std::chrono::hours(1), std::forward<U>(element));
    } else {
        return tested.push(std::forward<U>(element));
    }
}

struct kind_name {
    template <class Kind>
    static std::string GetName(int /*index*/) {
        return Kind::name;
    }
};

} // namespace tollgate::queue
