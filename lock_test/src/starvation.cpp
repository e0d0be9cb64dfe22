// SPDX-License-Identifier: BSL-1.0
#include "starvation.hpp"

namespace tollgate::lock_test {

void starvation::observe(const operation_counts& counted) {
    const std::vector<std::uint64_t> now = counted.of_each();
    if (reason_ || now == last_) { // if no thread moves, no thread keeps the lock from another
        return;
    }
    if (last_.empty()) {
        last_ = now;
        still_.resize(now.size());
        return;
    }
    for (std::size_t thread = 0; thread < now.size(); ++thread) {
        still_[thread] = now[thread] == last_[thread] ? still_[thread] + 1 : 0;
        if (still_[thread] > most_still_) {
            reason_ = thread == 0 ? "the waiting thread starves: the others keep the lock from it"
                                  : "a thread starves: the others keep the lock from it";
            found_.store(true, std::memory_order_relaxed);
        }
    }
    last_ = now;
}

} // namespace tollgate::lock_test
