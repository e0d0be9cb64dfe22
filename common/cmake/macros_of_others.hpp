// SPDX-License-Identifier: BSL-1.0
// Macros that widely used headers define. tollgate_header_checks (tollgate_library.cmake) compiles
// the public headers after them, to find names that would clash.
#pragma once

// NOLINTBEGIN
// clang-format off

// Qt's keywords
#define slots
#define signals public
#define emit
#define foreach(variable, container) for (variable : container)
#define forever for (;;)

// X11
#define None 0L
#define Bool int
#define Status int
#define True 1
#define False 0
#define Always 2
#define Success 0
#define Above 0
#define Below 1
#define Complex 0

// Windows
#undef min
#undef max
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define ERROR 0
#define NO_ERROR 0L
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define DELETE (0x00010000L)
#define STRICT 1
#define interface struct
#define small char

// System headers: <utmpx.h>, <sys/sysmacros.h>, <sys/param.h>, <complex.h>, <curses.h>, <termios.h>, <math.h>
#undef EMPTY
#undef major
#undef minor
#undef makedev
#undef I
#define EMPTY 0
#define major(device) gnu_dev_major(device)
#define minor(device) gnu_dev_minor(device)
#define makedev(major_id, minor_id) gnu_dev_makedev(major_id, minor_id)
#define I _Complex_I
#undef MIN
#undef MAX
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define TRUE 1
#define FALSE 0
#define OK (0)
#define ERR (-1)
#undef ECHO
#define ECHO 0000010
#undef OVERFLOW
#undef UNDERFLOW
#undef DOMAIN
#define OVERFLOW 3
#define UNDERFLOW 4
#define DOMAIN 1

// Predefined by compilers unless the language mode is strict
#undef unix
#undef linux
#define unix 1
#define linux 1

// macOS's <AssertMacros.h>, and macros of the Linux kernel that many projects copied
#define check(assertion)
#define verify(assertion)
#define require(assertion, label)
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

// clang-format on
// NOLINTEND
