// SPDX-License-Identifier: BSL-1.0
// Words that headers which many programs include define as macros, as these do. Public headers are
// compiled after them: tollgate_header_checks in tollgate_library.cmake.
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

// The system's: <utmpx.h>, <sys/sysmacros.h>, <sys/param.h>, <complex.h>, <curses.h>, <termios.h>, <math.h>
#undef EMPTY
#undef major
#undef minor
#undef makedev
#undef I
#define EMPTY 0
#define major(device) gnu_dev_major(device)
#define minor(device) gnu_dev_minor(device)
#define makedev(one, other) gnu_dev_makedev(one, other)
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

// The compiler's, unless it is told to keep to the standard
#undef unix
#undef linux
#define unix 1
#define linux 1

// macOS's <AssertMacros.h>, and what the Linux kernel's sources and many after them say
#define check(assertion)
#define verify(assertion)
#define require(assertion, label)
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

// clang-format on
// NOLINTEND
