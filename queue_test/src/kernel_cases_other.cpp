// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"
#include "peers/pipe_queue.hpp"

namespace tollgate::queue_test {

void add_kernel(listing& to) {
    to.add<pipe_queue>({"pipe", "", "blocking"});
}

} // namespace tollgate::queue_test
