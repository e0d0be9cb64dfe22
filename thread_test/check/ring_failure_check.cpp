// SPDX-License-Identifier: BSL-1.0
//
// Rings that cannot be made: the caller learns why, and nobody is left waiting.
#include "all_batons.hpp"
#include "baton_ring.hpp"

#include <tollgate/cpu/allowed.hpp>
#include <tollgate/faults/counting_probe.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

namespace {

using namespace tollgate;
using namespace tollgate::faults;
using namespace tollgate::thread_test;

constexpr int no_such_cpu = 1 << 19;

class refusing_baton : public condvar_baton {
public:
    explicit refusing_baton(std::size_t members) : condvar_baton(members) {
        throw std::domain_error("no baton");
    }
};

TEST(ring_failure, the_baton_cannot_be_made) {
    counting_probe probe(10);
    EXPECT_THROW(static_cast<void>(baton_ring<refusing_baton>{4, {}}(probe)), std::domain_error);
    EXPECT_EQ(probe.turns(), 0U);
}

template <class Baton>
class badly_placed : public testing::Test {};
TYPED_TEST_SUITE(badly_placed, all_batons, baton_name);

// The others do not know and go round with the member that is not where it should be; the figures
// of that ring never reach anybody.
TYPED_TEST(badly_placed, one_thread_cannot_be_pinned) {
    const cpu::assignment where{cpu::placement::core, {cpu::allowed_cpus().back(), no_such_cpu}};
    counting_probe probe(4);
    try {
        static_cast<void>(baton_ring<TypeParam>{2, where}(probe));
        FAIL() << "nobody was told";
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::error_code(EINVAL, std::generic_category()));
        EXPECT_NE(std::string(error.what()).find(std::to_string(no_such_cpu)), std::string::npos);
    }
}

} // namespace
