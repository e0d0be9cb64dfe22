// SPDX-License-Identifier: BSL-1.0
//
// A push that fails leaves the element where it was.
#include "cancellable.hpp"
#include "forms.hpp"
#include "kinds.hpp"

#include <tollgate/faults/scripted_kernel.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace tollgate::queue {
namespace {

template <class Kind>
class a_push_that_fails : public testing::Test {
protected:
    using element = std::unique_ptr<int>;
    using queue_type = typename Kind::template scripted<element>;

    /// Every form given by `with_limits`, on a full queue, while `happens`.
    template <class WithLimits>
    void expect(status how, WithLimits with_limits,
                const std::function<void(queue_type&, cancellable&)>& happens) {
        with_limits([&](const char* name, auto limit, auto... /*length*/) {
            SCOPED_TRACE(name);
            cancellable by;
            queue_type full(1);
            ASSERT_EQ(full.push(std::make_unique<int>(1)), status::done);
            kernel_.script.push_back({.asleep = [&] { happens(full, by); }});
            element mine = std::make_unique<int>(7);
            const int* const where = mine.get();
            EXPECT_EQ(push_in_form(full, std::move(mine), limit, by.get()), how);
            EXPECT_EQ(mine.get(), where);
            EXPECT_EQ(full.size(), 1U);
            kernel_.script.clear();
        });
    }

    static constexpr auto endless = [](auto with) { with_every_endless_limit(with); };
    static constexpr auto past = [](auto with) { with_every_past_limit(with); };
    static constexpr auto soon = [](auto with) { with_every_short_limit(with); };

    faults::scripted_kernel kernel_;
};
TYPED_TEST_SUITE(a_push_that_fails, kinds, kind_name);

TYPED_TEST(a_push_that_fails, by_a_close_keeps_its_element) {
    this->expect(status::closed, this->endless, [](auto& full, auto&) { full.close(); });
    this->expect(status::closed, this->soon, [](auto& full, auto&) { full.close(); });
}

TYPED_TEST(a_push_that_fails, by_a_cancellation_keeps_its_element) {
    this->expect(status::cancelled, this->endless, [](auto&, auto& by) { by.cancel(); });
    this->expect(status::cancelled, this->soon, [](auto&, auto& by) { by.cancel(); });
}

TYPED_TEST(a_push_that_fails, by_its_deadline_keeps_its_element) {
    this->expect(status::timeout, this->soon, [](auto&, auto&) {});
    this->expect(status::timeout, this->past, [](auto&, auto&) {});
}

// NOLINTBEGIN(bugprone-use-after-move): it is moved from only if it is done

TYPED_TEST(a_push_that_fails, in_a_try_keeps_its_element) {
    typename TestFixture::queue_type tested(1);
    auto mine = std::make_unique<int>(7);
    EXPECT_EQ(tested.try_push(std::make_unique<int>(1)), status::done);
    EXPECT_EQ(tested.try_push(std::move(mine)), status::full);
    EXPECT_TRUE(mine);
    tested.close();
    EXPECT_EQ(tested.try_push(std::move(mine)), status::closed);
    EXPECT_EQ(tested.push(std::move(mine)), status::closed);
    EXPECT_TRUE(tested.try_pop());
    EXPECT_EQ(tested.try_push(std::move(mine)), status::closed);
    ASSERT_TRUE(mine);
    EXPECT_EQ(*mine, 7);
}

// So it can be pushed again.
TYPED_TEST(a_push_that_fails, may_be_repeated) {
    typename TestFixture::queue_type tested(1);
    auto mine = std::make_unique<int>(7);
    EXPECT_EQ(tested.push(std::make_unique<int>(1)), status::done);
    EXPECT_EQ(tested.push_for(std::chrono::milliseconds(1), std::move(mine)), status::timeout);
    EXPECT_TRUE(tested.pop());
    EXPECT_EQ(tested.push(std::move(mine)), status::done);
    EXPECT_FALSE(mine);
    EXPECT_EQ(**tested.pop(), 7);
}

// NOLINTEND(bugprone-use-after-move)

} // namespace
} // namespace tollgate::queue
