// SPDX-License-Identifier: BSL-1.0
// Whole files, as other programs read them: Google Benchmark's compare.py, github-action-benchmark,
// Bencher, spreadsheets. For our own file it checks that no field is forgotten.
#include <tollgate/report/json.hpp>

#include "complete_records.hpp"

#include <boost/algorithm/string.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <regex>
#include <string>
#include <vector>

namespace tollgate::report {
namespace {

/// The text with six digits of each fraction, its long lines broken after commas.
std::string readable(const std::string& text) {
    static const std::regex fraction(R"(\d+\.\d+(e[-+]?\d+)?)");
    std::string shown;
    auto last = text.begin();
    for (std::sregex_iterator one(text.begin(), text.end(), fraction), end; one != end; ++one) {
        shown.append(last, text.begin() + one->position());
        shown += fmt::format("{:.6g}", std::stod(one->str()));
        last = text.begin() + one->position() + one->length();
    }
    shown.append(last, text.end());
    constexpr std::size_t width = 85;
    std::size_t begin = 0;
    for (std::size_t at = 0; at + 1 < shown.size(); ++at) {
        if (shown[at] == '\n') {
            begin = at + 1;
        } else if (at - begin > width && shown[at] == ',' && shown[at + 1] != '\n') {
            shown.insert(at + 1, "\n");
        }
    }
    return "\n" + shown;
}

TEST(written_files, result) {
    EXPECT_EQ(readable(to_json(short_result())), R"text(
{
"context": {"date":"2025-03-14T15:09:26+01:00","host_name":"bench","executable":"/opt/tollgate/bin/testFiber",
"num_cpus":2,"mhz_per_cpu":2800,"cpu_scaling_enabled":true,"aslr_enabled":false,"caches":[],
"load_avg":[0.5,0.25,0.1],"library_version":"tollgate 0.1.0","library_build_type":"debug",
"json_schema_version":1},
"benchmarks": [
{"name":"fiber/yield/fibers:4","family_index":0,"per_family_instance_index":0,"run_name":"fiber/yield/fibers:4",
"run_type":"iteration","repetitions":2,"repetition_index":0,"threads":2,"iterations":17241,
"real_time":58.058,"cpu_time":19.3527,"time_unit":"ns"},
{"name":"fiber/yield/fibers:4","family_index":0,"per_family_instance_index":0,"run_name":"fiber/yield/fibers:4",
"run_type":"iteration","repetitions":2,"repetition_index":1,"threads":2,"iterations":17240,
"real_time":58,"cpu_time":19.3333,"time_unit":"ns"},
{"name":"fiber/yield/fibers:4_mean","family_index":0,"per_family_instance_index":0,"run_name":"fiber/yield/fibers:4",
"run_type":"aggregate","repetitions":2,"aggregate_name":"mean","aggregate_unit":"time",
"threads":2,"iterations":2,"real_time":58.029,"cpu_time":19.343,"time_unit":"ns"},
{"name":"fiber/yield/fibers:4_median","family_index":0,"per_family_instance_index":0,"run_name":"fiber/yield/fibers:4",
"run_type":"aggregate","repetitions":2,"aggregate_name":"median","aggregate_unit":"time",
"threads":2,"iterations":2,"real_time":58.029,"cpu_time":19.343,"time_unit":"ns","ci_low_ns":57.6605,
"ci_high_ns":58.3975,"raw_ns":78.1348,"overhead_ns":20.1,"overhead_u95_ns":0,"samples":2,
"nvcsw_per_op":0.1,"nivcsw_per_op":1e-07},
{"name":"fiber/yield/fibers:4_stddev","family_index":0,"per_family_instance_index":0,"run_name":"fiber/yield/fibers:4",
"run_type":"aggregate","repetitions":2,"aggregate_name":"stddev","aggregate_unit":"time",
"threads":2,"iterations":2,"real_time":0.0410122,"cpu_time":0,"time_unit":"ns"},
{"name":"fiber/yield/fibers:4_cv","family_index":0,"per_family_instance_index":0,"run_name":"fiber/yield/fibers:4",
"run_type":"aggregate","repetitions":2,"aggregate_name":"cv","aggregate_unit":"percentage",
"threads":2,"iterations":2,"real_time":0.000706753,"cpu_time":0,"time_unit":"ns"},
{"name":"fiber/yield/fibers:4_max","family_index":0,"per_family_instance_index":0,"run_name":"fiber/yield/fibers:4",
"run_type":"aggregate","repetitions":2,"aggregate_name":"max","aggregate_unit":"time","threads":2,
"iterations":2,"real_time":55.6143,"cpu_time":19.343,"time_unit":"ns"},
{"name":"fiber/context_resume","family_index":1,"per_family_instance_index":0,"run_name":"fiber/context_resume",
"run_type":"iteration","repetitions":1,"repetition_index":0,"threads":2,"iterations":34481,
"real_time":29.0145,"cpu_time":9.6715,"time_unit":"ns"},
{"name":"fiber/context_resume_mean","family_index":1,"per_family_instance_index":0,"run_name":"fiber/context_resume",
"run_type":"aggregate","repetitions":1,"aggregate_name":"mean","aggregate_unit":"time",
"threads":2,"iterations":2,"real_time":29.0145,"cpu_time":9.6715,"time_unit":"ns"},
{"name":"fiber/context_resume_median","family_index":1,"per_family_instance_index":0,"run_name":"fiber/context_resume",
"run_type":"aggregate","repetitions":1,"aggregate_name":"median","aggregate_unit":"time",
"threads":2,"iterations":2,"real_time":29.0145,"cpu_time":9.6715,"time_unit":"ns","raw_ns":49.1174,
"overhead_ns":20.1,"samples":3,"nvcsw_per_op":0.1,"nivcsw_per_op":1e-07},
{"name":"fiber/context_resume_stddev","family_index":1,"per_family_instance_index":0,"run_name":"fiber/context_resume",
"run_type":"aggregate","repetitions":1,"aggregate_name":"stddev","aggregate_unit":"time",
"threads":2,"iterations":2,"real_time":0.0205061,"cpu_time":0,"time_unit":"ns"},
{"name":"fiber/context_resume_cv","family_index":1,"per_family_instance_index":0,"run_name":"fiber/context_resume",
"run_type":"aggregate","repetitions":1,"aggregate_name":"cv","aggregate_unit":"percentage",
"threads":2,"iterations":2,"real_time":0.000706753,"cpu_time":0,"time_unit":"ns"}
],
"tollgate": {
"format_version": 5,
"partial": false,
"self_checks_held": false,
"stopped": "converged",
"rounds": 12,
"passes": 6,
"took_s": 1.75,
"budget_s": 4,
"spread_over_s": 120.5,
"about": {"program":"testFiber","version":"0.1.0","arguments":["--only","fiber/.*","4"],
"cpu_model":"An Example CPU","topology":"1 package, 2 cores","kernel":"Linux 6.1","compiler":"g++ 12.2.0"},
"calibration": {"source":"tsc","ns_per_count":0.357143,"rate_hz":2.8e+09,"rate_error_hz":8400,
"counter_invariant":true,"resolution_ns":0.714286,"reading_ns_p50":8.5,"reading_ns_p99":9.25,
"reading_samples":4096},
"environment": [
{"name":"governor","state":"bad","found":"powersave","why":"the frequency follows the load",
"fix":"cpupower frequency-set -g performance","undo":"cpupower frequency-set -g powersave"},
{"name":"smt","state":"unknown","found":"cannot read it","why":"a sibling takes its share",
"fix":"","undo":"","measured_ns":13100.5,"measured_of":"thread/condvar"},
{"name":"steal","state":"ok","found":"none","why":"","fix":"","undo":""}
],
"speed": {"reference_loops":48,"fast_share":0.875,"slow_ratio":1.5,"interrupts_share":0.013,
"interrupts_u95":0.002,"levels":[{"cpu":1,"fast_reference_ns":30000},{"cpu":3,"fast_reference_ns":30500.5}],
"cache_line_latencies":[{"cpus":[1,3],"usual_ns":47.25,"usual_share":0.75,"least_ns":30.5,
"most_ns":160.5,"readings":24}]},
"noise_floors": [
{"case":"fiber/yield/fibers:4","ratio":1,"range":null,"claims_difference":false},
{"case":"fiber/context_resume","ratio":1.00069,"range":null,"claims_difference":false}
],
"clock_pair": {"kind":"Fiber","reading":"clock_gettime","reference_case":"fiber/yield/fibers:4",
"switches":4000000,"switches_total_ns":386241000,"calls_total_ns":106640000,"compensated_ns":69.9002},
"unavailable": [
{"name":"fiber/yield/placement:smt","path":"fiber/yield/placement:smt","parameters":[],
"reason":"no SMT siblings among the allowed CPUs"},
{"name":"fiber/yield/impl:go","path":"fiber/yield/impl:go","parameters":[],"reason":"it has ended",
"failed":true}
],
"notes": ["a first note","a second"],
"failed_self_checks": ["a shorter interval was later","nobody woke"],
"explanation": {"name":"thread/condvar/threads:2/placement:core","path":"thread/condvar",
"parameters":[{"name":"threads","value":2},{"name":"placement","value":"core"}],"cost":{"ns":7100,
"range_ns":{"low":6600,"high":7600,"confidence":0.95}},"passes":8,"passes_to_confirm":9,
"changes":[{"name":"cpus=busy","effect":"its CPUs are kept from idling","verdict":"idle states",
"alternative":false,"setting":"threads that spin","price":"power","command":"chrt --idle 0 spin",
"undo":"kill %1","found":"confirmed","hold":"held","hold_says":"they entered idle 3 times in 1,
000 operations instead of 998","takes_off":{"ns":5900,"range_ns":{"low":5400,"high":6400,
"confidence":0.95}},"costs":{"ns":1200,"range_ns":{"low":1000,"high":1400,"confidence":0.95}}},
{"name":"policy=fifo","effect":"what policy=fifo does","verdict":"","alternative":false,
"setting":"","price":"","command":"","undo":"","found":"once","hold":"held","hold_says":"",
"takes_off":{"ns":0,"range_ns":null},"costs":{"ns":0,"range_ns":null}},{"name":"cpu=7",
"effect":"what cpu=7 does","verdict":"","alternative":false,"setting":"","price":"","command":"",
"undo":"","found":"nothing","hold":"uncheckable","hold_says":"nothing here counts it","takes_off":{"ns":0,
"range_ns":null},"costs":{"ns":0,"range_ns":null}}],"together":{"names":["cpus=busy","idle=shallow"],
"takes_off":{"ns":6200,"range_ns":{"low":5700,"high":6700,"confidence":0.95}},"overlap":"each_is_enough"},
"left":{"ns":900,"range_ns":{"low":700,"high":1100,"confidence":0.95}},"disturbed":[{"by":"stolen",
"adds":{"ns":80,"range_ns":{"low":60,"high":100,"confidence":0.95}},"resolved":true},{"by":"stopped",
"adds":{"ns":1,"range_ns":{"low":-19,"high":21,"confidence":0.95}},"resolved":false}],"not_here":[{"name":"halt_poll=200us",
"reason":"the idle governor is not visible"}]},
"conclusions": [
{"name":"fiber/yield/fibers:4","method":"untimed_loop","rounds":2,"passes":2,"quiet":false,
"quiet_rounds":2,"value_ns":58.029,"value_range_ns":{"low":57.6605,"high":58.3975,"confidence":0.95},
"as_it_is_ns":58.029,"as_it_is_range_ns":{"low":57.6605,"high":58.3975,"confidence":0.95},
"explained_by_references":0,"disturbed_rounds":1,"slope_ns":58.0348,"closure_difference":0.0001,
"interrupts_share":0.013,"closure_unexplained":{"low":0.0111,"high":0.0151,"confidence":0.95},
"closure_disagrees":true},
{"name":"fiber/context_resume","method":"single_events","rounds":2,"passes":1,"quiet":false,
"quiet_rounds":0,"value_ns":29.0145,"value_range_ns":null,"as_it_is_ns":29.0145,"as_it_is_range_ns":null,
"explained_by_references":0,"disturbed_rounds":1,"slope_ns":0,"closure_difference":0,"interrupts_share":0,
"closure_unexplained":null,"closure_disagrees":false}
],
"round_columns": ["process","round","operations","value_ns","cpu_ns","cpu_user_ns","cpu_system_ns",
"nvcsw_per_op","nivcsw_per_op","units_per_op","fit_intercept_ns","fit_slope_ns","reference_before_ns",
"reference_after_ns"],
"cases": [
{"name":"fiber/yield/fibers:4","path":"fiber/yield","parameters":[{"name":"fibers","value":4}],
"unit":"one yield","threads":2,"method":"untimed_loop","compared_with":"","repeated":0,
"counted":{},"cpus":[1,3],"failed_self_checks":[],"latency_of":[1,3],"rounds":[[7,0,17240,
58,19.3333,13.5333,5.8,0.1,1e-07,1,20.1,58.0058,47.25,46.5],[6,1,17241,58.058,19.3527,13.5469,
5.8058,0.1,1e-07,1,20.1,58.0638,47.25,46.5]],"disturbed":[[1,"steal 2 ticks","throttled 1 period"]],
"ns_per_count":0.357143,"samples":{"min":210,"max":212,"negative":0,"overflow":0,"buckets":[[210,
1],[212,1]]},"worst":[[146.07,1,0,199,"steal 2 ticks"],[140.5,0,2,7]]},
{"name":"fiber/context_resume","path":"fiber/context_resume","parameters":[],"unit":"one yield",
"threads":2,"method":"single_events","compared_with":"fiber/yield/fibers:4","repeated":4,
"counted":{"clock checks":1152921504606846976,"clock readings":3},"cpus":[1,3],"failed_self_checks":["turns \"lost\"\n"],
"latency_of":[1,3],"gaps":{"listed":[[4,1152921504606846976,1500],[5,-7,281474976710656]],
"longest":[[5,-7,281474976710656,"5 Local timer interrupts (LOC)","steal 2 ticks"],[4,1152921504606846976,
1500]],"one_in":1125899906842624,"watched":[[4,1500,20000000],[5,25000,281474976710656]],
"unlisted":9223372036854775808,"unlisted_ns":1152921504606846976},"rounds":[[0,0,17240,
29,9.66667,6.76667,2.9,0.1,1e-07,1,20.1,29.0029,30300.2,30400.8],[0,1,17241,29.029,9.67633,
6.77343,2.9029,0.1,1e-07,1,20.1,29.0319,30300.2,30400.8]],"disturbed":[[1,"steal 2 ticks",
"throttled 1 period"]],"ns_per_count":0.357143,"samples":{"min":210,"max":4398046511104,
"negative":1,"overflow":1,"buckets":[[210,1],[212,1]]},"worst":[[146.07,1,0,199,"steal 2 ticks"],
[140.5,0,2,7]]}
],
"controls": [
{"name":"fiber/yield/fibers:4","path":"fiber/yield","parameters":[{"name":"fibers","value":4}],
"unit":"one yield","threads":2,"method":"untimed_loop","compared_with":"","repeated":0,
"counted":{},"cpus":[1,3],"failed_self_checks":[],"rounds":[[0,0,17240,58.01,19.3367,13.5357,
5.801,0.1,1e-07,1,20.1,58.0158,30300.2,30400.8],[0,1,17241,58.068,19.356,13.5492,5.8068,
0.1,1e-07,1,20.1,58.0738,30300.2,30400.8]],"disturbed":[[1,"steal 2 ticks","throttled 1 period"]],
"ns_per_count":0.357143,"samples":{"min":210,"max":212,"negative":0,"overflow":0,"buckets":[[210,
1],[212,1]]},"worst":[[146.07,1,0,199,"steal 2 ticks"],[140.5,0,2,7]]},
{"name":"fiber/context_resume","path":"fiber/context_resume","parameters":[],"unit":"one yield",
"threads":2,"method":"single_events","compared_with":"","repeated":0,"counted":{},"cpus":[1,
3],"failed_self_checks":[],"rounds":[[0,0,17240,29.02,9.67333,6.77133,2.902,0.1,1e-07,1,
20.1,29.0229,30300.2,30400.8],[0,1,17241,29.049,9.68301,6.7781,2.9049,0.1,1e-07,1,20.1,
29.0519,30300.2,30400.8]],"disturbed":[[1,"steal 2 ticks","throttled 1 period"]],"ns_per_count":0.357143,
"samples":{"min":210,"max":212,"negative":0,"overflow":0,"buckets":[[210,1],[212,1]]},"worst":[[146.07,
1,0,199,"steal 2 ticks"],[140.5,0,2,7]]}
]
}
}
)text");
}

