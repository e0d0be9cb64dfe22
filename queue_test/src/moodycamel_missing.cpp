// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace tollgate::queue_test {

void add_moodycamel(listing& to) {
    to.lacks("moodycamel_blocking", "libconcurrentqueue-dev");
    to.lacks("moodycamel", "libconcurrentqueue-dev");
}

} // namespace tollgate::queue_test
