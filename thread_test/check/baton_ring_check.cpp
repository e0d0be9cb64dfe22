// SPDX-License-Identifier: BSL-1.0
//
// Each baton in rings of several sizes: every member gets its hand-offs, in order, and no other. A
// ring that cannot be created throws the reason.
#include "all_batons.hpp"
#include "baton_ring.hpp"
#include "condvar_baton.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/testing/counting_probe.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::testing;
using namespace tollgate::thread_test;
using ::testing::IsEmpty;
using ::testing::SizeIs;

template <class Baton>
class every_baton : public ::testing::Test {
protected:
    std::vector<std::size_t> ring_sizes() const {
        std::vector<std::size_t> sizes{2, 3, 4, 7};
        if (spins<Baton>) {
            const std::size_t cpus = cpu::read_topology().threads.size();
            std::erase_if(sizes, [&](std::size_t size) { return size > cpus; });
        }
        return sizes;
    }

    void expect_hand_offs(std::size_t threads, const cpu::assignment& where) const {
        for (const std::uint64_t operations :
             {std::size_t{0}, std::size_t{1}, threads - 1, threads, 5 * threads + 1}) {
            SCOPED_TRACE(std::to_string(threads) + " threads, " + std::to_string(operations) +
                         " operations");
            counting_probe probe(operations);
            const auto report = baton_ring<Baton>{threads, where}(probe);
            EXPECT_EQ(report.probe_calls, probe_calls_in_a_ring(operations + 1, threads));
            EXPECT_EQ(probe.calls(), operations + 1);
            EXPECT_TRUE(probe.in_order());
            EXPECT_THAT(report.failures, IsEmpty());
        }
    }
};
TYPED_TEST_SUITE(every_baton, all_batons, baton_name);

TYPED_TEST(every_baton, goes_round_in_order) {
    if (this->ring_sizes().empty()) {
        GTEST_SKIP() << "1 CPU: no ring of spinning threads";
    }
    for (const std::size_t threads : this->ring_sizes()) {
        this->expect_hand_offs(threads, {});
    }
}

TYPED_TEST(every_baton, stays_on_its_cpus) {
    const std::size_t threads = spins<TypeParam> ? 2 : 4;
    const auto where = spins<TypeParam> ? cpu::placement::core : cpu::placement::same;
    const auto place = cpu::assign(where, cpu::read_topology(), threads);
    const auto* assigned = std::get_if<cpu::assignment>(&place);
    if (assigned == nullptr) {
        GTEST_SKIP() << std::get<cpu::unavailable>(place).reason;
    }
    this->expect_hand_offs(threads, *assigned);
    counting_probe probe(40);
    const auto report = baton_ring<TypeParam>{threads, *assigned}(probe);
    ASSERT_THAT(report.cpus, SizeIs(2 * threads))
        << "before and after the hand-offs of each thread";
    for (std::size_t i = 0; i < report.cpus.size(); ++i) {
        EXPECT_EQ(report.cpus[i], assigned->cpu_of(i / 2)) << i;
    }
}

constexpr int no_such_cpu = 1 << 19;

class refusing_baton : public condvar_baton {
public:
    explicit refusing_baton(std::size_t members) : condvar_baton(members) {
        throw std::domain_error("no baton");
    }
};

TEST(ring_failure, the_baton_cannot_be_created) {
    counting_probe probe(10);
    EXPECT_THROW(static_cast<void>(baton_ring<refusing_baton>{4, {}}(probe)), std::domain_error);
    EXPECT_EQ(probe.calls(), 0U);
}

template <class Baton>
class badly_placed : public ::testing::Test {};
TYPED_TEST_SUITE(badly_placed, all_batons, baton_name);

// The ring runs with a member on another CPU, and then throws instead of returning figures.
TYPED_TEST(badly_placed, one_thread_cannot_be_pinned) {
    const cpu::assignment where{cpu::placement::core, {cpu::allowed_cpus().back(), no_such_cpu}};
    counting_probe probe(4);
    try {
        static_cast<void>(baton_ring<TypeParam>{2, where}(probe));
        FAIL() << "no exception";
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::error_code(EINVAL, std::generic_category()));
        EXPECT_NE(std::string(error.what()).find(std::to_string(no_such_cpu)), std::string::npos);
    }
}

} // namespace
