// SPDX-License-Identifier: BSL-1.0
//
// Boost's channels, under its own scheduler and under ours.
#include "receive_cases.hpp"

#include "boost_ways.hpp"

namespace tollgate::timeout_test {
namespace {

template <class Kind, class Scheduler>
void add_kind(bench::case_table& to, std::string_view impl, const stream_place& where) {
    add_receives(to, group::baseline, impl, clock_kind::os, where,
                 &make_parts<boost_way<Kind, Scheduler, group::baseline>>);
    add_receives(to, group::timeout, impl, clock_kind::os, where,
                 &make_parts<boost_way<Kind, Scheduler, group::timeout>>);
}

} // namespace

void add_boost(bench::case_table& to, const stream_place& where) {
    add_kind<boost_buffered, boost_scheduler>(to, boost_impl, where);
    add_kind<boost_unbuffered, boost_scheduler>(to, "boost_unbuffered", where);
    add_kind<boost_buffered, own_scheduler>(to, "boost_on_tollgate", where);
    add_kind<boost_unbuffered, own_scheduler>(to, "boost_unbuffered_on_tollgate", where);
}

} // namespace tollgate::timeout_test
