// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/counted_proofs.hpp>
#include <tollgate/explain/offer.hpp>

#include <string>
#include <vector>

namespace tollgate::explain {

/// One function for each kind of intervention. It adds what is possible, or says why it is not.
void offer_busy_cpus(const setting& where, const std::vector<int>& cpus, offer& all);
void offer_shallow_idle(const setting& where, offer& all);
void offer_halt_polling(const setting& where, offer& all);
void offer_policies(const setting& where, const std::vector<int>& cpus, offer& all);
void offer_nice_value(const setting& where, offer& all);
void offer_timer_slack(const setting& where, offer& all);
void offer_locked_memory(const setting& where, offer& all);
void offer_places(const setting& where, const std::vector<int>& cpus, offer& all);
void offer_ways(const setting& where, offer& all);
void offer_clocks(const setting& where, offer& all);

} // namespace tollgate::explain
