// SPDX-License-Identifier: BSL-1.0
// Google Benchmark's schema, version 1, as its compare.py and other readers expect it.
#include <tollgate/report/json.hpp>

#include "made_up_result.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using nlohmann::ordered_json;
using ::testing::ElementsAre;
using type = ordered_json::value_t;

std::vector<std::string> keys(const ordered_json& object) {
    std::vector<std::string> names;
    for (const auto& [key, value] : object.items()) {
        names.push_back(key);
    }
    return names;
}

std::vector<std::string> aggregates_of(const ordered_json& whole, const std::string& run_name) {
    std::vector<std::string> names;
    for (const ordered_json& one : whole.at("benchmarks")) {
        if (one.at("run_name") == run_name && one.at("run_type") == "aggregate") {
            names.push_back(one.at("aggregate_name"));
        }
    }
    return names;
}

ordered_json entry_named(const ordered_json& whole, const std::string& name) {
    for (const ordered_json& one : whole.at("benchmarks")) {
        if (one.at("name") == name) {
            return one;
        }
    }
    ADD_FAILURE() << "no entry " << name;
    return {};
}

TEST(google_json, three_parts_in_order) {
    EXPECT_THAT(keys(ordered_json::parse(to_json(made_up_result()))),
                ElementsAre("context", "benchmarks", "tollgate"));
}

TEST(google_json, context) {
    const ordered_json about = ordered_json::parse(to_json(made_up_result())).at("context");
    EXPECT_THAT(keys(about),
                ElementsAre("date", "host_name", "executable", "num_cpus", "mhz_per_cpu",
                            "cpu_scaling_enabled", "aslr_enabled", "caches", "load_avg",
                            "library_version", "library_build_type", "json_schema_version"));
    for (const char* key : {"date", "host_name", "executable", "library_version"}) {
        EXPECT_TRUE(about.at(key).is_string()) << key;
    }
    EXPECT_EQ(about.at("num_cpus"), 2);
    EXPECT_EQ(about.at("mhz_per_cpu"), 2800);
    EXPECT_EQ(about.at("cpu_scaling_enabled"), true);
    EXPECT_EQ(about.at("aslr_enabled"), false);
    EXPECT_TRUE(about.at("caches").is_array());
    EXPECT_EQ(about.at("load_avg"), ordered_json({0.5, 0.25, 0.1}));
    EXPECT_EQ(about.at("library_build_type"), "debug");
    EXPECT_EQ(about.at("json_schema_version"), 1);
}

TEST(google_json, context_leaves_out_what_is_not_known) {
    result seen = made_up_result();
    seen.about.cpu_scaling_enabled.reset();
    seen.about.aslr_enabled.reset();
    seen.about.release_build = true;
    seen.about.load_average.clear();
    const ordered_json about = ordered_json::parse(to_json(seen)).at("context");
    EXPECT_FALSE(about.contains("cpu_scaling_enabled"));
    EXPECT_FALSE(about.contains("aslr_enabled"));
    EXPECT_EQ(about.at("library_build_type"), "release");
    EXPECT_EQ(about.at("load_avg"), ordered_json::array());
}

std::vector<int> entries_of(std::uint64_t rounds) {
    result seen = made_up_result();
    seen.cases = {made_up_record("one", 58, rounds)};
    std::vector<int> indices;
    const ordered_json whole = ordered_json::parse(to_json(seen));
    for (const ordered_json& one : whole.at("benchmarks")) {
        if (one.at("run_type") == "iteration") {
            EXPECT_EQ(one.at("repetitions"), (rounds + 1) / 2);
            indices.push_back(one.at("repetition_index"));
        }
    }
    return indices;
}

