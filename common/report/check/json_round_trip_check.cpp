// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <limits>
#include <sstream>
#include <string>

namespace tollgate::report {
namespace {

using ::testing::ElementsAre;

void expect_round_trip(result seen) {
    conclude_anew(seen);
    const std::string once = to_json(seen);
    const result read = read_json(once);
    EXPECT_EQ(to_json(read), once);
    EXPECT_EQ(full_text(read), full_text(seen));
}

TEST(json_round_trip, everything) {
    expect_round_trip(made_up_result());
}

TEST(json_round_trip, nothing) {
    expect_round_trip(result{});
}

TEST(json_round_trip, an_entry_is_a_line) {
    const std::string text = to_json(made_up_result());
    std::istringstream lines(text);
    std::size_t cases = 0;
    std::size_t benchmarks = 0;
    for (std::string line; std::getline(lines, line);) {
        cases += line.starts_with("{\"name\":") && line.find("\"rounds\":[[") != std::string::npos;
        benchmarks += line.starts_with("{\"name\":") && line.find("run_type") != std::string::npos;
    }
    EXPECT_EQ(cases, 4u) << "each twin is one, too";
    EXPECT_EQ(benchmarks, nlohmann::json::parse(text).at("benchmarks").size());
}

TEST(json_round_trip, in_ascii_it_is_the_same) {
    result seen = made_up_result();
    seen.notes = {"µ ± \x7f"};
    const std::string text = to_json(seen, letters::ascii);
    for (const char byte : text) {
        EXPECT_TRUE(byte == '\n' || (byte >= 0x20 && byte < 0x7f));
    }
    EXPECT_EQ(to_json(read_json(text)), to_json(seen));
}

TEST(json_round_trip, what_is_not_known_stays_so) {
    result seen = made_up_result();
    seen.about.cpu_scaling_enabled.reset();
    seen.about.aslr_enabled.reset();
    seen.classical.reset();
    expect_round_trip(seen);
    const result read = read_json(to_json(seen));
    EXPECT_FALSE(read.about.cpu_scaling_enabled);
    EXPECT_FALSE(read.about.aslr_enabled);
    EXPECT_FALSE(read.classical);
}

TEST(json_round_trip, an_l1_miss_that_was_not_measured_is_not_there) {
    result seen = made_up_result();
    EXPECT_EQ(read_json(to_json(seen)).clock.l1_miss_ns, 4.75);
    seen.clock.l1_miss_ns = 0;
    EXPECT_EQ(to_json(seen).find("l1_miss_ns"), std::string::npos);
    EXPECT_EQ(read_json(to_json(seen)).clock.l1_miss_ns, 0);
    expect_round_trip(seen);
}

TEST(json_round_trip, where_and_by_what_it_was_measured) {
    const context read = read_json(to_json(made_up_result())).about;
    const context about = made_up_context();
    EXPECT_EQ(read.program, about.program);
    EXPECT_EQ(read.version, about.version);
    EXPECT_EQ(read.date, about.date);
    EXPECT_EQ(read.host_name, about.host_name);
    EXPECT_EQ(read.executable, about.executable);
    EXPECT_EQ(read.arguments, about.arguments);
    EXPECT_EQ(read.cpus, about.cpus);
    EXPECT_EQ(read.cpu_model, about.cpu_model);
    EXPECT_EQ(read.topology, about.topology);
    EXPECT_EQ(read.kernel, about.kernel);
    EXPECT_EQ(read.compiler, about.compiler);
    EXPECT_EQ(read.release_build, about.release_build);
    EXPECT_EQ(read.mhz_per_cpu, about.mhz_per_cpu);
    EXPECT_EQ(read.cpu_scaling_enabled, about.cpu_scaling_enabled);
    EXPECT_EQ(read.aslr_enabled, about.aslr_enabled);
    EXPECT_EQ(read.load_average, about.load_average);
}

TEST(json_round_trip, what_was_measured) {
    const result seen = made_up_result();
    const result read = read_json(to_json(seen));
    EXPECT_EQ(read.stopped, seen.stopped);
    EXPECT_EQ(read.rounds, seen.rounds);
    EXPECT_EQ(read.passes, seen.passes);
    EXPECT_EQ(read.spread_over_s, seen.spread_over_s);
    EXPECT_EQ(read.took_s, seen.took_s);
    EXPECT_EQ(read.budget_s, seen.budget_s);
    EXPECT_EQ(read.notes, seen.notes);
    EXPECT_EQ(read.clock.ns_per_count, seen.clock.ns_per_count);
    EXPECT_EQ(read.clock.readings_backwards, seen.clock.readings_backwards);
    ASSERT_EQ(read.cases.size(), 2u);
    const auto& one = read.cases[0];
    EXPECT_EQ(one.record.unit, "one yield");
    EXPECT_EQ(one.record.threads, 2u);
    EXPECT_THAT(one.record.cpus, ElementsAre(1, 3));
    ASSERT_EQ(one.record.rounds.size(), 12u);
    EXPECT_EQ(one.record.rounds[7].value_ns, seen.cases[0].record.rounds[7].value_ns);
    EXPECT_EQ(one.record.rounds[7].fit.slope, seen.cases[0].record.rounds[7].fit.slope);
    EXPECT_THAT(one.record.rounds[1].disturbances,
                ElementsAre("steal 2 ticks", "throttled 1 period"));
    EXPECT_EQ(one.record.samples.buckets(), seen.cases[0].record.samples.buckets());
    EXPECT_EQ(one.record.worst.size(), 2u);
    EXPECT_EQ(one.record.rounds[7].reference_after_ns, 45'000);
    ASSERT_EQ(read.twins.size(), 2u);
    EXPECT_EQ(read.twins[1].record.rounds.at(0).value_ns,
              seen.twins[1].record.rounds.at(0).value_ns);
}

TEST(json_round_trip, gaps_with_what_was_counted_meanwhile) {
    const result read = read_json(to_json(made_up_result()));
    EXPECT_TRUE(read.cases[0].record.gaps.empty());
    EXPECT_EQ(read.cases[1].record.gaps, made_up_gaps());
}

TEST(json_round_trip, every_number_exactly) {
    constexpr auto least = std::numeric_limits<double>::denorm_min();
    constexpr auto most = std::numeric_limits<double>::max() / 4;
    for (const double odd : {0.1, 1.0 / 3, 1e-300, least, most, 123456789.123456789, -0.0, -5.5}) {
        result seen = made_up_result();
        seen.twins[0].record.rounds[0].value_ns = odd;
        conclude_anew(seen);
        const result read = read_json(to_json(seen));
        EXPECT_EQ(read.twins.at(0).record.rounds[0].value_ns, odd);
        EXPECT_EQ(to_json(read), to_json(seen));
    }
}

TEST(json_round_trip, extreme_counts_and_histograms) {
    result seen = made_up_result();
    seen.cases[0].record.rounds[0].operations = std::numeric_limits<std::uint64_t>::max();
    seen.classical->switches_total_ns = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t value :
         {std::int64_t{-3}, std::int64_t{0}, stats::histogram::largest,
          stats::histogram::largest + 1, std::numeric_limits<std::int64_t>::max()}) {
        seen.cases[0].record.samples.add(value);
    }
    expect_round_trip(seen);
    const result read = read_json(to_json(seen));
    EXPECT_EQ(read.cases[0].record.rounds[0].operations, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(read.cases[0].record.samples.negative(), 1u);
    EXPECT_EQ(read.cases[0].record.samples.overflow(), 2u);
}

TEST(json_round_trip, partial_and_failed_runs) {
    result seen = made_up_result();
    seen.stopped = measure::stop_reason::interrupted;
    EXPECT_TRUE(read_json(to_json(seen)).partial());
    expect_round_trip(seen);
    seen.stopped = measure::stop_reason::failed;
    seen.cases[1].record.failures = {"turns lost"};
    EXPECT_FALSE(read_json(to_json(seen)).proven());
    expect_round_trip(seen);
}

TEST(json_round_trip, control_characters_and_quotes) {
    std::string odd = "a\"b\\c/\b\f\n\r\t\x01\x1f\x7f";
    odd += '\0';
    odd += "|µ±";
    result seen = made_up_result();
    seen.cases[0].record.key = odd;
    seen.about.host_name = odd;
    seen.notes = {odd};
    const std::string text = to_json(seen);
    for (const char byte : text) {
        EXPECT_TRUE(static_cast<unsigned char>(byte) >= 0x20 || byte == '\n');
    }
    const result read = read_json(text);
    EXPECT_EQ(read.cases[0].record.key.name(), odd);
    EXPECT_EQ(read.about.host_name, odd);
    EXPECT_EQ(read.notes.at(0), odd);
    EXPECT_EQ(to_json(read), text);
}

TEST(json_round_trip, what_is_not_utf8_is_replaced) {
    result seen = made_up_result();
    seen.about.host_name = "b\xff\xfe";
    seen.cases[0].record.key = "n\xc3";
    const std::string text = to_json(seen);
    const result read = read_json(text);
    EXPECT_EQ(read.about.host_name, "b\xef\xbf\xbd\xef\xbf\xbd");
    EXPECT_EQ(read.cases[0].record.key.name(), "n\xef\xbf\xbd");
    EXPECT_EQ(to_json(read), text);
}

} // namespace
} // namespace tollgate::report
