// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"
#include "peers/eventfd_ring_linux.hpp"
#include "peers/pipe_queue.hpp"

namespace tollgate::queue_test {

void add_kernel(listing& to) {
    to.add<pipe_queue>({"pipe", "", "blocking"});
    to.add<eventfd_ring>({"eventfd_ring", "", "blocking"});
}

} // namespace tollgate::queue_test
