// SPDX-License-Identifier: BSL-1.0
#pragma once

// g++ 12 warns of a member that Boost.Coroutine2 has set: g++ does not see through the switch of
// contexts.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <boost/coroutine2/coroutine.hpp>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
