// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/standstill.hpp>

#include <tollgate/run/errors.hpp>

#include <cstdio>
#include <cstdlib>

namespace tollgate::bench {

void standstill::check(std::uint64_t moves) {
    still_ = moves == last_ ? still_ + 1 : 0;
    last_ = moves;
    if (still_ >= most_still) {
        std::fprintf(stderr,
                     "%snothing moves any more: a message was lost, or nobody was woken for it\n",
                     run::self_check_failed.data());
        std::_Exit(EXIT_FAILURE);
    }
}

} // namespace tollgate::bench
