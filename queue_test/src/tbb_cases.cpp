// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"
#include "peers/tbb_bounded.hpp"

namespace tollgate::queue_test {

void add_tbb(listing& to) {
    to.add<tbb_bounded>({"tbb_bounded", "", "blocking"});
}

} // namespace tollgate::queue_test
