// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/csv.hpp>

#include <tollgate/measure/case_summary.hpp>

#include "made_up_result.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

namespace tollgate::report {
namespace {

using ::testing::ElementsAre;
using fields = std::vector<std::string>;

/// RFC 4180, as a reader of the file sees it.
std::vector<fields> read_csv(const std::string& text) {
    std::vector<fields> rows(1, fields(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string& field = rows.back().back();
        if (text[i] == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
            field += text[++i];
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (text[i] == ',' && !quoted) {
            rows.back().emplace_back();
        } else if (text[i] == '\n' && !quoted) {
            rows.emplace_back(1);
        } else {
            field += text[i];
        }
    }
    EXPECT_FALSE(quoted);
    EXPECT_EQ(rows.back(), fields(1)) << "the last line is ended";
    rows.pop_back();
    return rows;
}

fields row_of(const result& seen, const std::string& name, const std::string& statistic) {
    for (const fields& row : read_csv(to_csv(seen))) {
        if (row.at(1) == name && row.at(2) == statistic) {
            return row;
        }
    }
    return {};
}

TEST(csv, a_row_for_each_case_and_statistic) {
    const auto rows = read_csv(to_csv(made_up_result()));
    EXPECT_THAT(rows.at(0), ElementsAre("program", "case", "statistic", "value", "unit", "samples",
                                        "clock", "host", "date", "state"));
    fields statistics;
    for (const fields& row : rows) {
        ASSERT_EQ(row.size(), 10u);
        if (row[1] == "fiber/context_resume") {
            statistics.push_back(row[2]);
        }
    }
    EXPECT_THAT(statistics,
                ElementsAre("median", "ci_low", "ci_high", "mean", "stddev", "raw", "overhead",
                            "slope", "p50", "p90", "p99", "max", "cpu", "cpu_user", "cpu_system",
                            "voluntary_switches", "involuntary_switches", "as_it_is",
                            "quiet_rounds", "disturbed_rounds"));
}

TEST(csv, a_row_tells_all_by_itself) {
    EXPECT_THAT(row_of(made_up_result(), "fiber/yield/fibers:4", "overhead"),
                ElementsAre("testFiber", "fiber/yield/fibers:4", "overhead", "20.1", "ns", "12",
                            "tsc", "bench", "2025-03-14T15:09:26+01:00", "complete"));
    EXPECT_EQ(row_of(made_up_result(), "fiber/yield/fibers:4", "p90").at(5), "2400");
    EXPECT_EQ(row_of(made_up_result(), "fiber/yield/fibers:4", "disturbed_rounds").at(3), "1");
}

TEST(csv, numbers_are_exact) {
    const result seen = made_up_result();
    const auto& of = seen.cases[0].summary;
    const auto value = [&](const char* statistic) {
        return std::strtod(row_of(seen, seen.cases[0].record.key.name(), statistic).at(3).c_str(),
                           nullptr);
    };
    EXPECT_EQ(value("median"), of.value_ns.value);
    EXPECT_EQ(value("ci_low"), of.value_ns.range->low);
    EXPECT_EQ(value("ci_high"), of.value_ns.range->high);
    EXPECT_EQ(value("slope"), of.check.slope_ns.value);
    EXPECT_EQ(value("p99"), of.percentiles[2].corrected_ns);
    EXPECT_EQ(value("max"), of.max_corrected_ns);
    EXPECT_EQ(value("cpu_user"), of.cpu_user_ns);
    EXPECT_EQ(value("as_it_is"), of.as_it_is_ns.value);
    EXPECT_EQ(value("quiet_rounds"), 9);
}

TEST(csv, an_interrupted_run_is_marked) {
    result seen = made_up_result();
    seen.stopped = measure::stop_reason::interrupted;
    for (const fields& row : read_csv(to_csv(seen))) {
        EXPECT_EQ(row.at(9), row.at(0) == "program" ? "state" : "partial");
    }
}

TEST(csv, statistics_that_do_not_exist_have_no_row) {
    result seen = made_up_result();
    seen.cases = {made_up_record("few", 58, 1), made_up_record("none", 58, 0)};
    EXPECT_THAT(row_of(seen, "few", "ci_low"), ElementsAre());
    EXPECT_THAT(row_of(seen, "few", "p99"), ElementsAre());
    EXPECT_EQ(row_of(seen, "few", "quiet_rounds").at(3), "0");
    EXPECT_EQ(row_of(seen, "few", "p90").size(), 0u) << "what to take off is not known";
    EXPECT_THAT(row_of(seen, "none", "median"), ElementsAre());
}

TEST(csv, fields_are_quoted_where_they_must_be) {
    for (const std::string odd : {"a,b", "say \"so\"", "two\nlines", "\r", "\"", ",", ""}) {
        result seen = made_up_result();
        seen.about.program = odd;
        seen.about.host_name = odd;
        seen.about.date = odd;
        seen.cases = {made_up_record(odd, 58)};
        const auto rows = read_csv(to_csv(seen));
        ASSERT_EQ(rows.size(), 21u) << odd;
        EXPECT_EQ(rows[1].at(0), odd);
        EXPECT_EQ(rows[1].at(1), odd);
        EXPECT_EQ(rows[1].at(7), odd);
        EXPECT_EQ(rows[1].at(8), odd);
    }
    result seen = made_up_result();
    seen.about.host_name = "a,\"b\"";
    EXPECT_NE(to_csv(seen).find(",\"a,\"\"b\"\"\","), std::string::npos);
}

TEST(csv, of_nothing_is_its_header) {
    EXPECT_EQ(read_csv(to_csv(result{})).size(), 1u);
}

} // namespace
} // namespace tollgate::report
