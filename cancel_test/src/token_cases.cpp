// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"
#include "registering.hpp"
#include "token_kinds.hpp"
#include "token_subjects.hpp"
#include "wrapped_wait.hpp"

#include <string_view>

namespace tollgate::cancel_test {
namespace {

using measure::case_key;

/// The key of this library with this kind of token.
case_key ours(std::string_view path, std::string_view token) {
    return make_key(path, "tollgate", {{"token", token}});
}

void add_asking(bench::case_table& to) {
    constexpr const char* path = "check";
    constexpr const char* unit = "checking a token that is not cancelled";
    const case_key floor = make_key(path, "flag");
    // The first case has no reference.
    to.add(measure::make_case(floor, "one acquire load of a flag, and a test", 1, 1,
                              block_loop<token_asking<flag_kind>>{}));
    add_block<token_asking<standalone_kind>>(to, ours(path, standalone_kind::word), unit, floor);
    add_block<token_asking<sourced_kind>>(to, ours(path, sourced_kind::word), unit, floor);
    add_block<token_asking<dummy_kind>>(to, ours(path, dummy_kind::word), unit, floor);
    add_block<token_asking<deadline_kind>>(to, ours(path, deadline_kind::word), unit, floor);
    add_block<token_asking<std_kind>>(to, make_key(path, "std"), unit, floor);
}

template <inlining Where>
void add_registering(bench::case_table& to, std::string_view path) {
    const char* const unit = Where == inlining::in_place
                                 ? "registering and unregistering one handler"
                                 : "registering and unregistering one handler, not inlined";
    const case_key reference = make_key(path, "std");
    const auto add = [&]<class Kind>(Kind*) {
        add_block<guard_registering<Kind, Where>>(to, ours(path, Kind::word), unit, reference);
    };
    add(static_cast<standalone_kind*>(nullptr));
    add(static_cast<sourced_kind*>(nullptr));
    add(static_cast<dummy_kind*>(nullptr));
    if (Where == inlining::in_place) {
        add(static_cast<deadline_kind*>(nullptr));
    }
    add_block<callback_registering<std_kind, Where>>(to, reference, unit, reference);
}

void add_callbacks(bench::case_table& to) {
    constexpr const char* path = "register_callback";
    constexpr const char* unit = "making a callback, registering and unregistering it";
    const case_key reference = make_key(path, "std");
    add_block<callback_registering<standalone_kind>>(to, ours(path, standalone_kind::word), unit,
                                                     reference);
    add_block<callback_registering<std_kind>>(to, reference, unit, reference);
}

void add_creating(bench::case_table& to) {
    constexpr const char* unit = "constructing a token or source and destroying it";
    const case_key source = make_key("create", "std", {{"token", "source"}});
    const case_key token = make_key("create", "std", {{"token", "sourced"}});
    add_block<creating<cancel::standalone_token>>(to, ours("create", "standalone"), unit, source);
    add_block<creating<cancel::cancellation_source>>(to, ours("create", "source"), unit, source);
    add_block<token_creating<sourced_kind>>(to, ours("create", "sourced"), unit, token);
    add_block<creating<std::stop_source>>(to, source, unit, source);
    add_block<token_creating<std_kind>>(to, token, unit, token);
}

void add_deadlines(bench::case_table& to) {
    constexpr const char* unit = "constructing a source with a deadline in 10 minutes, and "
                                 "destroying it";
    const case_key timer = make_key("create", "std", {{"token", "deadline"}});
    add_block<deadline_creating<leader::none>>(to, ours("create", "deadline"), unit, timer);
    add_block<deadline_creating<leader::source>>(to, ours("create", "following_deadline"),
                                                 "the same, and the source follows another source",
                                                 timer);
    add_block<std_deadline_creating>(
        to, timer, "the same with a std::stop_source and a timer of multimap, mutex and thread",
        timer);
}

void add_one_shots(bench::case_table& to) {
    constexpr const char* path = "one_shot";
    constexpr const char* unit = "constructing a token, registering and unregistering a handler, "
                                 "destroying the token; with its source, if it has one";
    const case_key reference = make_key(path, "std");
    add_block<one_shot<standalone_kind>>(to, ours(path, standalone_kind::word), unit, reference);
    add_block<one_shot<sourced_kind>>(to, ours(path, sourced_kind::word), unit, reference);
    add_block<std_one_shot>(to, reference, unit, reference);
}

void add_wrapped_waits(bench::case_table& to) {
    constexpr const char* path = "wait_overhead";
    constexpr const char* unit = "one wait for a condition variable that does nothing";
    const case_key floor = make_key(path, "bare");
    add_block<cancellable_wait<standalone_kind>>(to, ours(path, standalone_kind::word), unit,
                                                 floor);
    add_block<cancellable_wait<dummy_kind>>(to, ours(path, dummy_kind::word), unit, floor);
    add_block<bare_wait>(to, floor, unit, floor);
}

} // namespace

void add_costs_of_tokens(bench::case_table& to) {
    add_asking(to);
    add_registering<inlining::in_place>(to, "register");
    add_registering<inlining::in_a_function>(to, "register_noinline");
    add_callbacks(to);
    add_creating(to);
    add_deadlines(to);
    add_one_shots(to);
    add_wrapped_waits(to);
}

} // namespace tollgate::cancel_test
