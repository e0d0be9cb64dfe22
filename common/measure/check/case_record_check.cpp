// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_record.hpp>

#include <gmock/gmock.h>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;

std::vector<double> kept(const case_record& record) {
    std::vector<double> values;
    for (const worst_sample& one : record.worst) {
        values.push_back(one.raw_ns);
    }
    return values;
}

TEST(case_record, keeps_the_largest_samples_largest_first) {
    case_record record;
    for (const double ns : {5.0, 90.0, 1.0, 40.0, 70.0, 2.0, 60.0, 30.0, 80.0, 20.0, 50.0, 10.0}) {
        record.keep_if_among_worst({ns, 0, 0, 0, {}});
    }
    EXPECT_THAT(kept(record), ElementsAre(90, 80, 70, 60, 50, 40, 30, 20));
}

TEST(case_record, of_equal_samples_the_earliest_stay) {
    case_record record;
    for (std::uint64_t i = 0; i < 20; ++i) {
        record.keep_if_among_worst({7, 0, 0, i, {}});
    }
    ASSERT_EQ(record.worst.size(), case_record::most_worst);
    for (std::uint64_t i = 0; i < case_record::most_worst; ++i) {
        EXPECT_EQ(record.worst[i].index, i);
    }
}

TEST(case_record, a_worst_sample_keeps_where_it_was_and_what_went_on) {
    case_record record;
    record.keep_if_among_worst({9, 1, 2, 3, {"steal 1 tick"}});
    EXPECT_EQ(record.worst.at(0).process, 1u);
    EXPECT_EQ(record.worst.at(0).round, 2u);
    EXPECT_EQ(record.worst.at(0).index, 3u);
    EXPECT_THAT(record.worst.at(0).disturbances, ElementsAre("steal 1 tick"));
}

TEST(case_record, cpus_are_ascending_and_each_once) {
    case_record record;
    for (const int cpu : {3, 1, 3, 0, 1, 64}) {
        record.saw_cpu(cpu);
    }
    EXPECT_THAT(record.cpus, ElementsAre(0, 1, 3, 64));
}

} // namespace
} // namespace tollgate::measure
