// SPDX-License-Identifier: BSL-1.0
module tollgate/guests/go

go 1.23
