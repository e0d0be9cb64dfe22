// SPDX-License-Identifier: BSL-1.0
#include "alternatives/moodycamel.hpp"
#include "queue_table.hpp"

namespace tollgate::queue_test {

template <class Message>
using moodycamel_ones = moodycamel_batches<Message, 1>;
template <class Message>
using moodycamel_usual_batches = moodycamel_batches<Message, usual_batch>;

void add_moodycamel_queues(queue_table& table) {
    table.add<moodycamel_blocking>({{"moodycamel_blocking"}, {"blocking"}});
    table.add<moodycamel_ones>(queue_table::in_batches("moodycamel_blocking", 1));
    table.add<moodycamel_usual_batches>(
        queue_table::in_batches("moodycamel_blocking", usual_batch));
    table.add_trying<moodycamel_concurrent>({{"moodycamel"}, {"blocking"}});
}

} // namespace tollgate::queue_test
