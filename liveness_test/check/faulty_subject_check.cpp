// SPDX-License-Identifier: BSL-1.0
//
// Subjects that leave something out or do too much: their ground reports it. And correct subjects.
#include "other_subjects.hpp"
#include "scan_loop.hpp"
#include "watched_subjects.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using ::testing::HasSubstr;

/// The error of a subject that was used `done` times, and should have been used `due` times.
template <class Subject>
std::string error_of(std::uint64_t done, std::uint64_t due, const setup& options = {}) {
    typename Subject::ground ground(options);
    Subject subject(ground);
    for (std::uint64_t i = 0; i < done; ++i) {
        subject.once();
    }
    subject.stay();
    return ground.wrong(1, due);
}

template <class Subject>
class counted_subject : public ::testing::Test {};
using counted_subjects =
    ::testing::Types<passing, passing_migrating, passing_blocking, registering_nested, stamping,
                     deadline_setting, listing<single_stamp>, listing<stamped_history>,
                     clock_reading<unfenced_counter>, clock_reading<clock::monotonic_clock>>;
TYPED_TEST_SUITE(counted_subject, counted_subjects);

TYPED_TEST(counted_subject, reports_a_missing_operation_and_one_too_many) {
    EXPECT_EQ(error_of<TypeParam>(0, 0), "");
    for (const std::uint64_t times : {1, 16, 17, 1000}) {
        EXPECT_EQ(error_of<TypeParam>(times, times), "");
        EXPECT_NE(error_of<TypeParam>(times - 1, times), "");
        EXPECT_NE(error_of<TypeParam>(times + 1, times), "");
    }
    typename TypeParam::ground ground(setup{});
    if constexpr (!requires { ground.readings; }) {
        EXPECT_NE(ground.wrong(1, 0), "");
    }
}

TEST(other_subjects, are_right) {
    for (const std::uint64_t times : {0, 1, 1000}) {
        EXPECT_EQ(error_of<registering>(times, times), "");
        EXPECT_EQ(error_of<touching>(times, times), "");
        EXPECT_EQ((error_of<cycling>(times, times, {liveness::stamps::counter, 33})), "");
        EXPECT_EQ((error_of<listing<stamped_history>>(times, times, {{}, 33})), "");
        EXPECT_EQ((error_of<passing>(times, times, {liveness::stamps::counter, 0})), "");
    }
}

TEST(other_subjects, report_a_lost_touch_or_scope) {
    EXPECT_NE(error_of<touching>(0, 1), "");
    registering::ground ground(setup{});
    EXPECT_THAT(ground.wrong(1, 0), HasSubstr("scopes lost or invented: 0 found, 1 due"));
}

TEST(other_subjects, report_a_record_that_is_not_reused) {
    registering::ground ground(setup{});
    {
        std::list<registering> many;
        for (int i = 0; i < 65; ++i) {
            many.emplace_back(ground).stay();
        }
        while (!many.empty()) {
            many.pop_back();
        }
    }
    registering last(ground);
    last.stay();
    EXPECT_THAT(ground.wrong(1, 1), HasSubstr("records were lost"));
}

TEST(checked_registry, reports_a_wrong_name_and_a_wrong_last_checkpoint) {
    checked_registry registry(liveness::stamps::coarse);
    {
        const liveness::watched_scope scope(registry.get(), "other", first_checkpoint);
        EXPECT_EQ(registry.wrong(1, 1, first_checkpoint), "a scope has the name 'other'");
    }
    checked_registry another(liveness::stamps::coarse);
    const liveness::watched_scope scope(another.get(), scope_name, first_checkpoint);
    EXPECT_THAT(another.wrong(1, 1, next_checkpoint), HasSubstr("the last checkpoint"));
}

TEST(scans, are_right_or_lost_or_invented) {
    scanned_scopes all(70);
    for (int i = 0; i < 5; ++i) {
        all.pass();
        all.scan();
    }
    EXPECT_EQ(all.wrong(5), nullptr);
    EXPECT_STREQ(all.wrong(6), "scans lost or invented");
    EXPECT_STREQ(all.wrong(0), "scans lost or invented");
    all.forget();
    EXPECT_EQ(all.wrong(0), nullptr);
}

} // namespace
