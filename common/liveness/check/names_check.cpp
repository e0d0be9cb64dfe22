// SPDX-License-Identifier: BSL-1.0
//
// The name of a scope: any bytes, copied when it begins.
#include "by_hand.hpp"

#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

/// Bytes of all kinds: each differs from its neighbours, some are zero, some are not UTF-8.
std::string bytes(std::size_t length) {
    std::string all(length, '\0');
    for (std::size_t i = 0; i < length; ++i) {
        all[i] = i % 7 == 6 ? '\0' : static_cast<char>(0x9d * (i + 1));
    }
    return all;
}

/// The name of the scope in its report. A sanitizer sees each byte that is read after the name.
std::string reported_as(std::string_view name) {
    by_hand watch;
    const std::unique_ptr<char[]> exactly(new char[name.size()]);
    std::copy(name.begin(), name.end(), exactly.get());
    const watched_scope named(watch.watcher, {exactly.get(), name.size()}, 1, {.timeout = 1s});
    std::fill_n(exactly.get(), name.size(), 'x');
    watch.pass_time(2s);
    return watch.reported.empty() ? "not reported" : watch.reported[0].name;
}

TEST(a_name, of_any_length_is_kept_up_to_40_bytes) {
    for (std::size_t length = 0; length <= 48; ++length) {
        EXPECT_EQ(reported_as(bytes(length)), bytes(std::min<std::size_t>(length, 40))) << length;
    }
    EXPECT_EQ(reported_as(bytes(100'000)), bytes(40));
}

TEST(a_name, of_an_empty_view_is_empty) {
    by_hand watch;
    const watched_scope nameless(watch.watcher, std::string_view(), 1, {.timeout = 1s});
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ::testing::ElementsAre("frozen "));
}

TEST(a_name, keeps_nothing_of_a_longer_name_before) {
    by_hand watch;
    for (std::size_t length = 40; length <= 40; --length) {
        { const watched_scope earlier(watch.watcher, std::string(40, 'x'), 1); }
        const watched_scope named(watch.watcher, bytes(length), 1, {.timeout = 1s});
        watch.reported.clear();
        watch.pass_time(2s);
        ASSERT_FALSE(watch.reported.empty());
        EXPECT_EQ(watch.reported.back().type, event::kind::frozen);
        EXPECT_EQ(watch.reported.back().name, bytes(length));
    }
}

} // namespace
} // namespace tollgate::liveness
