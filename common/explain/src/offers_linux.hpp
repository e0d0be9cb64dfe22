// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/offer.hpp>

#include <vector>

namespace tollgate::explain {

/// Each adds what is possible of its kind, or says why it is not.

/// What CPUs do when they have nothing to do.
void offer_idling(const setting& where, const std::vector<int>& cpus, offer& all);
/// How the threads of a case are scheduled, and their memory.
void offer_thread_settings(const setting& where, const std::vector<int>& cpus, offer& all);

} // namespace tollgate::explain
