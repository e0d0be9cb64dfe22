// SPDX-License-Identifier: BSL-1.0
//
// ./testLiveness with one case. Its loop is right, or has the mistake that --mistake names.
#include "faulty_watching.hpp"
#include "group_loop.hpp"
#include "program.hpp"
#include "subjects.hpp"

#include <tollgate/testing/faulty_program.hpp>

#include <utility>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;

constexpr measure::event_times brief{std::chrono::milliseconds(15), std::chrono::nanoseconds(0)};

measure::measured_case checkpoint_case() {
    return measure::make_case({"liveness/checkpoint", {{"impl", "wrong"}}}, "one checkpoint", 1, 1,
                              block_loop<losing_checkpoints>{});
}

measure::measured_case group_case() {
    return measure::make_event_case({"liveness/checkpoint", {{"impl", "wrong"}}}, "one checkpoint",
                                    4, group_loop<losing_checkpoints>{4, group_figure::cost, {}},
                                    brief);
}

template <class Loop>
measure::measured_case delay_case(Loop loop) {
    return measure::make_event_case({"liveness/detection_delay", {{"impl", "wrong"}}}, "one freeze",
                                    1, std::move(loop), brief);
}

measure::measured_case alarm_case() {
    return measure::make_event_case({"liveness/false_alarms", {{"impl", "wrong"}}}, "a window", 5,
                                    false_alarms(), brief);
}

} // namespace

int main(int argc, char** argv) {
    cli::program program = describe_program();
    program.name = "liveness_loop";
    return cli::run_program(
        argc, argv,
        tollgate::testing::faulty_program(
            program, {{"none", [](const auto&) { return delay_case(right_delays()); }},
                      {"loses_a_checkpoint", [](const auto&) { return checkpoint_case(); }},
                      {"loses_one_of_many", [](const auto&) { return group_case(); }},
                      {"reports_early", [](const auto&) { return delay_case(early_reports()); }},
                      {"reports_twice", [](const auto&) { return delay_case(doubled_reports()); }},
                      {"raises_a_false_alarm", [](const auto&) { return alarm_case(); }}}));
}
