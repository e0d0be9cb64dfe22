// SPDX-License-Identifier: BSL-1.0
#include "baton_kinds.hpp"

#include "baton_ring.hpp"
#include "batons.hpp"
#include "spin_first_baton.hpp"

#include <tollgate/bench/placements.hpp>

#include <type_traits>

namespace tollgate::thread_test {
namespace {

template <class Baton, class RingBaton = Baton>
measure::measured_case case_of(const measure::case_key& key, std::size_t threads,
                               const cpu::assignment& where) {
    return measure::make_case(key, Baton::unit, threads, threads,
                              baton_ring<RingBaton>{threads, where},
                              bench::settling_on_one_cpu(threads));
}

template <class Baton>
constexpr std::size_t files_of() {
    if constexpr (requires { Baton::files; }) {
        return Baton::files;
    } else {
        return 0;
    }
}

template <class Baton>
baton_kind kind_of() {
    if constexpr (place_for<Baton>() == needs::nothing) {
        return {Baton::name, needs::nothing, files_of<Baton>(), &case_of<Baton>,
                &case_of<Baton, spin_first_baton<Baton>>};
    } else {
        return {Baton::name, place_for<Baton>(), files_of<Baton>(), &case_of<Baton>, nullptr};
    }
}

} // namespace

std::vector<baton_kind> all_batons() {
    return []<class... Baton>(std::type_identity<std::tuple<Baton...>>) {
        return std::vector{kind_of<Baton>()...};
    }(std::type_identity<batons>());
}

} // namespace tollgate::thread_test
