// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::liveness::detail {

class record_store;

/// From now on the calling thread keeps the records of this store that its scopes leave, and gives
/// back those of another one. They go back when it ends, after the destructors of its thread_local
/// objects; those of the first thread end with the process. Where the system cannot say that a
/// thread ends (it has no key left), and while static objects are destroyed, a thread keeps none.
///
/// Takes no lock of the system's loader: another thread may hold that for ever, in dlopen.
void keep_spares_of(const record_store* store) noexcept;

} // namespace tollgate::liveness::detail
