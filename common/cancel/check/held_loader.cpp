// SPDX-License-Identifier: BSL-1.0
//
// A library whose loading runs a function of the program.

/// The program's.
extern "C" void tollgate_check_while_loading();

namespace {

struct at_load {
    at_load() { tollgate_check_while_loading(); }
};

const at_load held;

} // namespace
