// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/offer.hpp>

#include <vector>

namespace tollgate::explain {

// Each function offers the interventions of its kind, or gives the reasons why they are not
// possible.

/// Changes of what idle CPUs do.
void offer_idling(const setting& where, const std::vector<int>& cpus, offer& all);
/// Changes of the scheduling and the memory of a case's threads.
void offer_thread_settings(const setting& where, const std::vector<int>& cpus, offer& all);

} // namespace tollgate::explain
