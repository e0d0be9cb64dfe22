// SPDX-License-Identifier: BSL-1.0
//
// A library; the program decides how long its loading takes.

/// A function of the program.
extern "C" void tollgate_check_while_loading();

namespace {

struct at_load {
    at_load() { tollgate_check_while_loading(); }
};

const at_load held;

} // namespace
