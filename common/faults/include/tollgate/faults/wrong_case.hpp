// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/stale_stamps.hpp>
#include <tollgate/faults/wrong_turns.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace tollgate::faults {

/// A case from a loop with a mistake in it, as measure::make_case makes one from a right loop. The
/// loop is a copyable callable `loop_report loop(Probe&, Stamps&)` with a member `made`, its
/// mistake. At each turn it calls `stamps.use` with what it got from `stamps.take` at the end of
/// its turn before, and then the probe.
///
/// A stale stamp is in the rounds only: the classical run of such a case is that of a right loop.
template <class Loop>
measure::measured_case make_wrong_case(measure::case_key key, std::string unit, std::uint64_t lap,
                                       std::size_t threads, Loop loop) {
    measure::measured_case one =
        measure::make_case(std::move(key), std::move(unit), lap, threads, [loop](auto& probe) {
            no_stamps none;
            return loop(probe, none);
        });
    if (loop.made == mistake::stale_stamp) {
        one.run = [loop](const measure::schedule& asked, clock::source source) {
            stale_stamps stamps{clock::chosen_clock(source)};
            measure::interval_probe probe(stale_clock<clock::chosen_clock>{&stamps}, asked);
            measure::batch done;
            done.report = loop(static_cast<measure::turnstile&>(probe), stamps);
            done.intervals = probe.intervals();
            done.complete = probe.complete();
            return done;
        };
    }
    return one;
}

} // namespace tollgate::faults
