// SPDX-License-Identifier: BSL-1.0
//
// A library whose loading takes as long as the program likes.

/// The program's.
extern "C" void tollgate_check_while_loading();

namespace {

struct at_load {
    at_load() { tollgate_check_while_loading(); }
};

const at_load held;

} // namespace
