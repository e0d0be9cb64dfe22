// SPDX-License-Identifier: BSL-1.0
//
// What tokens cost as long as nobody cancels them.
#include "listing.hpp"

#include "asking.hpp"
#include "creating.hpp"
#include "one_shot.hpp"
#include "registering.hpp"
#include "token_kinds.hpp"
#include "wrapped_wait.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace tollgate::cancel_test {
namespace {

std::string with_policy(std::string_view what, std::string_view token, cancel::policy how) {
    return fmt::format("cancel/{}/impl:tollgate/token:{}/policy:{}", what, token, to_string(how));
}

void add_asking(listing& to) {
    constexpr const char* unit = "asking a token that is not cancelled";
    const std::string floor = "cancel/check/impl:flag";
    to.add_block<flag_asking>(floor, "one acquire load of a flag, and a test", "");
    const auto add = [&]<class Kind>(Kind*) {
        to.add_block<token_asking<Kind>>(
            fmt::format("cancel/check/impl:tollgate/token:{}", Kind::word), unit, floor);
    };
    add(static_cast<standalone_kind*>(nullptr));
    add(static_cast<sourced_kind*>(nullptr));
    add(static_cast<dummy_kind*>(nullptr));
    to.add_block<std_asking>("cancel/check/impl:std", unit, floor);
}

template <inlining Where>
void add_registering(listing& to, std::string_view what) {
    const std::string unit = Where == inlining::in_place
                                 ? "registering and unregistering one handler"
                                 : "the same in a function that is not inlined";
    const std::string reference = fmt::format("cancel/{}/impl:std", what);
    for (const cancel::policy how : all_policies) {
        to.add_block<guard_registering<standalone_kind, Where>>(
            with_policy(what, standalone_kind::word, how), unit, reference, how);
    }
    to.add_block<guard_registering<sourced_kind, Where>>(
        with_policy(what, sourced_kind::word, cancel::policy::adaptive), unit, reference);
    to.add_block<guard_registering<dummy_kind, Where>>(
        fmt::format("cancel/{}/impl:tollgate/token:dummy", what), unit, reference);
    to.add_block<std_registering<Where>>(reference, unit, reference);
}

void add_callbacks(listing& to) {
    constexpr const char* unit = "making a callback, registering and unregistering it";
    const std::string reference = "cancel/register_callback/impl:std";
    for (const cancel::policy how : all_policies) {
        to.add_block<callback_registering<standalone_kind>>(
            with_policy("register_callback", standalone_kind::word, how), unit, reference, how);
    }
    to.add_block<std_registering<inlining::in_place>>(reference, unit, reference);
}

void add_creating(listing& to) {
    constexpr const char* unit = "making one and destroying it";
    const std::string source = "cancel/create/impl:std/token:source";
    const std::string token = "cancel/create/impl:std/token:sourced";
    to.add_block<standalone_creating>("cancel/create/impl:tollgate/token:standalone", unit, source);
    to.add_block<source_creating>("cancel/create/impl:tollgate/token:source", unit, source);
    to.add_block<sourced_creating>("cancel/create/impl:tollgate/token:sourced", unit, token);
    to.add_block<std_source_creating>(source, unit, source);
    to.add_block<std_token_creating>(token, unit, token);
}

void add_one_shots(listing& to) {
    constexpr const char* unit = "a token's life: made, one handler registered and unregistered, "
                                 "destroyed; with its source, if it has one";
    const std::string reference = "cancel/one_shot/impl:std";
    for (const cancel::policy how : all_policies) {
        to.add_block<token_one_shot<standalone_kind>>(
            with_policy("one_shot", standalone_kind::word, how), unit, reference, how);
    }
    for (const cancel::policy how : all_policies) {
        to.add_block<token_one_shot<sourced_kind>>(with_policy("one_shot", sourced_kind::word, how),
                                                   unit, reference, how);
    }
    to.add_block<std_one_shot>(reference, unit, reference);
}

void add_wrapped_waits(listing& to) {
    constexpr const char* unit = "one wait of a condition variable that does nothing";
    const std::string floor = "cancel/wait_overhead/impl:bare";
    for (const cancel::policy how : all_policies) {
        to.add_block<cancellable_wait<standalone_kind>>(
            with_policy("wait_overhead", standalone_kind::word, how), unit, floor, how);
    }
    to.add_block<cancellable_wait<dummy_kind>>("cancel/wait_overhead/impl:tollgate/token:dummy",
                                               unit, floor);
    to.add_block<bare_wait>(floor, unit, floor);
}

} // namespace

void add_costs_of_tokens(listing& to) {
    add_asking(to);
    add_registering<inlining::in_place>(to, "register");
    add_registering<inlining::in_a_function>(to, "register_noinline");
    add_callbacks(to);
    add_creating(to);
    add_one_shots(to);
    add_wrapped_waits(to);
}

} // namespace tollgate::cancel_test
