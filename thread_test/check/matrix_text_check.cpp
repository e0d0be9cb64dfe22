// SPDX-License-Identifier: BSL-1.0
//
// The texts of --matrix for results that were never measured.
#include "line_baton.hpp"
#include "matrix_cases.hpp"
#include "matrix_text.hpp"

#include <tollgate/report/json.hpp>
#include <tollgate/testing/described_machine.hpp>
#include <tollgate/testing/fake.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;
using ::testing::HasSubstr;
using ::testing::Not;
using tollgate::testing::described_machine;

/// A pair whose passes differ from the value by this share.
measure::case_record pair_of(int from, int to, double ns, double scatter = 0.01) {
    std::vector<tollgate::testing::fake_round> rounds;
    for (int pass = 0; pass < 9; ++pass) {
        rounds.push_back({ns * (1 + scatter * (pass % 3 - 1))});
    }
    measure::case_record record = tollgate::testing::fake_case("", rounds);
    record.key = key_of_pair({from, to});
    record.valued_by = measure::method::unsampled_loop;
    return record;
}

report::result result_of(const std::vector<measure::case_record>& records) {
    report::result run;
    run.cases = measure::conclude(records, {});
    return run;
}

/// All pairs of a machine: 20 ns for siblings, 40 ns under one L3, else 140 ns, and a little more
/// for higher CPUs. The pair of CPUs 0 and 3 scatters most.
report::result result_on(const cpu::topology& machine) {
    std::vector<measure::case_record> records;
    for (const cpu_pair& pair : plan_pairs(machine, SIZE_MAX).pairs) {
        const relation between = relation_of(machine, pair.from, pair.to);
        const double ns = between == relation::smt ? 20 : between == relation::l3 ? 40 : 140;
        records.push_back(
            pair_of(pair.from, pair.to, ns + 0.1 * pair.to, pair == cpu_pair{0, 3} ? 0.03 : 0.01));
    }
    return result_of(records);
}

const cpu::topology four_cpus = described_machine("package:2 l3:1 core:1 pu:2");

TEST(matrix, is_a_triangle_for_a_few_cpus) {
    report::result run = result_on(four_cpus);
    std::erase_if(run.cases, [](const auto& each) {
        return each.record.key == key_of_pair({1, 2});
    });
    run.unavailable.push_back({key_of_pair({1, 2}), "it is said below the matrix", false});
    EXPECT_EQ(matrix_text(run, four_cpus, 6, 80),
              "Cache-line latency of pairs of CPUs: ns for one transfer (half of a round trip)\n"
              "\n"
              "CPU     0     1     2\n"
              "   1 20.1s\n"
              "   2  140o\n"
              "   3  140o  140o 20.3s\n"
              "\n"
              "s: SMT siblings; o: other socket\n"
              "largest ±: 3.0 % (CPUs 0 and 3)\n"
              "home of each line: the memory node of the first CPU of its pair\n"
              "2 of 6 CPUs are missing: they are offline, or not allowed by --cpus or the "
              "affinity\n");
}

TEST(matrix, is_a_table_of_groups_for_many_cpus) {
    const cpu::topology machine = described_machine("package:2 l3:1 core:6 pu:2");
    EXPECT_EQ(matrix_text(result_on(machine), machine, 24, 100),
              "Cache-line latency of pairs of CPUs: ns for one transfer (half of a round trip)\n"
              "\n"
              "| relation     | CPUs          | pairs | median ns | least | most | largest ± |\n"
              "|:-------------|:--------------|------:|----------:|------:|-----:|----------:|\n"
              "| SMT siblings | all           |    12 |      21.2 |  20.1 | 22.3 |     1.0 % |\n"
              "| same L3      | all           |   120 |      41.2 |  40.2 | 42.3 |     3.0 % |\n"
              "| other socket | all           |   144 |       142 |   141 |  142 |     1.0 % |\n"
              "| SMT siblings | 0-11          |     6 |      20.6 |  20.1 | 21.1 |     1.0 % |\n"
              "| same L3      | 0-11          |    60 |      40.8 |  40.2 | 41.1 |     3.0 % |\n"
              "| other socket | 0-11 to 12-23 |   144 |       142 |   141 |  142 |     1.0 % |\n"
              "| SMT siblings | 12-23         |     6 |      21.8 |  21.3 | 22.3 |     1.0 % |\n"
              "| same L3      | 12-23         |    60 |      42.0 |  41.4 | 42.3 |     1.0 % |\n"
              "\n"
              "largest ±: 3.0 % (CPUs 0 and 3)\n"
              "home of each line: the memory node of the first CPU of its pair\n");
}

