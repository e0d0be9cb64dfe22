// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/policy.hpp>

namespace tollgate::cancel::detail {

/// The state of tokens that can never be cancelled, so that asking need not test for null first:
/// the test would make it a tenth dearer. Nothing is ever registered with it, and it never changes.
///
/// It says nothing by its address: a program with shared objects may have several, one in each. A
/// token's slot says whether the token can be cancelled.
inline constinit state never_cancelled{policy::symmetric};

} // namespace tollgate::cancel::detail
