// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "tollgate_parts.hpp"

/// Both files of the program use all parts, and so have a copy of each inline function.
namespace other_file {

/// Sleeps in the parker until the queue's thread wakes it. Returns the sum of the elements.
int sum_of(tollgate::queue::blocking_queue<int>& elements, tollgate::sleep::parker& done);

/// Whether the deadline of another file's source ends a wait for a silent descriptor.
bool deadline_ends_poll(const tollgate::cancel::token& cancellation, int silent);

} // namespace other_file
