// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/context.hpp>

namespace tollgate::fiber::detail {

/// Calls `next.resume()`, which resumes another fiber and returns when the calling fiber is
/// resumed. The processor can predict the return of this function even if fibers leave from
/// different places. On other processors than x86-64, the function only calls `next.resume()`. The
/// function does the same if control flow is protected (`-fcf-protection`), because this protection
/// does not accept a jump in place of a return.
///
/// `last_place` belongs to the scheduler. It stores the place in the code from which a fiber left
/// last.
///
/// - *Threads*: only the scheduler's thread.
extern "C" void tollgate_fiber_leave(boost::fibers::context* next,
                                     const void** last_place) noexcept;

// Design: to predict returns, a processor has a hidden stack, onto which each call pushes its place
// in the code. The processor does not notice the switch of fibers. So it predicts that a fiber
// returns to the place at which the *last* fiber left. The prediction is right if both fibers left
// by the same call. Between a producer and a consumer the prediction is wrong each time. A wrong
// prediction costs as much as the switch: from 5 ns on an EPYC to 14 ns on a Sapphire Rapids.
//
// Therefore this function returns to its caller by a return only if the last fiber left from the
// same place. Otherwise the function returns by a jump. The processor predicts the target of a jump
// from earlier executions of this jump. The functions that called the caller return as usual.
//
// If fibers leave by other functions, `last_place` is out of date. The only effect is a wrong
// prediction. The function follows the System V ABI in its arguments, its preserved registers and
// its tables for unwinding.

} // namespace tollgate::fiber::detail
