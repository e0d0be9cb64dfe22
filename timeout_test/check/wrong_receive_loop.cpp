// SPDX-License-Identifier: BSL-1.0
//
// ./testTimeout with one case of receives, whose channel is right, or makes the mistake that
// --mistake names.
#include "late_loop.hpp"
#include "late_ways.hpp"
#include "program.hpp"
#include "receive_loop.hpp"
#include "wrong_channel.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

/// Nothing but a mistake may look as if nothing moved.
constexpr std::chrono::milliseconds look_every{400};

template <channel_mistake Made>
measure::measured_case receiving() {
    return measure::make_case(
        "timeout/timeout/impl:wrong/clock:os/between:fibers", "one message", 1, 1,
        receive_loop{between::fibers, {}, &make_parts<wrong_way<Made>>, nullptr, look_every});
}

/// Too early by a tenth.
struct hasty_way : own_late_way<std::chrono::steady_clock> {
    static bool times_out(fiber_channel<clock>& from, std::chrono::nanoseconds after) {
        return own_late_way::times_out(from, after * 9 / 10);
    }
};

/// There is something to receive.
struct served_way : own_late_way<std::chrono::steady_clock> {
    static bool times_out(fiber_channel<clock>& from, std::chrono::nanoseconds after) {
        static_cast<void>(from.try_push(1)); // there is room
        return own_late_way::times_out(from, after);
    }
};

template <class Way>
measure::measured_case late() {
    constexpr std::chrono::milliseconds after{2};
    const auto pauses = std::make_shared<measure::moments>(std::chrono::nanoseconds(0),
                                                           std::chrono::microseconds(50), 1);
    return measure::make_event_case("timeout/fires/late/impl:wrong", "one receive", 1,
                                    late_loop<Way>{{}, load::storm, after, pauses}, {after, after});
}

measure::measured_case case_with(const std::string& mistake) {
    if (mistake == "loses") {
        return receiving<channel_mistake::loses>();
    }
    if (mistake == "loses_the_end") {
        return receiving<channel_mistake::loses_the_end>();
    }
    if (mistake == "doubles") {
        return receiving<channel_mistake::doubles>();
    }
    if (mistake == "swaps") {
        return receiving<channel_mistake::swaps>();
    }
    if (mistake == "takes") {
        return receiving<channel_mistake::takes>();
    }
    if (mistake == "misses") {
        return receiving<channel_mistake::misses>();
    }
    if (mistake == "fires_early") {
        return late<hasty_way>();
    }
    if (mistake == "is_served") {
        return late<served_way>();
    }
    return receiving<channel_mistake::none>();
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "wrong_receive_loop";
    what.sweeps = {};
    what.own = {{"mistake", "NAME", "none",
                 "loses, loses_the_end, doubles, swaps, takes, misses, fires_early, is_served",
                 [](const auto&) {}}};
    what.cases = [](const cli::options& chosen, const cpu::topology&) {
        return cli::case_list{{case_with(chosen.own.at("mistake"))}, {}, {}};
    };
    return cli::run_program(argc, argv, what);
}
