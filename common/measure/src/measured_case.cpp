// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/measured_case.hpp>

#include <tollgate/clock/posix_clock.hpp>

#include <chrono>
#include <cstdint>
#include <ctime>

namespace tollgate::measure {
namespace {

#if defined(CLOCK_BOOTTIME)
using clock_that_is_never_set = clock::posix_clock<CLOCK_BOOTTIME>; // goes on in suspend, too
#else
using clock_that_is_never_set = clock::monotonic_clock;
#endif

template <class Loop, class Probe>
batch run_timed(const Loop& loop, Probe& probe, clock::source source) {
    batch done;
    const std::int64_t begun = clock_that_is_never_set::now();
    done.report = loop(probe);
    if (source == clock::source::realtime) {
        done.lasted = std::chrono::nanoseconds(clock_that_is_never_set::now() - begun);
    }
    return done;
}

template <class Probe, class Loop>
batch run_batch(const Loop& loop, const schedule& asked, clock::source source) {
    Probe probe(clock::chosen_clock(source), asked);
    batch done = run_timed(loop, probe, source);
    done.intervals = probe.intervals();
    done.complete = probe.complete();
    return done;
}

classical_batch run_observed(const classical_loop& loop, std::uint64_t lap,
                             std::uint64_t operations, clock::source source) {
    classical_probe probe(clock::chosen_clock(source), lap, operations);
    batch done = run_timed(loop, probe, source);
    done.complete = true;
    if (probe.backwards() != 0) {
        done.report.failures.push_back(ended_before_they_began(probe.backwards()));
    }
    if (outlasts(probe.sums().operations_total + probe.sums().calls_total, done)) {
        done.report.failures.emplace_back(longer_than_its_batch);
    }
    return {probe.sums(), failed_proofs(done, {lap + operations, {}}), probe.backwards()};
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
        return run_batch<interval_probe<clock::chosen_clock>>(loop, asked, source);
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
        return run_batch<event_probe<clock::chosen_clock>>(loop, asked, source);
    };
    return made;
}

} // namespace tollgate::measure
