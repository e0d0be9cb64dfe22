// SPDX-License-Identifier: BSL-1.0
//
// Queues that need nothing but this library, the standard one and the system.
#include "own_queue.hpp"
#include "peers/cached_ring.hpp"
#include "peers/locked_ring.hpp"
#include "queue_table.hpp"

namespace tollgate::queue_test {

void add_own_queues(queue_table& to) {
    to.add<own_blocking>({{"blocking"}, {"blocking"}});
    to.add<own_blocking_deadline>({{"blocking", {{"pop", "deadline"}}}, {"blocking"}});
    to.add<own_blocking_token>({{"blocking", {{"pop", "token"}}}, {"blocking"}});
    to.add<own_spsc>({{"spsc"}, {"blocking"}});
}

void add_locked_queues(queue_table& to) {
    to.add<mutex_condvar>({{"mutex_condvar"}, {"blocking"}});
    to.add<timeout_polling>({{"timeout_polling"}, {"cancellable"}});
    to.add<cancellable>({{"cancellable"}, {"blocking"}});
    to.add_trying<cached_ring>({{"cached_ring"}, {"spsc"}});
}

} // namespace tollgate::queue_test
