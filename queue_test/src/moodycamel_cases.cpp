// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"
#include "peers/moodycamel_blocking.hpp"
#include "peers/moodycamel_concurrent.hpp"

namespace tollgate::queue_test {

void add_moodycamel(listing& to) {
    to.add<moodycamel_blocking>({"moodycamel_blocking", "", "blocking"});
    to.add_trying<moodycamel_concurrent>({"moodycamel", "", "blocking"});
}

} // namespace tollgate::queue_test
