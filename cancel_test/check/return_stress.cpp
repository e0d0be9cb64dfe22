// SPDX-License-Identifier: BSL-1.0
//
// Thousands of waits of each kind, ended at moments drawn at random: before the wait has begun,
// while it falls asleep, and long after; alone, and while other threads want the CPUs as well. None
// is lost, none ends by itself.
#include "measured_with.hpp"

#include <tollgate/faults/load.hpp>
#include <tollgate/faults/stress.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <random>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using namespace std::chrono_literals;
using ::testing::IsEmpty;

const measure::schedule many_events{1, {{199, 1}}};
const measure::schedule some_events{1, {{39, 1}}};

class any_moment : public testing::Test {
protected:
    template <class Wait>
    void expect_no_failure(return_loop<Wait> loop, const measure::schedule& asked) {
        // At once; about when the wait begins; when it sleeps.
        for (const std::chrono::nanoseconds last : {0ns, 5'000ns, 100'000ns}) {
            loop.when = std::make_shared<measure::moments>(0ns, last, random_());
            ASSERT_THAT(failures_of(loop, asked), IsEmpty());
        }
    }

private:
    std::mt19937 random_{faults::drawn_seed()};
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
    const faults::load others;
    this->expect_no_failure(free_return_loop<TypeParam>(), some_events);
    this->expect_no_failure(return_loop_on_one_cpu<TypeParam>(), some_events);
}

template <class Wait>
class looking_wait : public any_moment {};
TYPED_TEST_SUITE(looking_wait, looking_waits);

TYPED_TEST(looking_wait, loses_no_end) {
    this->expect_no_failure(free_return_loop<TypeParam>(), many_events);
}

} // namespace
