// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/standstill.hpp>

#include <cstdio>
#include <cstdlib>

namespace tollgate::bench {

void standstill::look(std::uint64_t moves) {
    still_ = moves == last_ ? still_ + 1 : 0;
    last_ = moves;
    if (still_ >= patience) {
        std::fputs("proof of work failed: nothing moves any more: a message was lost, or nobody "
                   "was woken for it\n",
                   stderr);
        std::_Exit(EXIT_FAILURE);
    }
}

} // namespace tollgate::bench
