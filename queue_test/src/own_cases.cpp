// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"
#include "own_queue.hpp"

namespace tollgate::queue_test {

void add_own(listing& to) {
    to.add<own_blocking>({"blocking", "", "blocking"});
    to.add<own_blocking_deadline>({"blocking", "/pop:deadline", "blocking"});
    to.add<own_blocking_token>({"blocking", "/pop:token", "blocking"});
    to.add<own_spsc>({"spsc", "", "blocking"});
}

} // namespace tollgate::queue_test
