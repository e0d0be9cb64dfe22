// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/cancel_on_exit.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

namespace tollgate::cancel {
namespace {

using stopper = cancel_on_exit<standalone_token>;

/// Whether it has cancelled when the scope was left.
bool cancels(cancel_when when, const std::function<void(stopper&)>& within) {
    standalone_token cancellation;
    try {
        stopper stop(cancellation, when);
        within(stop);
        EXPECT_FALSE(cancellation.is_cancelled());
    } catch (const std::runtime_error&) {
    }
    return cancellation.is_cancelled();
}

void return_from(stopper& /*scope*/) {}
void throw_out_of(stopper& /*scope*/) {
    throw std::runtime_error("left");
}
void release(stopper& scope) {
    scope.release();
}

TEST(a_scope, cancels_its_source) {
    EXPECT_TRUE(cancels(cancel_when::always, return_from));
    EXPECT_TRUE(cancels(cancel_when::always, throw_out_of));
    EXPECT_FALSE(cancels(cancel_when::always, release));
    EXPECT_FALSE(cancels(cancel_when::if_thrown, return_from));
    EXPECT_TRUE(cancels(cancel_when::if_thrown, throw_out_of));
    const cancellation_source source;
    { const cancel_on_exit stop(source); }
    EXPECT_TRUE(source.is_cancelled());
}

// A scope that is left as usual, in a destructor that an exception runs, and one within it that is
// left by another exception.
TEST(a_scope, ignores_an_exception_that_was_already_in_flight) {
    struct unwound {
        ~unwound() {
            EXPECT_FALSE(cancels(cancel_when::if_thrown, return_from));
            EXPECT_TRUE(cancels(cancel_when::if_thrown, throw_out_of));
        }
    };
    EXPECT_THROW(
        {
            const unwound last;
            throw std::logic_error("in flight");
        },
        std::logic_error);
}

} // namespace
} // namespace tollgate::cancel
