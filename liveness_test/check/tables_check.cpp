// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/faults/made_up_machine.hpp>
#include <tollgate/faults/made_up_result.hpp>

#include <gmock/gmock.h>

#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string coarse = "/impl:tollgate/policy:coarse/threads:";

measure::case_record made_up(const std::string& name, double value_ns, double cpu_ns) {
    measure::case_record record = faults::made_up_case(name, {value_ns});
    record.rounds.front().cpu_ns = cpu_ns;
    return record;
}

TEST(ancestor_table, has_a_row_for_each_benchmark) {
    EXPECT_EQ(ancestor_table(faults::made_up_result(
                  {made_up("liveness/checkpoint" + coarse + "1", 2, 1.5),
                   made_up("liveness/checkpoint" + coarse + "64", 3, 3.5),
                   made_up("liveness/checkpoint_throughput" + coarse + "64", 0.5, 3),
                   made_up("liveness/register/impl:tollgate/threads:4", 20, 20),
                   made_up("liveness/full_cycle/impl:tollgate/checkpoints:100", 200, 200),
                   made_up("liveness/scan/records:8", 100, 100)})),
              R"(A call on its own thread, and what all threads get done:
| Benchmark                        | Time (ns) | CPU (ns) | calls/s of all threads |
|:---------------------------------|----------:|---------:|-----------------------:|
| ConcurrentCreateDelete/threads:4 |      20.0 |     20.0 |                      - |
| Checkpoint/threads:1             |      2.00 |     1.50 |                  500 M |
| Checkpoint/threads:64            |      3.00 |     3.50 |                 2000 M |
| FullCycle/checkpoints:100        |     200.0 |    200.0 |                    5 M |
| GCAndMonitor/records:8           |     100.0 |    100.0 |                   10 M |

)");
}

TEST(ancestor_table, has_nothing_of_others) {
    EXPECT_EQ(ancestor_table(faults::made_up_result(
                  {made_up("liveness/checkpoint/impl:touch_flag/threads:1", 1, 1),
                   made_up("liveness/register_nested/impl:tollgate/threads:1", 1, 1),
                   made_up("liveness/scan_moving/records:1", 1, 1),
                   faults::made_up_case("liveness/checkpoint" + coarse + "1", {})})),
              "");
}

// A name that was changed in the table of cases alone would leave a row out here.
TEST(ancestor_table, every_benchmark_is_one_of_the_program) {
    std::vector<measure::case_record> records;
    const cli::program what = describe_program();
    for (const measure::measured_case& one :
         what.cases(cli::parse_command_line(what, {}), faults::made_up_machine(1, 2, 1)).cases) {
        records.push_back(made_up(one.key.name(), 4'321, 5'678));
    }
    const std::string table = ancestor_table(faults::made_up_result(records));
    for (const std::string row : {"ConcurrentCreateDelete/threads:1024", "Checkpoint/threads:1024",
                                  "FullCycle/checkpoints:10000", "GCAndMonitor/records:100000"}) {
        EXPECT_THAT(table, HasSubstr(row));
    }
    EXPECT_THAT(table, Not(HasSubstr("- |")));
}

TEST(detection_text, counts_those_in_time) {
    measure::case_record record =
        faults::made_up_case("liveness/detection_delay/timeout_ms:50/period_ms:10", {1});
    record.ns_per_count = 0.5;
    for (const std::int64_t delay_ms : {1, 5, 19, 25}) {
        record.samples.add(delay_ms * 2'000'000);
    }
    EXPECT_EQ(detection_text(faults::made_up_result({record})),
              "Timeout 50 ms, period 10 ms: 3 of 4 within timeout + 2 periods; the longest 75.00 "
              "ms\n\n");
    EXPECT_EQ(detection_text({}), "");
}

} // namespace
