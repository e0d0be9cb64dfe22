// SPDX-License-Identifier: BSL-1.0
//
// How many heavy fences a cancellation costs.
#include "fences_linux.hpp"

#include <tollgate/cancel/standalone_token.hpp>

#include <cstddef>
#include <deque>

namespace tollgate::cancel {
namespace {

TEST_F(heavy_fence, is_one_for_a_thousand_tokens) {
    const cancellation_source source(policy::asymmetric);
    std::deque<sourced_token> tokens;
    for (int each = 0; each < 1000; ++each) {
        register_often(tokens.emplace_back(source), 1);
    }
    EXPECT_EQ(fences_of(source), 1);
}

TEST_F(heavy_fence, is_one_for_a_tree_of_a_thousand_sources) {
    std::deque<cancellation_source> sources{cancellation_source(policy::asymmetric)};
    std::deque<sourced_token> tokens;
    for (std::size_t each = 1; each < 1000; ++each) {
        sources.push_back(
            cancellation_source::following_with(policy::asymmetric, sources[(each - 1) / 2]));
        register_often(tokens.emplace_back(sources.back()), 1);
    }
    EXPECT_EQ(fences_of(sources.front()), 1);
}

TEST_F(heavy_fence, is_not_made_for_symmetric_tokens) {
    standalone_token with(policy::symmetric);
    register_often(with, 1000);
    EXPECT_EQ(fences_of(with), 0);
}

TEST_F(heavy_fence, is_made_from_the_64th_registration_of_an_adaptive_token_on) {
    standalone_token few;
    register_often(few, 63);
    EXPECT_EQ(fences_of(few), 0);
    standalone_token many;
    register_often(many, 64);
    EXPECT_EQ(fences_of(many), 1);
}

} // namespace
} // namespace tollgate::cancel
