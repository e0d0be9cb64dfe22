// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/standstill.hpp>

#include <tollgate/run/errors.hpp>

#include <cstdio>
#include <cstdlib>

namespace tollgate::bench {

void standstill::look(std::uint64_t moves) {
    still_ = moves == last_ ? still_ + 1 : 0;
    last_ = moves;
    if (still_ >= patience) {
        std::fprintf(stderr,
                     "%snothing moves any more: a message was lost, or nobody was woken for it\n",
                     run::proof_failed.data());
        std::_Exit(EXIT_FAILURE);
    }
}

} // namespace tollgate::bench
