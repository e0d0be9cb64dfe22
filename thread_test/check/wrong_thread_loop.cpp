// SPDX-License-Identifier: BSL-1.0
//
// A measuring program whose only loop is right, or has the mistake that --mistake names.
#include "baton_ring.hpp"
#include "condvar_baton.hpp"
#include "wrong_ring.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/clock/visit.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <string>
#include <utility>

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;

constexpr std::pair<const char*, mistake> mistakes[] = {{"none", mistake::none},
                                                        {"lost_turn", mistake::lost_turn},
                                                        {"uneven_turns", mistake::uneven_turns},
                                                        {"stale_stamp", mistake::stale_stamp}};

mistake parse_mistake(const std::string& text) {
    for (const auto& [name, which] : mistakes) {
        if (text == name) {
            return which;
        }
    }
    throw cli::usage_error("--mistake: '" + text + "' is none of them");
}

std::string ring_name(const cli::options& chosen) {
    return "thread/ring/threads:" + std::to_string(chosen.members);
}

measure::measured_case make_ring(const cli::options& chosen) {
    const std::string name = ring_name(chosen);
    const std::uint64_t threads = chosen.members;
    const mistake made = parse_mistake(chosen.own.at("mistake"));
    if (made == mistake::none) {
        return measure::make_case(name, "one hand-off", threads, threads,
                                  baton_ring<condvar_baton>{threads, {}});
    }
    const wrong_ring ring{threads, made};
    measure::measured_case one = measure::make_case(name, "one hand-off", threads, threads, ring);
    if (made == mistake::stale_stamp) {
        one.run = [ring](const measure::schedule& asked, clock::source source) {
            return clock::visit(source, [&](auto clock) {
                stale_stamps stamps(clock);
                measure::interval_probe probe(stale_clock<decltype(clock)>{&stamps}, asked);
                measure::batch done;
                done.report = ring.run(probe, stamps);
                done.intervals = probe.intervals();
                done.complete = probe.complete();
                return done;
            });
        };
    }
    return one;
}

cli::program describe() {
    cli::program what;
    what.name = "wrong_thread_loop";
    what.question = "Does a wrong loop end with exit code 1?";
    what.members = "threads";
    what.members_range = {2, 100};
    what.kind = "Thread";
    what.own = {{"mistake", "NAME", "none", "none, lost_turn, uneven_turns or stale_stamp",
                 [](const std::string& text) { parse_mistake(text); }}};
    what.build = measure::facts_of_this_build();
    what.cases = [](const cli::options& chosen, const cpu::topology&) {
        return cli::case_list{{make_ring(chosen)}, {}, {}};
    };
    what.reference = ring_name;
    return what;
}

} // namespace

int main(int argc, char** argv) {
    return cli::run_program(argc, argv, describe());
}
