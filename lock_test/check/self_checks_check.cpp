// SPDX-License-Identifier: BSL-1.0
//
// The self-checks of shared data find each mistake that they are for.
#include "counters.hpp"
#include "guarded.hpp"
#include "locks/std_mutex.hpp"
#include "published_number.hpp"
#include "reads_and_writes.hpp"
#include "shared_pointer.hpp"

#include <gmock/gmock.h>

#include <cstdint>

namespace tollgate::lock_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <class Subject>
std::vector<std::string> failures_of(Subject& subject) {
    measure::loop_report report;
    subject.add_to(report);
    return report.failures;
}

TEST(guarded_data, counts_updates_and_hand_overs) {
    guarded<> data;
    const auto always = [](std::uint64_t) { return true; };
    EXPECT_TRUE(data.operate(0, 0, always));
    EXPECT_TRUE(data.operate(0, 2, always));
    EXPECT_TRUE(data.operate(1, 0, always));
    EXPECT_FALSE(data.operate(1, 0, [](std::uint64_t done) { return done != 3; }));
    EXPECT_FALSE(data.operate(0, 0, always)) << "it is over";
    measure::loop_report report;
    data.add_to(report, 3);
    EXPECT_THAT(report.failures, IsEmpty());
    EXPECT_EQ(report.counted[counts::hand_overs], 2U);
    data.add_to(report, 4);
    EXPECT_THAT(report.failures, ElementsAre("updates lost: the threads counted 4, the counter "
                                             "has 3"));
}

TEST(counters_of_threads, lose_no_count) {
    for (const std::size_t bytes : {0U, 8U, 64U, 128U}) {
        counters<update::fetch_add> subject({bytes}, 20);
        for (std::size_t thread = 0; thread < 20; ++thread) {
            counters<update::fetch_add>::member own(subject, thread);
            own.operate();
            own.end(1);
        }
        EXPECT_THAT(failures_of(subject), IsEmpty()) << bytes;
        counters<update::fetch_add>::member(subject, 0).end(1);
        EXPECT_THAT(failures_of(subject), ElementsAre(HasSubstr("counts lost"))) << bytes;
    }
}

TEST(a_published_number, never_goes_back) {
    published_number subject({}, 3);
    published_number::member writer(subject, 0);
    published_number::member other_writer(subject, 0);
    published_number::member reader(subject, 1);
    reader.accompany();
    writer.operate();
    writer.operate();
    reader.accompany();
    writer.end(2);
    reader.end(2);
    EXPECT_THAT(failures_of(subject), IsEmpty());
    other_writer.operate();
    reader.accompany();
    reader.end(3);
    EXPECT_THAT(failures_of(subject), ElementsAre(HasSubstr("an older store after a newer one"),
                                                  HasSubstr("a store was lost")));
}

TEST(reads_and_writes_under_a_lock, lose_no_write_and_write_as_often_as_asked) {
    reads_and_writes<std_mutex> subject({99}, 1);
    reads_and_writes<std_mutex>::member own(subject, 0);
    for (int i = 0; i < 300; ++i) {
        own.operate();
    }
    own.end(300);
    EXPECT_THAT(failures_of(subject), IsEmpty());
    own.end(300);
    EXPECT_THAT(failures_of(subject),
                ElementsAre("writes lost: the threads counted 6, the data has 3"));
}

#if defined(__cpp_lib_atomic_shared_ptr)

TEST(a_shared_pointer, loses_no_reference) {
    shared_pointer<pointer_operation::store> subject({}, 2);
    {
        shared_pointer<pointer_operation::store>::member own(subject, 1);
        own.operate();
        EXPECT_THAT(failures_of(subject), ElementsAre("references lost or left over"));
    }
    EXPECT_THAT(failures_of(subject), IsEmpty());
}

TEST(a_shared_pointer, is_loaded_as_it_was_stored) {
    shared_pointer<pointer_operation::load> subject({}, 1);
    {
        shared_pointer<pointer_operation::load>::member own(subject, 0);
        own.operate();
        own.end(1);
    }
    EXPECT_THAT(failures_of(subject), IsEmpty()); // stores a null pointer, too
    {
        shared_pointer<pointer_operation::load>::member own(subject, 0);
        own.operate();
        own.end(1);
    }
    EXPECT_THAT(failures_of(subject), ElementsAre(HasSubstr("another pointer than was stored")));
}

#endif

} // namespace
} // namespace tollgate::lock_test
