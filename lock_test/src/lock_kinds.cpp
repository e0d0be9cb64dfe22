// SPDX-License-Identifier: BSL-1.0
#include "lock_kinds.hpp"

#include "exclusive_loop.hpp"
#include "locks.hpp"
#include "locks/no_lock.hpp"

#include <type_traits>

namespace tollgate::lock_test {
namespace {

template <class Lock>
measure::probed_loop exclusive_of(const contenders& group, const effort& each) {
    return exclusive_loop<Lock>{group, each};
}

template <class Lock>
measure::measured_case wait_of(const measure::case_key& key, const wait_settings& used) {
    return wait_case(key, used, wait_loop<Lock>{used});
}

template <class Lock>
lock_kind kind_of() {
    return {Lock::name, is_in_order<Lock>(), &exclusive_of<Lock>, &wait_of<Lock>};
}

} // namespace

lock_kind no_lock_kind() {
    return kind_of<no_lock>();
}

std::vector<lock_kind> all_locks() {
    return []<class... Lock>(std::type_identity<std::tuple<Lock...>>) {
        return std::vector{kind_of<Lock>()...};
    }(std::type_identity<locks>());
}

} // namespace tollgate::lock_test
