// SPDX-License-Identifier: BSL-1.0
#include "alternatives/tbb_bounded.hpp"
#include "queue_table.hpp"

namespace tollgate::queue_test {

void add_tbb_queues(queue_table& table) {
    table.add<tbb_bounded>({{"tbb_bounded"}, {"blocking"}});
}

} // namespace tollgate::queue_test
