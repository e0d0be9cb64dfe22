// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/measured_case.hpp>

#include <tollgate/clock/posix_clock.hpp>

#include <chrono>
#include <cstdint>
#include <ctime>

namespace tollgate::measure {
namespace {

#if defined(CLOCK_BOOTTIME)
using clock_that_is_never_set = clock::posix_clock<CLOCK_BOOTTIME>; // continues in suspend
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
batch run_batch(const Loop& loop, const schedule& scheduled, clock::source source) {
    Probe probe(clock::chosen_clock(source), scheduled);
    batch done = run_timed(loop, probe, source);
    done.intervals = probe.intervals();
    done.complete = probe.complete();
    return done;
}

clock_pair_batch run_observed(const clock_pair_loop& loop, std::uint64_t lap,
                              std::uint64_t operations, clock::source source) {
    clock_pair_probe probe(clock::chosen_clock(source), lap, operations);
    batch done = run_timed(loop, probe, source);
    done.complete = true;
    if (probe.backwards() != 0) {
        done.report.failures.push_back(ended_before_they_began(probe.backwards()));
    }
    if (outlasts(probe.sums().operations_total + probe.sums().calls_total, done)) {
        done.report.failures.emplace_back(longer_than_its_batch);
    }
    return {probe.sums(), failed_self_checks(done, {lap + operations, {}}), probe.backwards()};
}

} // namespace

measured_case case_of(case_key key, std::string unit, std::uint64_t lap, std::size_t threads,
                      probed_loop loop, clock_pair_loop observed,
                      std::chrono::nanoseconds settling) {
    measured_case result;
    result.key = std::move(key);
    result.unit = std::move(unit);
    result.lap = lap;
    result.threads = threads;
    result.settling = settling;
    result.run = [loop = std::move(loop)](const schedule& scheduled, clock::source source) {
        return run_batch<interval_probe<clock::chosen_clock>>(loop, scheduled, source);
    };
    if (observed) {
        result.run_clock_pair = [loop = std::move(observed), lap](std::uint64_t operations,
                                                                  clock::source source) {
            return run_observed(loop, lap, operations, source);
        };
    }
    return result;
}

measured_case make_event_case(case_key key, std::string unit, std::size_t threads, event_loop loop,
                              event_times times) {
    measured_case result;
    result.key = std::move(key);
    result.unit = std::move(unit);
    result.threads = threads;
    result.valued_by = method::single_events;
    result.events = times;
    result.run = [loop = std::move(loop)](const schedule& scheduled, clock::source source) {
        return run_batch<event_probe<clock::chosen_clock>>(loop, scheduled, source);
    };
    return result;
}

} // namespace tollgate::measure
