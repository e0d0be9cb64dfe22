// SPDX-License-Identifier: BSL-1.0
#include "alternatives/atomic_queue.hpp"
#include "queue_table.hpp"

namespace tollgate::queue_test {

void add_atomic_queue_queues(queue_table& table) {
    table.add_trying<atomic_queue_mpmc>({{"atomic_queue"}, {"blocking"}});
    table.add_trying<atomic_queue_spsc>({{"atomic_queue_spsc"}, {"spsc"}});
}

} // namespace tollgate::queue_test
