// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace tollgate::queue_test {

void add_own_channel(listing& to) {
    to.lacks("tollgate_channel", "libboost-fiber-dev");
    to.lacks("tollgate_shared_channel", "libboost-fiber-dev");
}

} // namespace tollgate::queue_test
