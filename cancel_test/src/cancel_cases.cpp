// SPDX-License-Identifier: BSL-1.0
//
// What it costs to cancel.
#include "listing.hpp"

#include "cancelling_loop.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>

namespace tollgate::cancel_test {
namespace {

/// Making a token, its handler and its guard, and cancelling it, is done in less.
constexpr std::chrono::nanoseconds lasts_per_token{300};
constexpr std::chrono::microseconds lasts_at_least{5};

std::string unit_of(std::uint64_t tokens, beside who) {
    const char* const with = who == beside::spinner ? " while another thread runs" : "";
    return tokens == 1 ? fmt::format("one cancel() of one token with an empty handler{}", with)
                       : fmt::format("one cancel() of {} tokens with an empty handler each{}",
                                     tokens, with);
}

template <class Registered>
void add_cancelling(listing& to, const std::string& name, const std::string& reference,
                    const cancelling_loop<Registered>& loop) {
    const auto tokens = static_cast<std::int64_t>(loop.tokens);
    to.add(measure::make_event_case(
               name, unit_of(loop.tokens, loop.who), 1, loop,
               {lasts_at_least + tokens * lasts_per_token, std::chrono::nanoseconds(0)}),
           reference);
}

void add_cancellations_of(listing& to, std::uint64_t tokens, beside who) {
    const std::string parameters =
        fmt::format("tokens:{}{}", tokens, who == beside::spinner ? "/beside:spinner" : "");
    const std::string reference = fmt::format("cancel/cancel/impl:std/{}", parameters);
    for (const cancel::policy how : all_policies) {
        add_cancelling(
            to, fmt::format("cancel/cancel/impl:tollgate/policy:{}/{}", to_string(how), parameters),
            reference, cancelling_loop<registered_tokens>{tokens, how, who});
    }
    add_cancelling(to, reference, reference,
                   cancelling_loop<registered_callbacks>{tokens, cancel::policy::adaptive, who});
}

} // namespace

void add_cancellations(listing& to) {
    if (!to.chosen.sweep.empty()) {
        for (const std::uint64_t tokens : to.chosen.sweep) {
            add_cancellations_of(to, tokens, beside::sleeper);
        }
        return;
    }
    for (const std::uint64_t tokens : {1, 10, 1000}) {
        add_cancellations_of(to, tokens, beside::sleeper);
    }
    if (to.machine.threads.size() > 1) {
        add_cancellations_of(to, 1, beside::spinner);
    }
}

} // namespace tollgate::cancel_test
