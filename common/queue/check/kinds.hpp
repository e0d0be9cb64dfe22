// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "watched_word.hpp"
#include <tollgate/testing/scripted_kernel.hpp>

#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/spsc_queue.hpp>

#include <gtest/gtest.h>

#include <ostream>
#include <string>

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
    static constexpr unsigned threads_a_side = 1;
    template <class T>
    using plain = spsc_queue<T>;
    template <class T>
    using scripted = basic_queue<T, detail::spsc_ring, scripted_word, scripted_time>;
    template <class T>
    using watched = basic_queue<T, detail::spsc_ring, watched_word>;
};

using kinds = ::testing::Types<for_many, for_two>;

struct kind_name {
    template <class Kind>
    static std::string GetName(int /*index*/) {
        return Kind::name;
    }
};

} // namespace tollgate::queue