/// The lines of a digest that a result file does not have.
TEST(written_files, digest) {
    const auto own = nlohmann::ordered_json::parse(to_digest(complete_result())).at("tollgate");
    EXPECT_EQ(readable(own.at("conclusions").at(1).dump() + "\n" + own.at("curves").at(0).dump() +
                       "\n" + own.at("comparisons").dump() + "\n" + own.at("noise_floors").dump()),
              R"(
{"name":"fiber/context_resume","method":"single_events","rounds":12,"passes":6,"quiet":false,
"quiet_rounds":0,"value_ns":29.3055,"value_range_ns":{"low":29.0145,"high":29.5977,"confidence":0.96875},
"as_it_is_ns":29.3055,"as_it_is_range_ns":{"low":29.0145,"high":29.5977,"confidence":0.96875},
"explained_by_references":0.878596,"disturbed_rounds":1,"slope_ns":0,"closure_difference":0,
"interrupts_share":0,"closure_unexplained":null,"closure_disagrees":false,"pass_figures_ns":[29.0145,
29.3634,29.1305,29.4805,29.2465,29.5977],"figure_passes":[0,1,2,3,4,5],"mean_ns":29.3055,
"stddev_ns":0.307678,"disturbed_by":"steal 2 ticks","slope_range_ns":null,"overhead_ns":20.1,
"overhead_range_ns":{"low":20.1,"high":20.1,"confidence":0.96875},"raw_ns":49.3059,"cpu_ns":9.73433,
"cpu_user_ns":6.81403,"cpu_system_ns":2.9203,"nvcsw_per_op":0.1,"nivcsw_per_op":1e-07,"units_per_op":1,
"samples":2401,"early_samples":1,"samples_off_scale":1,"p50_raw_ns":110.536,"p50_ns":90.4357,
"p90_raw_ns":139.107,"p90_ns":119.007,"p99_raw_ns":146.25,"p99_ns":126.15,"max_raw_ns":1.57073e+12,
"max_ns":1.57073e+12}
{"name":"fiber/yield/fibers:4","points":[[0.99,75.8857],[0.9,82.25],[0.75,93.0357],[0.5,
110.536],[0.281171,126.25],[0.158114,134.821],[0.088914,140.536],[0.05,142.036],[0.0281171,
144.821],[0.0158114,144.821],[0.0088914,146.071],[0.005,146.071]]}
[{"name":"fiber/context_resume","reference":"fiber/yield/fibers:4","ratio":0.5,"range":{"low":0.5,
"high":0.5,"confidence":0.95},"pairs":6,"resolved":true}]
[{"case":"fiber/yield/fibers:4","ratio":1.00017,"range":{"low":1.00017,"high":1.00017,"confidence":0.95},
"claims_difference":true,"smallest_difference":0.000172414},{"case":"fiber/context_resume",
"ratio":1.00069,"range":{"low":1.00069,"high":1.00069,"confidence":0.95},"claims_difference":true,
"smallest_difference":0.000689655}])");
    EXPECT_EQ(own.at("digest"), true);
    EXPECT_FALSE(own.at("cases").at(0).contains("rounds"));
}

