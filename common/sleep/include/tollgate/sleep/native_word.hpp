// SPDX-License-Identifier: BSL-1.0
#pragma once

#if defined(__linux__)
#include <tollgate/sleep/futex_word_linux.hpp>
#else
#include <tollgate/sleep/table_word.hpp>
#endif

namespace tollgate::sleep {

/// The best `word_wait` of this system: `futex_word` on Linux, otherwise `table_word`.
#if defined(__linux__)
using native_word = futex_word;
#else
using native_word = table_word;
#endif

} // namespace tollgate::sleep
