// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace tollgate::queue_test {

void add_atomic_queue(listing& to) {
    to.lacks("atomic_queue", "libatomic-queue-dev");
    to.lacks("atomic_queue_spsc", "libatomic-queue-dev");
}

} // namespace tollgate::queue_test
