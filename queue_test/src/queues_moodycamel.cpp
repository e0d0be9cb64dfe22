// SPDX-License-Identifier: BSL-1.0
#include "alternatives/moodycamel.hpp"
#include "queue_table.hpp"

namespace tollgate::queue_test {

void add_moodycamel_queues(queue_table& table) {
    table.add<moodycamel_blocking>({{"moodycamel_blocking"}, {"blocking"}});
    table.add_trying<moodycamel_concurrent>({{"moodycamel"}, {"blocking"}});
}

} // namespace tollgate::queue_test
