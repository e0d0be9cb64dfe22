// SPDX-License-Identifier: BSL-1.0
//
// Lines of a maps file, and what is none.
#include "../src/mappings.hpp"

#include <gtest/gtest.h>

namespace tollgate::liveness::detail {
namespace {

TEST(a_line_of_a_maps_file, has_addresses_an_offset_and_a_path) {
    const auto found = mapping_of("7f3a00001000-7f3a00021000 r-xp 00002000 08:01 4711"
                                  "                     /a b/libc (1).so.6 (deleted)");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->begin, 0x7f3a00001000U);
    EXPECT_EQ(found->end, 0x7f3a00021000U);
    EXPECT_EQ(found->offset, 0x2000U);
    EXPECT_EQ(found->path, "/a b/libc (1).so.6 (deleted)");
}

TEST(a_line_of_a_maps_file, may_be_of_no_file) {
    for (const char* line : {"10-20 rw-p 00000000 00:00 0", "10-20 rw-p 00000000 00:00 0 ",
                             "10-20 rw-p 00000000 00:00 0          "}) {
        const auto found = mapping_of(line);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->path, "") << line;
    }
}

TEST(a_line_of_a_maps_file, that_is_none_is_left_out) {
    for (const char* line : {"", "-", "10", "10-", "10-20", "10 20 rw-p 0 0:0 0", "10-20 ",
                             "10-20 rw-p", "10-20 rw-p ", "10-20 rw-p 12", "x-20 rw-p 0 0:0 0",
                             "10-20 rw-p y 0:0 0", "10000000000000000000-20 rw-p 0 0:0 0"}) {
        EXPECT_FALSE(mapping_of(line)) << line;
    }
    const auto all = mappings_of("10-20 r--p 0 0:0 0 /a\nnone\n\n30-40 r--p 0 0:0 0 /b");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].path, "/a");
    EXPECT_EQ(all[1].path, "/b");
    EXPECT_TRUE(mappings_of("").empty());
}

} // namespace
} // namespace tollgate::liveness::detail
