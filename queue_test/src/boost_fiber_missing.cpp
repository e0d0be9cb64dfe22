// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace tollgate::queue_test {

void add_boost_fiber(listing& to) {
    to.lacks("boost_fiber_buffered", "libboost-fiber-dev");
    to.lacks("boost_fiber_unbuffered", "libboost-fiber-dev");
}

} // namespace tollgate::queue_test
