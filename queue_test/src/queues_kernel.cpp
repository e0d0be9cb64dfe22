// SPDX-License-Identifier: BSL-1.0
#include "alternatives/pipe_queue.hpp"
#include "queue_table.hpp"
#if defined(__linux__)
#include "alternatives/eventfd_ring_linux.hpp"
#endif

namespace tollgate::queue_test {

void add_kernel_queues(queue_table& table) {
    table.add<pipe_queue>({{"pipe"}, {"blocking"}});
#if defined(__linux__)
    table.add<eventfd_ring>({{"eventfd_ring"}, {"blocking"}});
#endif
}

} // namespace tollgate::queue_test
