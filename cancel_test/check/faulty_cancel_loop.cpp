// SPDX-License-Identifier: BSL-1.0
//
// ./testCancel with one case. Its loop has the mistake that --mistake names, or none.
#include "faulty_waits.hpp"
#include "measured_with.hpp"
#include "program.hpp"
#include "wrapped_wait.hpp"

#include <tollgate/testing/faulty_program.hpp>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;

constexpr measure::event_times brief{std::chrono::microseconds(300), std::chrono::nanoseconds(0)};

template <class Wait>
measure::measured_case return_case() {
    return measure::make_event_case({"cancel/cancel_to_return", {{"impl", "faulty"}}}, "one wait",
                                    2, free_return_loop<Wait>(), brief);
}

/// Does nothing every tenth time.
class losing_a_wait {
public:
    void once() {
        if (++times_ % 10 != 0) {
            right_.once();
        }
    }
    [[nodiscard]] const char* failure(std::uint64_t times) const { return right_.failure(times); }

private:
    bare_wait right_;
    std::uint64_t times_ = 0;
};

measure::measured_case cancelling_case() {
    return measure::make_event_case(
        {"cancel/cancel", {{"impl", "faulty"}}}, "one cancel()", 1,
        cancelling_loop<faulty_cancellation<registered_tokens<1>, not_cancelling>>{10,
                                                                                   beside::sleeper},
        brief);
}

measure::measured_case block_case() {
    return measure::make_case({"cancel/wait_overhead", {{"impl", "faulty"}}}, "one wait", 1, 1,
                              block_loop<losing_a_wait>{});
}

} // namespace

int main(int argc, char** argv) {
    cli::program description = describe_program();
    description.name = "cancel_loop";
    return cli::run_program(
        argc, argv,
        tollgate::testing::faulty_program(
            description,
            {{"none", [](const auto&) { return return_case<right_wait>(); }},
             {"loses_a_cancellation", [](const auto&) { return return_case<losing_an_end<3>>(); }},
             {"runs_no_handler", [](const auto&) { return cancelling_case(); }},
             {"loses_a_wait", [](const auto&) { return block_case(); }}}));
}