TEST(google_json, each_pass_has_an_entry) {
    EXPECT_THAT(entries_of(0), ElementsAre());
    EXPECT_THAT(entries_of(1), ElementsAre(0));
    EXPECT_THAT(entries_of(4), ElementsAre(0, 1));
    EXPECT_THAT(entries_of(20), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
}

TEST(google_json, an_iteration_entry_has_the_medians_of_its_pass) {
    const ordered_json whole = ordered_json::parse(to_json(made_up_result()));
    const ordered_json& third = whole.at("benchmarks").at(2);
    EXPECT_THAT(keys(third),
                ElementsAre("name", "family_index", "per_family_instance_index", "run_name",
                            "run_type", "repetitions", "repetition_index", "threads", "iterations",
                            "real_time", "cpu_time", "time_unit"));
    EXPECT_EQ(third.at("name"), "fiber/yield/fibers:4");
    EXPECT_EQ(third.at("run_name"), third.at("name"));
    EXPECT_EQ(third.at("run_type"), "iteration");
    EXPECT_EQ(third.at("family_index"), 0);
    EXPECT_EQ(third.at("per_family_instance_index"), 0);
    EXPECT_EQ(third.at("repetitions"), 6);
    EXPECT_EQ(third.at("repetition_index"), 2);
    EXPECT_EQ(third.at("threads"), 2);
    EXPECT_EQ(third.at("iterations"), 17'244 + 17'245) << "of its rounds together";
    EXPECT_DOUBLE_EQ(third.at("real_time").get<double>(), 58 * 1.0045);
    EXPECT_DOUBLE_EQ(third.at("cpu_time").get<double>(), 58 * 1.0045 / 3);
    EXPECT_EQ(third.at("time_unit"), "ns");
}

TEST(google_json, passes_are_told_apart_by_their_number_and_not_by_their_place) {
    result seen = made_up_result();
    seen.cases = {made_up_record("one", 58, 4)};
    for (auto& round : seen.cases[0].record.rounds) {
        round.process = 7 - round.process; // 7, 7, 6, 6
    }
    conclude_anew(seen);
    const ordered_json whole = ordered_json::parse(to_json(seen));
    EXPECT_EQ(whole.at("benchmarks").at(0).at("repetition_index"), 0);
    EXPECT_DOUBLE_EQ(whole.at("benchmarks").at(0).at("real_time").get<double>(),
                     58 * (1.002 + 1.003 * 1.02) / 2)
        << "the slow one among them";
    EXPECT_EQ(whole.at("benchmarks").at(1).at("repetition_index"), 1);
    EXPECT_DOUBLE_EQ(whole.at("benchmarks").at(1).at("real_time").get<double>(), 58 * 1.0005);
}

TEST(google_json, every_entry_has_what_readers_insist_on) {
    const ordered_json whole = ordered_json::parse(to_json(made_up_result()));
    std::size_t iterations = 0;
    for (const ordered_json& one : whole.at("benchmarks")) {
        EXPECT_EQ(one.at("name").type(), type::string);
        EXPECT_EQ(one.at("run_name").type(), type::string);
        EXPECT_EQ(one.at("real_time").type(), type::number_float);
        EXPECT_EQ(one.at("cpu_time").type(), type::number_float);
        for (const char* key : {"family_index", "per_family_instance_index", "repetitions",
                                "threads", "iterations"}) {
            EXPECT_TRUE(one.at(key).is_number_integer()) << key;
        }
        EXPECT_EQ(one.at("time_unit"), "ns");
        if (one.at("run_type") == "iteration") {
            ++iterations;
            EXPECT_TRUE(one.at("repetition_index").is_number_integer());
            EXPECT_FALSE(one.contains("aggregate_name"));
        } else {
            EXPECT_EQ(one.at("run_type"), "aggregate");
            EXPECT_FALSE(one.contains("repetition_index"));
            EXPECT_EQ(one.at("name"), one.at("run_name").get<std::string>() + "_" +
                                          one.at("aggregate_name").get<std::string>());
            EXPECT_EQ(one.at("aggregate_unit"),
                      one.at("aggregate_name") == "cv" ? "percentage" : "time");
            EXPECT_EQ(one.at("iterations"), 12);
        }
    }
    EXPECT_EQ(iterations, 12u);
}

TEST(google_json, aggregates_follow_their_case) {
    const ordered_json whole = ordered_json::parse(to_json(made_up_result()));
    EXPECT_THAT(aggregates_of(whole, "fiber/yield/fibers:4"),
                ElementsAre("mean", "median", "stddev", "cv", "p50", "p90", "p99", "max"));
    std::vector<int> families;
    for (const ordered_json& one : whole.at("benchmarks")) {
        if (families.empty() || one.at("family_index") != families.back()) {
            families.push_back(one.at("family_index"));
        }
    }
    EXPECT_THAT(families, ElementsAre(0, 1));
    const ordered_json cv = entry_named(whole, "fiber/context_resume_cv");
    EXPECT_NEAR(cv.at("real_time").get<double>(), 0.0105, 1e-4) << "a share, not per cent";
}

TEST(google_json, aggregates_that_do_not_exist_are_left_out) {
    result seen = made_up_result();
    seen.cases = {made_up_record("few", 58, 1), made_up_record("none", 58, 0)};
    const ordered_json whole = ordered_json::parse(to_json(seen));
    EXPECT_THAT(aggregates_of(whole, "few"), ElementsAre("mean", "median", "stddev", "cv"));
    EXPECT_THAT(aggregates_of(whole, "none"), ElementsAre());
    EXPECT_FALSE(entry_named(whole, "few_median").contains("ci_low_ns"));
}

TEST(google_json, own_numbers_stand_on_the_median) {
    const ordered_json median =
        entry_named(ordered_json::parse(to_json(made_up_result())), "fiber/context_resume_median");
    for (const char* key : {"ci_low_ns", "ci_high_ns", "raw_ns", "overhead_ns", "overhead_u95_ns",
                            "samples", "nvcsw_per_op", "nivcsw_per_op"}) {
        EXPECT_TRUE(median.at(key).is_number()) << key;
    }
    EXPECT_EQ(median.at("real_time"), made_up_result().cases[1].summary.value_ns.value);
    EXPECT_LE(median.at("ci_low_ns"), median.at("real_time"));
    EXPECT_GE(median.at("ci_high_ns"), median.at("real_time"));
    EXPECT_EQ(median.at("overhead_ns"), 20.1);
    EXPECT_EQ(median.at("samples"), 2400);
}

TEST(ci_json, has_exactly_one_iteration_entry_a_case) {
    result seen = made_up_result();
    seen.cases.push_back(made_up_record("none", 58, 0));
    const ordered_json whole = ordered_json::parse(to_ci_json(seen));
    EXPECT_THAT(keys(whole), ElementsAre("context", "benchmarks"));
    EXPECT_TRUE(whole.at("context").at("caches").is_array());
    ASSERT_EQ(whole.at("benchmarks").size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        const ordered_json& one = whole.at("benchmarks").at(i);
        EXPECT_EQ(one.at("name"), seen.cases[i].record.key.name());
        EXPECT_EQ(one.at("run_type"), "iteration");
        EXPECT_EQ(one.at("family_index"), i);
        EXPECT_EQ(one.at("repetitions"), 1);
        EXPECT_EQ(one.at("repetition_index"), 0);
        EXPECT_EQ(one.at("iterations"), 12 * 17'240 + 66);
        EXPECT_EQ(one.at("time_unit"), "ns");
        EXPECT_TRUE(one.at("cpu_time").is_number());
        EXPECT_TRUE(one.at("ci_low_ns").is_number());
    }
    EXPECT_EQ(whole.at("benchmarks").at(0).at("real_time"), seen.cases[0].summary.value_ns.value);
}

TEST(ci_json, an_entry_has_all_that_github_action_benchmark_reads) {
    const ordered_json whole = ordered_json::parse(to_ci_json(made_up_result()));
    ASSERT_FALSE(whole.at("benchmarks").empty());
    for (const ordered_json& one : whole.at("benchmarks")) {
        EXPECT_TRUE(one.at("name").is_string());
        EXPECT_TRUE(one.at("real_time").is_number());
        EXPECT_TRUE(one.at("time_unit").is_string());
        EXPECT_TRUE(one.at("iterations").is_number_integer());
        EXPECT_TRUE(one.at("cpu_time").is_number());
        EXPECT_TRUE(one.at("threads").is_number_integer());
    }
}

} // namespace
} // namespace tollgate::report
