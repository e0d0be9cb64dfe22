// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "listing.hpp"

namespace tollgate::queue_test {

/// Each adds the queues of one origin; a family that is missing from this build says how to get it.
void add_own(listing& to);
void add_locked(listing& to);
void add_boost(listing& to);
void add_boost_thread(listing& to);
void add_own_channel(listing& to);
void add_boost_fiber(listing& to);
void add_tbb(listing& to);
void add_moodycamel(listing& to);
void add_atomic_queue(listing& to);
void add_kernel(listing& to);

} // namespace tollgate::queue_test
