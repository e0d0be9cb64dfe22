// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "explorer.hpp"

#include <tollgate/queue/detail/spsc_ring.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>

#include <cstddef>
#include <iostream>

namespace tollgate::queue::orders {

/// Lets a ring do what is written in a call.
template <class Ring>
class ring_subject {
public:
    explicit ring_subject(std::size_t capacity) : ring_(capacity) {}

    void perform(call& made) noexcept {
        switch (made.what) {
        case operation::close:
            ring_.close();
            break;
        case operation::try_push:
        case operation::push:
            made.result = ring_.try_push(made.value);
            break;
        case operation::try_pop:
        case operation::pop:
            made.result = ring_.try_pop([&made](int&& element) { made.value = element; });
            break;
        }
    }

private:
    Ring ring_;
};

/// A ring whose threads keep nothing of what they have read when a call is over, and read nothing
/// twice in succession that is not in a loop.
template <class Ring>
class forgetful_subject : public ring_subject<Ring> {
public:
    using ring_subject<Ring>::ring_subject;
    static constexpr bool keeps_what_it_saw_last = false;
    static constexpr std::size_t circles = 2;
};

/// Its producer keeps the head that it saw, and reads the tail twice to begin with.
template <class Ring>
class mindful_subject : public ring_subject<Ring> {
public:
    using ring_subject<Ring>::ring_subject;
    static constexpr bool keeps_what_it_saw_last = true;
    static constexpr std::size_t circles = 3;
};

using explored_tickets = forgetful_subject<detail::basic_ticket_ring<int, stepped>>;
using explored_spsc = mindful_subject<detail::basic_spsc_ring<int, stepped>>;

template <class Subject>
findings explore(const program& what) {
    findings found = explorer<Subject>(what).explore();
    std::cout << "capacity " << what.capacity << ": " << found.executions << " executions, "
              << found.states << " states, " << found.histories << " histories\n";
    return found;
}

} // namespace tollgate::queue::orders
