// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "forked.hpp"

#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/detail/refuse.hpp>

#include <mutex>

namespace tollgate::liveness {

/// Whether a child may give records back to a store that has outlived its registry: another thread
/// of its parent may have taken the store's mutex, which no fork waits for any more.
inline bool may_end_what_has_outlived_its_registry() {
    auto* const store = new detail::record_store(settings{});
    detail::record* const one = store->take(1);
    detail::record* const other = store->take(2);
    store->abandon();
    const auto give_both_back = [=] {
        detail::give_back(one);
        detail::give_back(other);
        return 0;
    };
    int of_child = -1;
    {
        const std::lock_guard held(store->mutex()); // as by a thread that the child does not have
        of_child = in_a_child(give_both_back);
    }
    give_both_back();
    return of_child == 0;
}

} // namespace tollgate::liveness
