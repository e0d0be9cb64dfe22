// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"
#include "peers/cancellable.hpp"
#include "peers/mutex_condvar.hpp"
#include "peers/timeout_polling.hpp"

namespace tollgate::queue_test {

void add_locked(listing& to) {
    to.add<mutex_condvar>({"mutex_condvar", "", "blocking"});
    to.add<timeout_polling>({"timeout_polling", "", "cancellable"});
    to.add<cancellable>({"cancellable", "", "blocking"});
}

} // namespace tollgate::queue_test
