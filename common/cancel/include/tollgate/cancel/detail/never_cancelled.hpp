// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/policy.hpp>

namespace tollgate::cancel::detail {

/// What tokens refer to that nobody can cancel, so that asking need not test for null first: the
/// test would make it a tenth dearer. Nothing is ever registered with it, and it never changes.
inline constinit state never_cancelled{policy::symmetric};

} // namespace tollgate::cancel::detail
