// SPDX-License-Identifier: BSL-1.0
#include "stall.hpp"

#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace tollgate::queue_test {
namespace {

[[noreturn]] void give_up() {
    std::fputs("testQueue: proof of work failed: nothing moves through a queue any more, nor does "
               "the word to end\n",
               stderr);
    std::_Exit(EXIT_FAILURE);
}

} // namespace

std::uint64_t headway::sum(std::size_t first, std::size_t end) const {
    std::uint64_t all = 0;
    for (std::size_t i = first; i < end; ++i) {
        all += of(i);
    }
    return all;
}

stall::~stall() {
    if (rescued_.valid() &&
        rescued_.wait_for(patience_after_rescue * period_) != std::future_status::ready) {
        give_up();
    }
}

void stall::look(const std::function<void()>& rescue) {
    const std::uint64_t now = of_->sum();
    still_ = now == last_ ? still_ + 1 : 0;
    last_ = now;
    if (!happened_ && still_ >= patience) {
        happened_ = true;
        still_ = 0;
        try {
            rescued_ = std::async(std::launch::async, rescue);
        } catch (const std::system_error&) {
            // No thread is to be had: then nothing helps, and it comes to an end without.
        }
    } else if (happened_ && still_ >= patience_after_rescue) {
        give_up();
    }
}

} // namespace tollgate::queue_test
