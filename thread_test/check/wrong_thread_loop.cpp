// SPDX-License-Identifier: BSL-1.0
//
// A measuring program whose only loop is right, or has the mistake that --mistake names.
#include "baton_ring.hpp"
#include "condvar_baton.hpp"
#include "program.hpp"

#include <tollgate/faults/wrong_case.hpp>
#include <tollgate/faults/wrong_program.hpp>

#include <cstddef>
#include <thread>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;

/// Threads in a ring, with a mistake in it that is none of synchronization.
struct wrong_ring {
    std::size_t threads;
    faults::mistake made;

    template <class Probe, class Stamps>
    measure::loop_report operator()(Probe& probe, Stamps& stamps) const {
        faults::wrong_turns turns(probe, stamps, threads, made);
        condvar_baton baton(threads);
        std::vector<std::thread> members;
        for (std::size_t i = 0; i < threads; ++i) {
            members.emplace_back([&, i] { run(i, baton, turns); });
        }
        baton.pass(0);
        for (std::thread& one : members) {
            one.join();
        }
        measure::loop_report report;
        report.turns = turns.turns();
        return report;
    }

private:
    template <class Turns>
    void run(std::size_t self, condvar_baton& baton, Turns& turns) const {
        const std::size_t next = (self + 1) % threads;
        while (true) {
            baton.wait(self);
            if (turns.ended() || !turns.take(self)) {
                break;
            }
            baton.pass(next);
        }
        baton.pass(next);
    }
};

measure::measured_case make_ring(const cli::options& chosen, faults::mistake made) {
    const std::uint64_t threads = chosen.members;
    const measure::case_key key("thread/ring", {{"threads", threads}});
    if (made == faults::mistake::none) {
        return measure::make_case(key, "one hand-off", threads, threads,
                                  baton_ring<condvar_baton>{threads, {}});
    }
    return faults::make_wrong_case(key, "one hand-off", threads, threads,
                                   wrong_ring{threads, made});
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "thread_loop";
    return cli::run_program(argc, argv,
                            faults::wrong_program(what, faults::mistaken_turns(make_ring)));
}
