// SPDX-License-Identifier: BSL-1.0
#include "stall.hpp"

#include <cstdio>
#include <cstdlib>

namespace tollgate::queue_test {

std::uint64_t headway::sum(std::size_t first, std::size_t end) const {
    std::uint64_t all = 0;
    for (std::size_t i = first; i < end; ++i) {
        all += of(i);
    }
    return all;
}

void stall::look(const std::function<void()>& rescue) {
    const std::uint64_t now = of_->sum();
    still_ = now == last_ ? still_ + 1 : 0;
    last_ = now;
    if (!happened_ && still_ >= patience) {
        happened_ = true;
        still_ = 0;
        rescue();
    } else if (happened_ && still_ >= patience_after_rescue) {
        std::fputs("testQueue: proof of work failed: nothing moves through a queue any more, nor "
                   "does the word to end\n",
                   stderr);
        std::_Exit(EXIT_FAILURE);
    }
}

} // namespace tollgate::queue_test
