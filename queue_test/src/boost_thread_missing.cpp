// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace tollgate::queue_test {

void add_boost_thread(listing& to) {
    to.lacks("boost_sync_bounded", "libboost-thread-dev");
}

} // namespace tollgate::queue_test
