// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"
#include "registering.hpp"
#include "token_kinds.hpp"
#include "token_subjects.hpp"
#include "wrapped_wait.hpp"

#include <tollgate/cancel/policy.hpp>

#include <string_view>

namespace tollgate::cancel_test {
namespace {

using measure::case_key;

/// Ours with this kind of token.
case_key ours(std::string_view what, std::string_view token) {
    return key_of(what, "tollgate", {{"token", token}});
}

case_key ours(std::string_view what, std::string_view token, cancel::policy how) {
    return ours(what, token).with("policy", std::string(to_string(how)));
}

void add_asking(bench::case_table& to) {
    constexpr const char* unit = "asking a token that is not cancelled";
    const case_key floor = key_of("check", "flag");
    // The first case of all is compared with nothing.
    to.add(measure::make_case(floor, "one acquire load of a flag, and a test", 1, 1,
                              block_loop<flag_asking>{}));
    const auto add = [&]<class Kind>(Kind*) {
        add_block<token_asking<Kind>>(to, ours("check", Kind::word), unit, floor);
    };
    add(static_cast<standalone_kind*>(nullptr));
    add(static_cast<sourced_kind*>(nullptr));
    add(static_cast<dummy_kind*>(nullptr));
    add_block<std_asking>(to, key_of("check", "std"), unit, floor);
}

template <inlining Where>
void add_registering(bench::case_table& to, std::string_view what) {
    const char* const unit = Where == inlining::in_place
                                 ? "registering and unregistering one handler"
                                 : "the same in a function that is not inlined";
    const case_key reference = key_of(what, "std");
    for (const cancel::policy how : all_policies) {
        add_block<guard_registering<standalone_kind, Where>>(
            to, ours(what, standalone_kind::word, how), unit, reference, how);
    }
    add_block<guard_registering<sourced_kind, Where>>(
        to, ours(what, sourced_kind::word, cancel::policy::adaptive), unit, reference);
    add_block<guard_registering<dummy_kind, Where>>(to, ours(what, dummy_kind::word), unit,
                                                    reference);
    add_block<std_registering<Where>>(to, reference, unit, reference);
}

void add_callbacks(bench::case_table& to) {
    constexpr const char* what = "register_callback";
    constexpr const char* unit = "making a callback, registering and unregistering it";
    const case_key reference = key_of(what, "std");
    for (const cancel::policy how : all_policies) {
        add_block<callback_registering<standalone_kind>>(to, ours(what, standalone_kind::word, how),
                                                         unit, reference, how);
    }
    add_block<std_registering<inlining::in_place>>(to, reference, unit, reference);
}

void add_creating(bench::case_table& to) {
    constexpr const char* unit = "making one and destroying it";
    const case_key source = key_of("create", "std", {{"token", "source"}});
    const case_key token = key_of("create", "std", {{"token", "sourced"}});
    add_block<standalone_creating>(to, ours("create", "standalone"), unit, source);
    add_block<source_creating>(to, ours("create", "source"), unit, source);
    add_block<sourced_creating>(to, ours("create", "sourced"), unit, token);
    add_block<std_source_creating>(to, source, unit, source);
    add_block<std_token_creating>(to, token, unit, token);
}

void add_one_shots(bench::case_table& to) {
    constexpr const char* unit = "a token's life: made, one handler registered and unregistered, "
                                 "destroyed; with its source, if it has one";
    const case_key reference = key_of("one_shot", "std");
    for (const cancel::policy how : all_policies) {
        add_block<token_one_shot<standalone_kind>>(to, ours("one_shot", standalone_kind::word, how),
                                                   unit, reference, how);
    }
    for (const cancel::policy how : all_policies) {
        add_block<token_one_shot<sourced_kind>>(to, ours("one_shot", sourced_kind::word, how), unit,
                                                reference, how);
    }
    add_block<std_one_shot>(to, reference, unit, reference);
}

void add_wrapped_waits(bench::case_table& to) {
    constexpr const char* what = "wait_overhead";
    constexpr const char* unit = "one wait of a condition variable that does nothing";
    const case_key floor = key_of(what, "bare");
    for (const cancel::policy how : all_policies) {
        add_block<cancellable_wait<standalone_kind>>(to, ours(what, standalone_kind::word, how),
                                                     unit, floor, how);
    }
    add_block<cancellable_wait<dummy_kind>>(to, ours(what, dummy_kind::word), unit, floor);
    add_block<bare_wait>(to, floor, unit, floor);
}

} // namespace

void add_costs_of_tokens(bench::case_table& to) {
    add_asking(to);
    add_registering<inlining::in_place>(to, "register");
    add_registering<inlining::in_a_function>(to, "register_noinline");
    add_callbacks(to);
    add_creating(to);
    add_one_shots(to);
    add_wrapped_waits(to);
}

} // namespace tollgate::cancel_test
