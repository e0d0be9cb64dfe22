// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::timeout_test {
namespace {

constexpr const char* reason =
    "this build has no fibers: Boost.Context is not built for its sanitizer";

} // namespace

void add_receives_between_fibers(bench::case_table& to) {
    to.refuse({"timeout/*", {{"between", "fibers"}}}, reason);
}

void add_receives_between_threads(bench::case_table& to) {
    to.refuse({"timeout/*", {{"between", "threads"}}}, reason);
}

void add_firing_timeouts(bench::case_table& to) {
    to.refuse("timeout/fires/late", reason);
}

} // namespace tollgate::timeout_test
