// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/measured_case.hpp>

namespace tollgate::measure {
namespace {

batch run_turns(const turning_loop& loop, const schedule& asked, clock::source source) {
    interval_probe probe(clock::chosen_clock(source), asked);
    batch done;
    done.report = loop(probe);
    done.intervals = probe.intervals();
    done.complete = probe.complete();
    return done;
}

classical_batch run_observed(const classical_loop& loop, std::uint64_t lap,
                             std::uint64_t operations, clock::source source) {
    classical_probe probe(clock::chosen_clock(source), lap, operations);
    batch done;
    done.report = loop(probe);
    done.complete = true;
    if (probe.backwards() != 0) {
        done.report.failures.push_back(ended_before_they_began(probe.backwards()));
    }
    return {probe.sums(), failed_proofs(done, {lap + operations, {}}), probe.backwards()};
}

batch run_events(const event_loop& loop, const schedule& asked, clock::source source) {
    event_probe probe(clock::chosen_clock(source), asked);
    batch done;
    done.report = loop(probe);
    done.intervals = probe.intervals();
    done.complete = probe.complete();
    return done;
}

} // namespace

measured_case case_of(case_key key, std::string unit, std::uint64_t lap, std::size_t threads,
                      turning_loop loop, classical_loop observed,
                      std::chrono::nanoseconds settling) {
    measured_case made;
    made.key = std::move(key);
    made.unit = std::move(unit);
    made.lap = lap;
    made.threads = threads;
    made.settling = settling;
    made.run = [loop = std::move(loop)](const schedule& asked, clock::source source) {
        return run_turns(loop, asked, source);
    };
    if (observed) {
        made.run_classical = [loop = std::move(observed), lap](std::uint64_t operations,
                                                               clock::source source) {
            return run_observed(loop, lap, operations, source);
        };
    }
    return made;
}

measured_case make_event_case(case_key key, std::string unit, std::size_t threads, event_loop loop,
                              event_times times) {
    measured_case made;
    made.key = std::move(key);
    made.unit = std::move(unit);
    made.threads = threads;
    made.valued_by = method::single_events;
    made.events = times;
    made.run = [loop = std::move(loop)](const schedule& asked, clock::source source) {
        return run_events(loop, asked, source);
    };
    return made;
}

} // namespace tollgate::measure
