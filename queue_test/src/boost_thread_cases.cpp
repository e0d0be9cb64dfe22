// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"
#include "peers/boost_sync_bounded.hpp"

namespace tollgate::queue_test {

void add_boost_thread(listing& to) {
    to.add<boost_sync_bounded>({"boost_sync_bounded", "", "blocking"});
}

} // namespace tollgate::queue_test
