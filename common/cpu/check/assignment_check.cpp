// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/assignment.hpp>

#include "described_machines.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace {

using namespace tollgate::cpu;

constexpr std::size_t ring_sizes[] = {2, 3, 4, 5, 7, 9, 10, 13, 999, 1000};

// The relation of two CPUs, from all their properties and not from the choice.
placement distance(const topology& on, int from, int to) {
    const auto thread = [&on](int cpu) {
        return *std::ranges::find(on.threads, cpu, &hardware_thread::cpu);
    };
    const hardware_thread a = thread(from);
    const hardware_thread b = thread(to);
    if (a.cpu == b.cpu) {
        return placement::same;
    }
    if (a.kind != b.kind) {
        return placement::mixed;
    }
    if (a.core == b.core) {
        return placement::smt;
    }
    const bool near = a.l3 >= 0 && b.l3 >= 0 ? a.l3 == b.l3 : a.package == b.package;
    return near ? placement::core : placement::far;
}

// Checks all hand-offs of the ring, also the last one back to thread 0.
void expect_ring(const topology& on, placement where, std::size_t threads) {
    const auto result = assign(where, on, threads);
    ASSERT_TRUE(std::holds_alternative<assignment>(result)) << std::get<unavailable>(result).reason;
    const auto& ring = std::get<assignment>(result);
    EXPECT_EQ(ring.where, where);
    for (std::size_t i = 0; i < threads; ++i) {
        const std::optional<int> from = ring.cpu_of(i);
        const std::optional<int> to = ring.cpu_of((i + 1) % threads);
        ASSERT_TRUE(from && to);
        ASSERT_EQ(distance(on, *from, *to), where)
            << "thread " << i << " of " << threads << ": CPU " << *from << " to " << *to;
    }
}

std::string reason(placement where, const topology& on, std::size_t threads) {
    const auto result = assign(where, on, threads);
    const auto* why = std::get_if<unavailable>(&result);
    return why != nullptr ? why->reason : "available";
}

// The expected reasons of a machine; empty: available.
struct expectation {
    placement where;
    std::string even;
    std::string odd;
};

void expect_machine(const topology& on, const std::vector<expectation>& expected) {
    for (const auto& [where, even, odd] : expected) {
        for (const std::size_t threads : ring_sizes) {
            SCOPED_TRACE(describe(on) + ", " + std::string(to_string(where)) + ", " +
                         std::to_string(threads) + " threads");
            std::string why = threads % 2 == 0 ? even : odd;
            if (why.empty()) {
                expect_ring(on, where, threads);
                continue;
            }
            if (const auto mark = why.find('#'); mark != std::string::npos) {
                why.replace(mark, 1, std::to_string(threads));
            }
            EXPECT_EQ(reason(where, on, threads), why);
        }
    }
}

const std::string no_siblings = "no SMT siblings among the allowed CPUs";
const std::string three_siblings =
    "# threads need 3 SMT siblings of one core or an even number of threads";
const std::string three_cores =
    "# threads need 3 cores that share an L3 or an even number of threads";
const std::string three_sockets = "# threads need 3 sockets or an even number of threads";
const std::string one_l3 = "1 socket, 1 L3 domain";

TEST(assign, one_cpu) {
    expect_machine(described::machine(described::one_cpu),
                   {{placement::same, "", ""},
                    {placement::smt, "1 CPU allowed", "1 CPU allowed"},
                    {placement::core, "1 CPU allowed", "1 CPU allowed"},
                    {placement::far, "1 CPU allowed", "1 CPU allowed"}});
}

TEST(assign, two_cores_without_smt) {
    const std::string one_kind = "one kind of core among the allowed CPUs";
    expect_machine(described::machine(described::two_cores),
                   {{placement::same, "", ""},
                    {placement::smt, no_siblings, no_siblings},
                    {placement::core, "", three_cores},
                    {placement::mixed, one_kind, one_kind},
                    {placement::far, one_l3, one_l3}});
}

TEST(assign, one_socket_with_smt) {
    expect_machine(described::machine(described::desktop_smt),
                   {{placement::same, "", ""},
                    {placement::smt, "", three_siblings},
                    {placement::core, "", ""},
                    {placement::far, one_l3, one_l3}});
}

TEST(assign, four_siblings_a_core) {
    expect_machine(described::machine(described::four_siblings),
                   {{placement::smt, "", ""}, {placement::core, "", three_cores}});
}

