// SPDX-License-Identifier: BSL-1.0
#include "alternatives/boost_lockfree.hpp"
#include "queue_table.hpp"

namespace tollgate::queue_test {

void add_boost_lockfree_queues(queue_table& table) {
    table.add_trying<boost_lockfree_spsc>({{"boost_spsc"}, {"spsc"}});
    table.add_trying<boost_lockfree_queue>({{"boost_queue"}, {"blocking"}});
}

} // namespace tollgate::queue_test
