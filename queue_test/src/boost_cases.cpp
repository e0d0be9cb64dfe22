// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"
#include "peers/boost_lockfree_queue.hpp"
#include "peers/boost_lockfree_spsc.hpp"

namespace tollgate::queue_test {

void add_boost(listing& to) {
    to.add_trying<boost_lockfree_spsc>({"boost_spsc", "", "spsc"});
    to.add_trying<boost_lockfree_queue>({"boost_queue", "", "blocking"});
}

} // namespace tollgate::queue_test