TEST(written_files, entry_for_each_case) {
    result run = complete_result();
    run.cases.emplace_back(fake_record("without/rounds", 58, 0));
    run.cases.emplace_back(fake_record("few/rounds", 58, 1));
    EXPECT_EQ(readable(to_ci_json(run)), R"(
{
"context": {"date":"2025-03-14T15:09:26+01:00","host_name":"bench","executable":"/opt/tollgate/bin/testFiber",
"num_cpus":2,"mhz_per_cpu":2800,"cpu_scaling_enabled":true,"aslr_enabled":false,"caches":[],
"load_avg":[0.5,0.25,0.1],"library_version":"tollgate 0.1.0","library_build_type":"debug",
"json_schema_version":1},
"benchmarks": [
{"name":"fiber/yield/fibers:4","family_index":0,"per_family_instance_index":0,"run_name":"fiber/yield/fibers:4",
"run_type":"iteration","repetitions":1,"repetition_index":0,"threads":2,"iterations":206946,
"real_time":58.3045,"cpu_time":19.4687,"time_unit":"ns","ci_low_ns":58.0811,"ci_high_ns":58.5279,
"raw_ns":78.5118,"overhead_ns":20.1,"overhead_u95_ns":0,"samples":2400,"nvcsw_per_op":0.1,
"nivcsw_per_op":1e-07},
{"name":"fiber/context_resume","family_index":1,"per_family_instance_index":0,"run_name":"fiber/context_resume",
"run_type":"iteration","repetitions":1,"repetition_index":0,"threads":2,"iterations":206946,
"real_time":29.3055,"cpu_time":9.73433,"time_unit":"ns","ci_low_ns":29.0145,"ci_high_ns":29.5977,
"raw_ns":49.3059,"overhead_ns":20.1,"overhead_u95_ns":0,"samples":2401,"nvcsw_per_op":0.1,
"nivcsw_per_op":1e-07},
{"name":"few/rounds","family_index":3,"per_family_instance_index":0,"run_name":"few/rounds",
"run_type":"iteration","repetitions":1,"repetition_index":0,"threads":2,"iterations":17240,
"real_time":58,"cpu_time":19.3333,"time_unit":"ns","raw_ns":78.1058,"overhead_ns":20.1,
"samples":200,"nvcsw_per_op":0.1,"nivcsw_per_op":1e-07}
]
}
)");
    EXPECT_EQ(readable(to_bmf(run)), R"(
{
"fiber/yield/fibers:4": {"latency":{"value":58.3045,"lower_value":58.0811,"upper_value":58.5279}},
"fiber/context_resume": {"latency":{"value":29.3055,"lower_value":29.0145,"upper_value":29.5977}},
"few/rounds": {"latency":{"value":58}}
}
)");
    run.cases.resize(1);
    // A row as a whole is in the check of odd names.
    const std::string before = "testFiber,fiber/yield/fibers:4,";
    const std::string after = ",tsc,bench,2025-03-14T15:09:26+01:00,complete\n";
    const std::string rows = boost::erase_all_copy(to_csv(run), before);
    EXPECT_EQ(readable(boost::replace_all_copy(rows, after, "\n")), R"(
program,case,statistic,value,unit,samples,clock,host,date,state
median,58.3045,ns,12
ci_low,58.0811,ns,12
ci_high,58.5279,ns,12
mean,58.611,ns,12
stddev,0.615356,ns,12
raw,78.5118,ns,12
overhead,20.1,ns,12
slope,58.3103,ns,12
p50,90.4357,ns,2400
p90,119.007,ns,2400
p99,124.734,ns,2400
max,125.971,ns,2400
cpu,19.4687,ns,12
cpu_user,13.6281,ns,12
cpu_system,5.8406,ns,12
voluntary_switches,0.1,1/op,12
involuntary_switches,1e-07,1/op,12
as_it_is,58.611,ns,12
quiet_rounds,9,rounds,12
disturbed_rounds,1,rounds,12
)");
}

