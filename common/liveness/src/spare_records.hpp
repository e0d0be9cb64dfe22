// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::liveness::detail {

class record_store;

/// From now on the calling thread keeps the records of this store that its scopes leave, and gives
/// back those of another one. They go back when it ends.
void keep_spares_of(const record_store* store);

} // namespace tollgate::liveness::detail
