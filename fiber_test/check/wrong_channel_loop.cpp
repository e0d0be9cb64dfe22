// SPDX-License-Identifier: BSL-1.0
//
// ./testFiber with one case, whose channel is right, or makes the mistake that --mistake names.
#include "channel_loop.hpp"
#include "program.hpp"
#include "small_stack.hpp"
#include "wrong_channel.hpp"

#include <memory>
#include <optional>
#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::fiber_test;

constexpr const char* only_case = "fiber/unbuffered_channel";

template <channel_mistake Made>
measure::measured_case case_of(scheduler which) {
    const auto lanes = std::make_shared<fiber_lanes>(which, std::nullopt);
    return measure::make_case(only_case, "one number", 1, 1,
                              channel_loop<wrong_channel<Made>>{lanes, stack_cache(small_stack)});
}

measure::measured_case case_with(const std::string& mistake) {
    if (mistake == "drops") {
        return case_of<channel_mistake::drops>(scheduler::round_robin);
    }
    if (mistake == "doubles") {
        return case_of<channel_mistake::doubles>(scheduler::round_robin);
    }
    if (mistake == "damages") {
        return case_of<channel_mistake::damages>(scheduler::tollgate);
    }
    return case_of<channel_mistake::none>(scheduler::tollgate);
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "wrong_channel_loop";
    what.own = {{"mistake", "NAME", "none", "drops, doubles, damages", [](const auto&) {}}};
    what.reference = [](const auto&) { return only_case; };
    what.cases = [](const cli::options& chosen, const cpu::topology&) {
        return cli::case_list{{case_with(chosen.own.at("mistake"))}, {}, {}};
    };
    return cli::run_program(argc, argv, what);
}