TEST(written_files, aggregates_of_a_case) {
    std::vector<std::string> names;
    const auto whole = nlohmann::json::parse(to_json(fake_result()));
    for (const auto& entry : whole.at("benchmarks")) {
        if (entry.at("run_type") == "aggregate" && entry.at("family_index") == 1) {
            names.push_back(entry.at("name"));
        }
    }
    std::vector<std::string> expected;
    for (const char* name : {"mean", "median", "stddev", "cv", "p50", "p90", "p99", "max"}) {
        expected.push_back(std::string("fiber/context_resume_") + name);
    }
    EXPECT_EQ(names, expected);
}

TEST(written_files, csv_has_all_digits_and_quotes_line_ends) {
    result run = fake_result();
    run.about.date = "\r";
    const std::string text = to_csv(run);
    EXPECT_NE(text.find(fmt::format(",median,{},", run.cases[0].summary.value_ns.value)),
              std::string::npos);
    EXPECT_NE(text.find(",\"\r\",complete\n"), std::string::npos);
}

TEST(written_files, csv_of_odd_names_and_of_statistics_that_do_not_exist) {
    result run = fake_result();
    run.about.program = "two\nlines";
    run.about.host_name = "a,\"b\"";
    run.about.date = "today";
    run.stopped = measure::stop_reason::interrupted;
    run.cases = {fake_record("few,rounds", 58, 1), fake_record("none", 58, 0)};
    const std::string text = to_csv(run);
    EXPECT_TRUE(text.starts_with("program,case,statistic,value,unit,samples,clock,host,date,state\n"
                                 "\"two\nlines\",\"few,rounds\",median,58,ns,1,tsc,"
                                 "\"a,\"\"b\"\"\",today,partial\n"))
        << text;
    run.about.host_name = "a\xff-\xc3\xa4";
    EXPECT_NE(to_csv(run).find(",a\xef\xbf\xbd-\xc3\xa4,today,"), std::string::npos)
        << "what is no UTF-8, as in JSON";
    for (const char* missing : {",ci_low,", ",ci_high,", ",p50,", ",max,", "none"}) {
        EXPECT_EQ(text.find(missing), std::string::npos) << missing;
    }
    EXPECT_EQ(to_csv(result{}),
              "program,case,statistic,value,unit,samples,clock,host,date,state\n");
}

} // namespace
} // namespace tollgate::report
