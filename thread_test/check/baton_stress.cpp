// SPDX-License-Identifier: BSL-1.0
//
// Thousands of short-lived rings for each baton, in random placements, because most mistakes of
// synchronization are at the beginning and the end of a ring. ThreadSanitizer watches the probe's
// plain data, which goes round with the baton.
#include "all_batons.hpp"
#include "baton_ring.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/interval_probe.hpp>
#include <tollgate/testing/stress.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;

/// Spinning threads that share their CPUs with other programs hand over once in a quantum.
template <class Baton>
constexpr int rings = spins<Baton> ? 500 : 2'000;

template <class Baton>
class baton_stress : public ::testing::Test {
protected:
    /// The placements of that many threads on this machine for this baton.
    static std::vector<cpu::assignment> places(const cpu::topology& machine, std::size_t threads) {
        std::vector<cpu::assignment> all;
        for (const cpu::placement where : cpu::all_placements) {
            const bool same = where == cpu::placement::same;
            const auto place = cpu::assign(where, machine, threads);
            const auto* assigned = std::get_if<cpu::assignment>(&place);
            const bool fits = spins<Baton>                               ? !same
                              : std::is_same_v<Baton, sched_yield_baton> ? same
                                                                         : true;
            if (assigned != nullptr && fits) {
                all.push_back(*assigned);
            }
        }
        return all;
    }

    std::uint64_t up_to(std::uint64_t most) {
        return std::uniform_int_distribution<std::uint64_t>(1, most)(random_);
    }

    measure::schedule any_schedule() {
        return {up_to(6), {{up_to(8), 1}, {up_to(4), up_to(3)}, {1, up_to(20)}}};
    }

private:
    std::mt19937 random_{tollgate::testing::drawn_seed()};
};
TYPED_TEST_SUITE(baton_stress, all_batons, baton_name);

TYPED_TEST(baton_stress, many_short_rings_have_no_failure) {
    const cpu::topology machine = cpu::read_topology();
    const std::size_t threads =
        spins<TypeParam> ? std::min<std::size_t>(4, machine.threads.size()) : 4;
    if (threads < 2) {
        GTEST_SKIP() << "1 CPU: no ring of spinning threads";
    }
    const auto places = this->places(machine, threads);
    ASSERT_THAT(places, ::testing::Not(::testing::IsEmpty()));
    for (int ring = 0; ring < rings<TypeParam>; ++ring) {
        const cpu::assignment& where = places[this->up_to(places.size()) - 1];
        const measure::schedule schedule = this->any_schedule();
        measure::interval_probe probe(clock::monotonic_clock{}, schedule);
        const auto report = baton_ring<TypeParam>{threads, where}(probe);
        const auto failures =
            measure::failed_self_checks({probe.intervals(), probe.complete(), report}, schedule);
        ASSERT_THAT(failures, ::testing::IsEmpty())
            << "ring " << ring << ", " << cpu::to_string(where.where);
    }
}

} // namespace
