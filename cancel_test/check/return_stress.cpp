// SPDX-License-Identifier: BSL-1.0
//
// Thousands of waits of each kind, ended at random moments: before the wait has begun, while it
// falls asleep, and long after. They run alone, and while other threads want the CPUs too. No end
// is lost, and no wait ends by itself.
#include "measured_with.hpp"

#include <tollgate/testing/load.hpp>
#include <tollgate/testing/stress.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <random>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using namespace std::chrono_literals;
using ::testing::IsEmpty;

const measure::schedule many_events{1, {{199, 1}}};
const measure::schedule fewer_events{1, {{39, 1}}};

class any_moment : public ::testing::Test {
protected:
    template <class Wait>
    void expect_no_failure(return_loop<Wait> loop, const measure::schedule& events) {
        // At once; about when the wait begins; when it sleeps.
        for (const std::chrono::nanoseconds last : {0ns, 5'000ns, 100'000ns}) {
            loop.when = std::make_shared<measure::moments>(0ns, last, random_());
            ASSERT_THAT(failures_of(loop, events), IsEmpty());
        }
    }

private:
    std::mt19937 random_{tollgate::testing::drawn_seed()};
};

template <class Wait>
class sleeping_wait : public any_moment {};
TYPED_TEST_SUITE(sleeping_wait, sleeping_waits);

TYPED_TEST(sleeping_wait, loses_no_end) {
    this->expect_no_failure(free_return_loop<TypeParam>(), many_events);
}

TYPED_TEST(sleeping_wait, loses_no_end_on_one_cpu) {
    this->expect_no_failure(return_loop_on_one_cpu<TypeParam>(), many_events);
}

TYPED_TEST(sleeping_wait, loses_no_end_while_others_want_the_cpus) {
    const tollgate::testing::load others;
    this->expect_no_failure(free_return_loop<TypeParam>(), fewer_events);
    this->expect_no_failure(return_loop_on_one_cpu<TypeParam>(), fewer_events);
}

template <class Wait>
class spinning_wait : public any_moment {};
TYPED_TEST_SUITE(spinning_wait, spinning_waits);

TYPED_TEST(spinning_wait, loses_no_end) {
    this->expect_no_failure(free_return_loop<TypeParam>(), many_events);
}

} // namespace
