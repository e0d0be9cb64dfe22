// SPDX-License-Identifier: BSL-1.0
//
// ./testLiveness with one case, whose loop is right, or has the mistake that --mistake names.
#include "block_loop.hpp"
#include "crew_loop.hpp"
#include "program.hpp"
#include "wrong_watching.hpp"

#include <tollgate/cli/program.hpp>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;

constexpr measure::event_times brief{std::chrono::milliseconds(15), std::chrono::nanoseconds(0)};

measure::measured_case case_with(const std::string& mistake) {
    if (mistake == "loses_a_checkpoint") {
        return measure::make_case({"liveness/checkpoint", {{"impl", "wrong"}}}, "one checkpoint", 1,
                                  1, block_loop<losing_checkpoints>{});
    }
    if (mistake == "loses_one_of_many") {
        return measure::make_event_case(
            {"liveness/checkpoint", {{"impl", "wrong"}}}, "one checkpoint", 4,
            crew_loop<losing_checkpoints>{4, asked_of_crew::cost, {}}, brief);
    }
    if (mistake == "reports_early") {
        return measure::make_event_case({"liveness/detection_delay", {{"impl", "wrong"}}},
                                        "one freeze", 1, early_reports(), brief);
    }
    if (mistake == "reports_twice") {
        return measure::make_event_case({"liveness/detection_delay", {{"impl", "wrong"}}},
                                        "one freeze", 1, doubled_reports(), brief);
    }
    if (mistake == "raises_a_false_alarm") {
        return measure::make_event_case({"liveness/false_alarms", {{"impl", "wrong"}}}, "a window",
                                        5, false_alarms(), brief);
    }
    return measure::make_event_case({"liveness/detection_delay", {{"impl", "right"}}}, "one freeze",
                                    1, right_delays(), brief);
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "wrong_liveness_loop";
    what.own = {{"mistake", "NAME", "none",
                 "loses_a_checkpoint, loses_one_of_many, reports_early, reports_twice, "
                 "raises_a_false_alarm",
                 [](const auto&) {}}};
    what.cases = [](const cli::options& chosen, const cpu::topology&) {
        return cli::case_list{{case_with(chosen.own.at("mistake"))}, {}, {}};
    };
    return cli::run_program(argc, argv, what);
}
