// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/placements.hpp>

#include <gmock/gmock.h>

namespace tollgate::bench {
namespace {

using cpu::placement;
using ::testing::ElementsAre;

/// Sockets with cores of that many hardware threads each.
cpu::topology machine_of(int sockets, int cores, int siblings) {
    cpu::topology machine;
    machine.relations_known = true;
    for (int socket = 0; socket < sockets; ++socket) {
        for (int core = 0; core < cores; ++core) {
            for (int sibling = 0; sibling < siblings; ++sibling) {
                cpu::hardware_thread one;
                one.cpu = static_cast<int>(machine.threads.size());
                one.core = socket * cores + core;
                one.package = socket;
                one.l3 = socket;
                machine.threads.push_back(one);
            }
        }
    }
    return machine;
}

cli::options asking_for(std::vector<placement> placements) {
    cli::options chosen;
    chosen.placements_given = !placements.empty();
    chosen.placements = placements.empty()
                            ? std::vector(cpu::all_placements.begin(), cpu::all_placements.end())
                            : std::move(placements);
    return chosen;
}

TEST(placements, same_is_first_and_free_the_last) {
    EXPECT_THAT(ordered_placements(asking_for({})),
                ElementsAre(placement::same, placement::smt, placement::core, placement::far,
                            placement::free));
    EXPECT_THAT(ordered_placements(asking_for({placement::free, placement::core})),
                ElementsAre(placement::core, placement::free));
}

TEST(placements, near_ones_are_one_cpu_and_the_nearest_two) {
    const cli::options any = asking_for({});
    EXPECT_THAT(near_placements(any, machine_of(1, 2, 1), false),
                ElementsAre(placement::same, placement::core));
    EXPECT_THAT(near_placements(any, machine_of(1, 2, 1), true), ElementsAre(placement::core));
    EXPECT_THAT(near_placements(any, machine_of(1, 1, 2), true), ElementsAre(placement::smt));
    EXPECT_THAT(near_placements(any, machine_of(2, 1, 1), true), ElementsAre(placement::far));
    EXPECT_THAT(near_placements(any, machine_of(1, 1, 1), true), ElementsAre(placement::same));
    EXPECT_THAT(near_placements(any, machine_of(1, 1, 1), false), ElementsAre(placement::same));
}

TEST(placements, those_that_were_asked_for_are_near_enough) {
    EXPECT_THAT(near_placements(asking_for({placement::far}), machine_of(1, 2, 1), true),
                ElementsAre(placement::far));
}

TEST(placements, one_thread_is_pinned_where_that_can_be) {
    EXPECT_EQ(one_cpu(machine_of(1, 2, 1)).cpu_of(0), 1);
    EXPECT_EQ(one_cpu(cpu::topology{}).cpu_of(0), std::nullopt);
}

TEST(placements, more_threads_settle_longer_but_not_for_ever) {
    using namespace std::chrono_literals;
    EXPECT_EQ(settling_on_one_cpu(2), 5'200us);
    EXPECT_EQ(settling_on_one_cpu(1'000), 100ms);
}

} // namespace
} // namespace tollgate::bench
