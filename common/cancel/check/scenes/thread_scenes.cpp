// SPDX-License-Identifier: BSL-1.0
//
// Threads with a source of the caller's, and what is left of a thread that was joined.
#include "actors.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/thread.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace tollgate::cancel {
namespace {

class threads : public scene {
protected:
    const cancellation_source group_{policy::symmetric};
};

TEST_F(threads, leave_the_source_alone_that_they_were_given) {
    {
        const thread brief(group_, [](const token&) {});
    }
    EXPECT_FALSE(group_.is_cancelled());
}

TEST_F(threads, are_cancelled_with_the_source_that_they_were_given) {
    thread brief(group_, [](const token&) {});
    group_.cancel();
    EXPECT_TRUE(brief.get_source().is_cancelled());
}

TEST_F(threads, are_cancelled_after_they_were_joined) {
    thread brief([](const token&) {});
    brief.join();
    EXPECT_TRUE(brief.cancel());
    EXPECT_TRUE(brief.get_source().is_cancelled());
}

TEST_F(threads, have_nothing_to_cancel_when_they_were_moved_from) {
    thread brief([](const token&) {});
    thread moved(std::move(brief));
    EXPECT_FALSE(brief.cancel()); // NOLINT(bugprone-use-after-move)
    brief = std::move(moved);
    EXPECT_FALSE(moved.cancel()); // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(brief.cancel());
}

// A thread that had a source gets another's, and the other one does not get its own.
TEST_F(threads, have_nothing_to_cancel_when_they_were_moved_to_one_that_was_joined) {
    thread joined([](const token&) {});
    joined.join();
    thread brief([](const token&) {});
    joined = std::move(brief);
    EXPECT_FALSE(brief.cancel()); // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(joined.cancel());
}

} // namespace
} // namespace tollgate::cancel
