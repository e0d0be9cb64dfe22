// SPDX-License-Identifier: BSL-1.0
#include "parts_in_two_files.hpp"

#include <array>
#include <chrono>

#include <poll.h>

namespace cancel = tollgate::cancel;
namespace queue = tollgate::queue;

namespace other_file {

int sum_of(queue::blocking_queue<int>& elements, tollgate::sleep::parker& done) {
    int sum = 0;
    const cancel::thread taker([&](const cancel::token& cancellation) {
        while (const auto element = elements.pop(cancellation)) {
            sum += *element;
        }
        done.wake();
    });
    done.sleep();
    return sum;
}

bool deadline_ends_poll(const cancel::token& cancellation, int silent) {
    std::array descriptors{pollfd{silent, POLLIN, 0}};
    return cancel::poll(descriptors, std::chrono::hours(1), cancellation) ==
           cancel::wait_status::cancelled;
}

} // namespace other_file