TEST(matrix, is_a_table_of_groups_if_the_terminal_is_narrow) {
    const cpu::topology machine = described_machine("package:1 l3:1 core:16 pu:1");
    EXPECT_THAT(matrix_text(result_on(machine), machine, 16, 94), HasSubstr("\nCPU     0     1 "));
    EXPECT_THAT(matrix_text(result_on(machine), machine, 16, 93), HasSubstr("| same L3  | all"));
    for (const cpu::topology& larger : {described_machine("package:1 l3:8 core:8 pu:1"), machine}) {
        const std::string text = matrix_text(result_on(larger), larger, 64, 100);
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
            EXPECT_LE(end - begin, 100U + 2) << text.substr(begin, end - begin);
        }
    }
}

TEST(matrix, leaves_the_rows_of_too_many_groups_to_files) {
    const cpu::topology machine = described_machine("package:1 l3:10 core:2 pu:1");
    const std::string text = matrix_text(result_on(machine), machine, 20, 100);
    EXPECT_THAT(text, HasSubstr("10 groups of CPUs: --csv FILE and --json FILE have each pair\n"));
    EXPECT_THAT(text, Not(HasSubstr("0-1 to 2-3")));
}

TEST(matrix, marks_costs_that_are_not_sure_and_says_what_is_missing) {
    const measure::case_record wide = pair_of(0, 2, 51.5, 0.3);
    measure::case_record none = pair_of(1, 2, 50);
    none.rounds.clear();
    const std::string text =
        matrix_text(result_of({pair_of(0, 1, 9.5), wide, none}), four_cpus, 4, 80);
    EXPECT_THAT(text, HasSubstr("\n   1 9.50s\n   2  52?o\n"));
    EXPECT_THAT(text, Not(HasSubstr("not known within"))) << "it is said below the matrix";
    EXPECT_THAT(text, HasSubstr("not measured: 1 pair, because the run ended before"));
    EXPECT_THAT(matrix_text(result_of({pair_of(0, 1, 20), pair_of(0, 3, 40)}), four_cpus, 4, 80),
                HasSubstr("not measured: the pairs that --only leaves out\n"));
    EXPECT_EQ(matrix_text(result_of({none}), four_cpus, 4, 80), "no pair of CPUs was measured\n");
}

// 576 CPUs, and more rounds than a file that costSheet reads.
TEST(matrix, has_a_file_that_can_be_read_however_large_it_is) {
    const cpu::topology machine = described_machine("package:2 l3:18 core:8 pu:2");
    std::vector<measure::case_record> records;
    for (const cpu_pair& pair : plan_pairs(machine, 10'000).pairs) {
        records.push_back(pair_of(pair.from, pair.to, 40 + 0.01 * pair.to));
        records.back().rounds.resize(1);
    }
    records.front().rounds.assign(201, records.front().rounds.front());
    report::result run = result_of(records);
    const report::result read = report::read_json(report::to_json(run));
    EXPECT_EQ(matrix_text(read, machine, 576, 100), matrix_text(run, machine, 576, 100));
    EXPECT_EQ(pairs_of(read).size(), 10'000U);
}

TEST(matrix, says_where_the_lines_were_not_at_home) {
    measure::case_record elsewhere = pair_of(0, 1, 20);
    elsewhere.counted[on_other_node] = 3;
    measure::case_record unknown = pair_of(0, 2, 20);
    unknown.counted[on_unknown_node] = 3;
    EXPECT_THAT(matrix_text(result_of({elsewhere, unknown}), four_cpus, 4, 80),
                HasSubstr("; for 1 pair, some lines were on another node; not known for 1 pair\n"));
    EXPECT_THAT(matrix_text(result_of({unknown}), four_cpus, 4, 80),
                HasSubstr("\nhome of each line: not known\n"));
}

TEST(matrix_csv, has_a_row_and_a_column_for_each_cpu_and_what_is_not_sure) {
    measure::case_record none = pair_of(3, 300, 50);
    none.rounds.clear();
    report::result run = result_of({pair_of(0, 3, 20), pair_of(0, 300, 41.25),
                                    pair_of(0, 302, 60, 0.4), pair_of(0, 301, 50, 0.3), none});
    EXPECT_EQ(matrix_csv(run), "ns from CPU to CPU,0,3,300,301,302,not known within 10 %,state\n"
                               "0,,20.00,41.25,50.00,60.00,301 302,complete\n"
                               "3,,,,,,,complete\n"
                               "300,,,,,,,complete\n"
                               "301,,,,,,,complete\n"
                               "302,,,,,,,complete\n");
    run.stopped = measure::stop_reason::interrupted;
    EXPECT_THAT(matrix_csv(run), HasSubstr("301 302,partial\n3,"));
}

TEST(latency_text, has_three_digits) {
    EXPECT_EQ(latency_text(9.876), "9.88");
    EXPECT_EQ(latency_text(9.996), "10.0");
    EXPECT_EQ(latency_text(39.12), "39.1");
    EXPECT_EQ(latency_text(99.96), "100");
    EXPECT_EQ(latency_text(1212.4), "1212");
}

} // namespace
