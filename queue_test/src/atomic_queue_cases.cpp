// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"
#include "peers/atomic_queue_mpmc.hpp"
#include "peers/atomic_queue_spsc.hpp"

namespace tollgate::queue_test {

void add_atomic_queue(listing& to) {
    to.add_trying<atomic_queue_mpmc>({"atomic_queue", "", "blocking"});
    to.add_trying<atomic_queue_spsc>({"atomic_queue_spsc", "", "spsc"});
}

} // namespace tollgate::queue_test
