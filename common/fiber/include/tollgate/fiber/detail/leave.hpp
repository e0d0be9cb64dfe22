// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/context.hpp>

namespace tollgate::fiber::detail {

/// Resumes another fiber, and returns when the calling fiber is resumed: `next.resume()`, with a
/// predictable return for fibers that leave from different places. It is the plain call on other
/// processors than x86-64, and where control flow is protected (`-fcf-protection`), because such
/// protection does not take a jump for a return.
///
/// `last_place` belongs to the scheduler: the place from which a fiber left last.
///
/// - *Threads*: the scheduler's.
extern "C" void tollgate_fiber_leave(boost::fibers::context* next,
                                     const void** last_place) noexcept;

// Design: a processor predicts a return from a stack of its own, onto which each call has pushed
// its place. The processor does not know of the switch, and expects a fiber to return to where the
// *last* fiber called from. That is right if both left by the same call. Between a producer and a
// consumer it is wrong each time, and costs from 5 ns on an EPYC to 14 ns on a Sapphire Rapids, as
// much as the switch. So this function goes back to its caller by a return if the last fiber left
// from the same place. Otherwise it goes back by a jump, which the processor predicts from what the
// jump did before. The calls above the caller return as usual.
//
// `last_place` is out of date where fibers left by other ways. Then a prediction is wrong, and
// nothing else. The function follows the System V ABI: arguments, preserved registers, tables for
// unwinding.

} // namespace tollgate::fiber::detail
