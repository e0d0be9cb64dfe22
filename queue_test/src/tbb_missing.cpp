// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace tollgate::queue_test {

void add_tbb(listing& to) {
    to.lacks("tbb_bounded", "libtbb-dev");
}

} // namespace tollgate::queue_test
