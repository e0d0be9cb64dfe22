// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/context.hpp>

namespace tollgate::fiber::detail {

/// Resumes another fiber, and returns when the calling one is resumed: `next.resume()`, for fibers
/// that leave from different places.
///
/// A processor predicts a return from a stack of its own, on which each call has put its place. It
/// knows nothing of the switch, and expects a fiber to return to where the *last* one called from.
/// If both leave by the same call that is right; between a producer and a consumer it is wrong each
/// time, and costs from 5 ns on an EPYC to 14 ns on a Sapphire Rapids, as much as the switch. So
/// this function goes back to its caller by a return if the last fiber left from the same place,
/// and else by a jump, which is predicted from what was done before. Further calls above that
/// return as ever.
///
/// `last_place` belongs to the scheduler: from where a fiber left last. A place that is out of
/// date, because fibers also leave by other ways, costs a wrong prediction and no more.
///
/// Threads: that of the scheduler. It is a function as any other: arguments, the registers that it
/// keeps and the tables for unwinding are those of the System V ABI. Where it is not written, on
/// other processors than x86-64, and where control flow is protected (`-fcf-protection`), to which
/// a jump is no return, it is the plain call.
extern "C" void tollgate_fiber_leave(boost::fibers::context* next,
                                     const void** last_place) noexcept;

} // namespace tollgate::fiber::detail
