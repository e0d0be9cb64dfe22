// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/standstill.hpp>

#include <tollgate/run/errors.hpp>

#include <cstdio>
#include <cstdlib>

namespace tollgate::bench {

void standstill::observe(std::uint64_t moves) {
    still_ = moves == last_ ? still_ + 1 : 0;
    last_ = moves;
    if (still_ >= checks_until_stuck) {
        std::fprintf(stderr, "%sno operation ends any more: a message or a wake-up was lost\n",
                     run::self_check_failed.data());
        std::_Exit(EXIT_FAILURE);
    }
}

} // namespace tollgate::bench
