// SPDX-License-Identifier: BSL-1.0
module tollgate/runtimes/go

go 1.23