TEST(assign, two_sockets_with_two_caches_each_and_smt) {
    const topology on = described::machine(described::two_sockets);
    EXPECT_EQ(std::get<assignment>(assign(placement::far, on, 4)).cpus,
              (std::vector{31, 15, 31, 15}));
    expect_machine(on, {{placement::same, "", ""},
                        {placement::smt, "", three_siblings},
                        {placement::core, "", ""},
                        {placement::far, "", three_sockets}});
}

TEST(assign, three_sockets_hold_an_odd_ring) {
    expect_machine(described::machine(described::three_sockets), {{placement::far, "", ""}});
}

TEST(assign, far_within_a_socket_is_another_cache) {
    expect_machine(
        described::machine(described::two_caches),
        {{placement::core, "", three_cores},
         {placement::far, "", "# threads need 3 L3 domains or an even number of threads"}});
    const std::string no_shared = "no two of the allowed cores share an L3";
    expect_machine(described::machine(described::three_caches),
                   {{placement::core, no_shared, no_shared}, {placement::far, "", ""}});
}

TEST(assign, far_within_a_socket_is_another_node_before_another_cache) {
    const topology on = described::machine(described::two_nodes_four_caches);
    expect_machine(
        on, {{placement::far, "", "# threads need 3 NUMA nodes or an even number of threads"}});
    const auto ring = std::get<assignment>(assign(placement::far, on, 2));
    EXPECT_EQ(ring.cpus, (std::vector{7, 3}));
}

TEST(assign, without_l3_the_socket_counts) {
    const topology on = described::machine(described::no_l3);
    expect_machine(on, {{placement::core, "", ""}, {placement::far, "", three_sockets}});
    expect_machine(restrict_to(on, std::vector{0, 1}),
                   {{placement::core, "",
                     "# threads need 3 cores of one socket or an even number "
                     "of threads"},
                    {placement::far, "1 socket", "1 socket"}});
    const std::string apart = "no two of the allowed cores are in one socket";
    expect_machine(restrict_to(on, std::vector{0, 3}), {{placement::core, apart, apart}});
}

TEST(assign, uses_only_the_allowed_cpus) {
    const topology on = described::machine(described::two_sockets);
    const auto same = assign(placement::same, restrict_to(on, std::vector{3, 8, 21}), 1000);
    EXPECT_EQ(std::get<assignment>(same).cpu_of(999), 21) << "the highest";
    // One thread of each of two cores, under different caches of one socket.
    const std::string no_shared = "no two of the allowed cores share an L3";
    expect_machine(
        restrict_to(on, std::vector{1, 9}),
        {{placement::smt, no_siblings, no_siblings},
         {placement::core, no_shared, no_shared},
         {placement::far, "", "# threads need 3 L3 domains or an even number of threads"}});
    const std::string one_core = "1 core among the allowed CPUs";
    expect_machine(restrict_to(on, std::vector{2, 3}),
                   {{placement::smt, "", three_siblings}, {placement::core, one_core, one_core}});
    // A pair of siblings, and one more core on the other socket.
    expect_machine(restrict_to(on, std::vector{2, 3, 20}), {{placement::smt, "", three_siblings},
                                                            {placement::core, no_shared, no_shared},
                                                            {placement::far, "", three_sockets}});
}

std::vector<int> cpus_of(placement where, const topology& on, std::size_t threads = 2) {
    return std::get<assignment>(assign(where, on, threads)).cpus;
}

TEST(assign, takes_the_fastest_kind_of_core_that_has_two) {
    const topology on = described::hybrid();
    EXPECT_EQ(cpus_of(placement::same, on), (std::vector{3}));
    EXPECT_EQ(cpus_of(placement::smt, on), (std::vector{3, 2}));
    EXPECT_EQ(cpus_of(placement::core, on), (std::vector{3, 1}));
    EXPECT_EQ(cpus_of(placement::mixed, on), (std::vector{3, 7}));
    const std::string of = "of the kind IntelCore 5100 MHz: ";
    expect_machine(
        on, {{placement::core, "", of + three_cores},
             {placement::mixed, "", "# threads need 3 kinds of core or an even number of threads"},
             {placement::far, of + one_l3, of + one_l3}});
    const topology slow = restrict_to(on, std::vector{4, 5, 6, 7});
    EXPECT_EQ(cpus_of(placement::core, slow), (std::vector{7, 5})) << "by choice";
    const topology unlike = restrict_to(on, std::vector{0, 4});
    expect_machine(unlike, {{placement::core, of + "1 CPU allowed", of + "1 CPU allowed"}});
    EXPECT_EQ(cpus_of(placement::mixed, unlike), (std::vector{0, 4}));
    EXPECT_EQ(cpus_of(placement::core, described::with_one_fastest(), 3), (std::vector{5, 4, 3}));
    EXPECT_EQ(cpus_of(placement::mixed, described::with_one_fastest(), 3), (std::vector{6, 5, 2}));
}

