// SPDX-License-Identifier: BSL-1.0
#include "alternatives/boost_sync_bounded.hpp"
#include "queue_table.hpp"

namespace tollgate::queue_test {

void add_boost_thread_queues(queue_table& table) {
    table.add<boost_sync_bounded>({{"boost_sync_bounded"}, {"blocking"}});
}

} // namespace tollgate::queue_test