TEST(assign, takes_no_core_of_an_unknown_kind_beside_a_known_one) {
    const detail::machine hybrid{{{.cpu = 0, .core = 0, .l3 = 0, .package = 0, .kind = 1},
                                  {.cpu = 1, .core = 1, .l3 = 0, .package = 0, .kind = 1},
                                  {.cpu = 2, .core = 2, .l3 = 0, .package = 0}},
                                 "by hand",
                                 {"slow", "fast"}};
    const topology on = detail::within(hybrid, std::vector{0, 1, 2});
    EXPECT_EQ(std::get<assignment>(assign(placement::core, on, 2)).cpus, (std::vector{1, 0}));
}

TEST(assign, a_core_without_l3_shares_none) {
    const detail::machine hybrid{{{.cpu = 0, .core = 0, .l3 = 0, .package = 0, .numa = 0},
                                  {.cpu = 1, .core = 1, .l3 = 0, .package = 0, .numa = 0},
                                  {.cpu = 2, .core = 2, .l3 = -1, .package = 0, .numa = 0}},
                                 "by hand"};
    const topology on = detail::within(hybrid, std::vector{0, 1, 2});
    EXPECT_EQ(std::get<assignment>(assign(placement::core, on, 2)).cpus, (std::vector{1, 0}));
    EXPECT_EQ(reason(placement::core, on, 3),
              "3 threads need 3 cores that share an L3 or an even number of threads");
}

TEST(assign, sockets_and_caches_not_known) {
    const detail::machine bare{{{.cpu = 0, .core = 0}, {.cpu = 1, .core = 1}}, "by hand"};
    const topology on = detail::within(bare, std::vector{0, 1});
    EXPECT_EQ(reason(placement::core, on, 2),
              "which of the allowed cores share an L3 or a socket is not known");
    EXPECT_EQ(reason(placement::far, on, 2), "sockets not known");
}

TEST(assign, free_pins_nothing_and_is_always_available) {
    topology none;
    none.can_pin = false;
    for (const std::size_t threads : ring_sizes) {
        const auto ring = std::get<assignment>(assign(placement::free, none, threads));
        EXPECT_TRUE(ring.cpus.empty());
        EXPECT_EQ(ring.cpu_of(0), std::nullopt);
        EXPECT_EQ(ring.cpu_of(threads), std::nullopt);
    }
}

TEST(assign, relations_not_known_leave_free_and_same) {
    const topology on = detail::mask_only(std::vector{0, 1}, "no hwloc");
    EXPECT_EQ(std::get<assignment>(assign(placement::same, on, 2)).cpu_of(1), 1);
    for (const placement where :
         {placement::smt, placement::core, placement::mixed, placement::far}) {
        EXPECT_EQ(reason(where, on, 2),
                  "how the allowed CPUs relate is not known (affinity mask only: no hwloc)");
    }
}

TEST(assign, a_system_without_pinning_leaves_only_free) {
    topology on = described::machine(described::two_sockets);
    on.can_pin = false;
    for (const placement where :
         {placement::same, placement::smt, placement::core, placement::far}) {
        EXPECT_EQ(reason(where, on, 2), "this system does not let a thread choose its CPU");
    }
}

TEST(assign, a_ring_of_one_has_no_neighbours) {
    const topology on = described::machine(described::two_sockets);
    EXPECT_EQ(reason(placement::same, on, 1), "available");
    for (const placement where : {placement::smt, placement::core, placement::far}) {
        EXPECT_EQ(reason(where, on, 1), "fewer than 2 threads have no neighbours");
        EXPECT_EQ(reason(where, on, 0), "fewer than 2 threads have no neighbours");
    }
}

TEST(assign, no_cpu_at_all) {
    EXPECT_EQ(reason(placement::same, topology{}, 2), "no CPU allowed");
}

TEST(placement, has_words_that_can_be_parsed) {
    std::string words;
    for (const placement which : all_placements) {
        EXPECT_EQ(parse_placement(to_string(which)), which);
        words += std::string(to_string(which)) + " ";
    }
    EXPECT_EQ(words, "free same smt core mixed far ");
    for (const char* text : {"", "Free", "far ", "all", "near"}) {
        EXPECT_EQ(parse_placement(text), std::nullopt) << text;
    }
}

} // namespace
