// SPDX-License-Identifier: BSL-1.0
//
// Simulates runs of a case in worlds whose truth is known, for simulate_intervals.cpp. A run has
// passes, spread evenly over its time; a pass has rounds. The value of a round is the machine's
// slowness over a batch, times the layout of the pass, times noise.
#pragma once

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/machine_speed.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace simulated {

namespace measure = tollgate::measure;
using random_bits = std::mt19937_64;

inline constexpr double level_ns = 100;
inline constexpr double reference_ns = 300e3;
inline constexpr double batch_s = 0.002;
inline constexpr double reference_s = reference_ns * 1e-9;
inline constexpr double slow = 1.6;
inline constexpr double usual_latency_ns = 47; ///< cache-line latency of two CPUs
inline constexpr double latency_s = 200e-6;    ///< time to measure the cache-line latency

inline double uniform(random_bits& bits) {
    return std::uniform_real_distribution<>()(bits);
}
inline double normal(random_bits& bits) {
    return std::normal_distribution<>()(bits);
}
inline double exponential(random_bits& bits, double mean) {
    return std::exponential_distribution<>(1 / mean)(bits);
}

/// The machine's slowness over the time of a run, piecewise constant; 1 is the quiet level.
class course {
public:
    void add(double begin_s, double level) {
        begins_s_.push_back(begin_s);
        levels_.push_back(level);
    }

    [[nodiscard]] double average(double from_s, double length_s) const {
        const double to_s = from_s + length_s;
        const auto after = std::upper_bound(begins_s_.begin(), begins_s_.end(), from_s);
        auto i = static_cast<std::size_t>(std::distance(begins_s_.begin(), after));
        i -= i == 0 ? 0 : 1;
        double sum = 0;
        for (double at_s = from_s; at_s < to_s; ++i) {
            const bool last = i + 1 == begins_s_.size();
            const double end_s = last ? to_s : std::min(to_s, begins_s_[i + 1]);
            sum += (end_s - at_s) * levels_[i];
            at_s = end_s;
        }
        return sum / length_s;
    }

    /// The share of the first `seconds` that is at this level.
    [[nodiscard]] double share_of(double level, double seconds) const {
        double sum = 0;
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            const double end_s = i + 1 == begins_s_.size() ? seconds : begins_s_[i + 1];
            sum += levels_[i] == level ? end_s - begins_s_[i] : 0;
        }
        return sum / seconds;
    }

private:
    std::vector<double> begins_s_;
    std::vector<double> levels_;
};

enum class references {
    none,
    of_run,     ///< the fastest 2 % of the run's reference loops give the fast level
    remembered, ///< the same, unless an earlier run found a faster level
    latency     ///< cache-line latency of two CPUs, to which the machine's slowness is proportional
};

enum class average_of { own_time, all_times };

inline course steady(random_bits& /*unused*/, double /*seconds*/, int /*passes*/) {
    course result;
    result.add(0, 1);
    return result;
}

inline double unchanged(random_bits& /*unused*/) {
    return 1;
}

struct world {
    std::string name;
    double seconds = 30;
    int rounds = 10;
    double spread = 1; ///< share of a pass over which its rounds are spread
    double noise = 0.01;
    double layout = 0.003;
    std::function<course(random_bits&, double seconds, int passes)> speed = steady;
    bool concerned = true; ///< else the machine's speed affects only the reference loops
    std::function<double(random_bits&)> of_round = unchanged; ///< a factor
    std::function<double(random_bits&)> of_pass = unchanged;  ///< a factor
    references reference = references::none;
    average_of truth = average_of::all_times;
    double all_times = 1; ///< average slowness over all times
    double least = 93;    ///< per cent of intervals that contain the truth, at least
    double most = 97;     ///< at most
};

struct simulated_run {
    measure::case_record record;
    measure::machine_speed speed; ///< the fast level of CPU 0, or the usual latency
    double own_time = 1;          ///< average slowness
};

/// The machine is slow for `slow_share` of the time; a slow and a quiet phase together last twice
/// `phase_s` on average.
inline auto two_speeds(double phase_s, double slow_share) {
    return [=](random_bits& bits, double seconds, int /*passes*/) {
        course result;
        bool is_slow = uniform(bits) < slow_share;
        for (double at_s = 0; at_s < seconds; is_slow = !is_slow) {
            result.add(at_s, is_slow ? slow : 1);
            at_s += exponential(bits, 2 * phase_s * (is_slow ? slow_share : 1 - slow_share));
        }
        return result;
    };
}

inline constexpr int steps_in_pass = 40;

/// A normal process with a standard deviation of 1.5 %, whose correlation falls to 1/e within this
/// number of passes.
inline auto correlated(double passes_of_memory) {
    return [=](random_bits& bits, double seconds, int passes) {
        const int steps = passes * steps_in_pass;
        const double kept = std::exp(-1 / (passes_of_memory * steps_in_pass));
        course result;
        double state = normal(bits);
        for (int i = 0; i < steps; ++i) {
            result.add(seconds * i / steps, 1 + 0.015 * state);
            state = kept * state + std::sqrt(1 - kept * kept) * normal(bits);
        }
        return result;
    };
}

inline course drifting(random_bits& /*unused*/, double seconds, int /*passes*/) {
    constexpr int steps = 400;
    course result;
    for (int i = 0; i < steps; ++i) {
        result.add(seconds * i / steps, 0.99 + 0.02 * (i + 0.5) / steps);
    }
    return result;
}

inline constexpr double least_usual = 0.7;
inline constexpr double most_usual = 0.85;

/// A host that moves two CPUs every 0.2 to 5 s: their cache-line latency is as usual, or 0.6 or 3.4
/// times the usual one. The expected share of the usual latency is drawn for each run, from 0.7 to
/// 0.85; the actual share of a short run may be any.
inline course moved(random_bits& bits, double seconds, int /*passes*/) {
    const double usual_share = least_usual + (most_usual - least_usual) * uniform(bits);
    course result;
    for (double at_s = 0; at_s < seconds; at_s += 0.2 * std::pow(25, uniform(bits))) {
        const bool is_usual = uniform(bits) < usual_share;
        const double other = uniform(bits) < 0.5 ? 0.6 : 3.4;
        result.add(at_s, is_usual ? 1 : other);
    }
    return result;
}

/// The same, for runs whose actual share is between 0.7 and 0.85.
inline course moved_in_each_run(random_bits& bits, double seconds, int passes) {
    while (true) {
        course drawn = moved(bits, seconds, passes);
        const double share = drawn.share_of(1, seconds);
        if (share >= least_usual && share <= most_usual) {
            return drawn;
        }
    }
}

/// A factor for a batch with random interrupts, of which `per_ms` come in each ms on average.
inline auto interrupts(double per_ms, double microseconds) {
    return [=](random_bits& bits) {
        const double expected = per_ms * batch_s * 1e3;
        return 1 + std::poisson_distribution<>(expected)(bits) * microseconds * 1e-6 / batch_s;
    };
}

/// A factor for a batch of 2.0 to 2.1 ms with an interrupt each ms.
inline double periodic_interrupts(random_bits& bits) {
    const double length_ms = 2 + 0.1 * uniform(bits);
    return 1 + std::floor(length_ms + uniform(bits)) * 0.013 / length_ms;
}

inline double fast_level_ns(const course& machine, const world& in, random_bits& bits,
                            std::vector<double> loops_ns) {
    constexpr int loops_of_other_cases = 400;
    for (int i = 0; i < loops_of_other_cases; ++i) {
        const double at_s = in.seconds * (i + uniform(bits)) / loops_of_other_cases;
        loops_ns.push_back(reference_ns * machine.average(at_s, reference_s) *
                           (1 + 0.002 * normal(bits)));
    }
    const auto wanted = loops_ns.begin() + static_cast<std::ptrdiff_t>(loops_ns.size() / 50);
    std::nth_element(loops_ns.begin(), wanted, loops_ns.end());
    return in.reference == references::remembered ? std::min(*wanted, reference_ns) : *wanted;
}

inline simulated_run simulate(const world& in, int passes, random_bits& bits) {
    simulated_run run;
    const course machine = in.speed(bits, in.seconds, passes);
    run.own_time = in.concerned ? machine.average(0, in.seconds) : 1;
    const double pass_s = in.seconds / passes;
    const double length_s = in.reference == references::latency ? latency_s : reference_s;
    std::vector<double> loops_ns;
    const auto reference_at = [&](double at_s) {
        if (in.reference == references::latency) {
            return usual_latency_ns * machine.average(at_s, latency_s) * (1 + 0.05 * normal(bits));
        }
        loops_ns.push_back(reference_ns * machine.average(at_s, reference_s) *
                           (1 + 0.002 * normal(bits)));
        return loops_ns.back();
    };
    for (int pass = 0; pass < passes; ++pass) {
        const double of_pass = (1 + in.layout * normal(bits)) * in.of_pass(bits);
        for (int i = 0; i < in.rounds; ++i) {
            const double begin_s =
                pass_s * (pass + (1 - in.spread) / 2 + in.spread * (i + 0.5) / in.rounds);
            measure::case_round round;
            round.process = static_cast<std::uint64_t>(pass);
            round.round = static_cast<std::uint64_t>(i);
            const double slowness = in.concerned ? machine.average(begin_s, batch_s) : 1;
            round.value_ns =
                level_ns * slowness * of_pass * in.of_round(bits) * (1 + in.noise * normal(bits));
            if (in.reference != references::none) {
                round.reference_before_ns = reference_at(begin_s - length_s);
                round.reference_after_ns = reference_at(begin_s + batch_s);
            }
            run.record.rounds.push_back(round);
        }
    }
    if (in.reference == references::latency) {
        run.record.latency_of = {0, 1};
        run.speed = measure::speed_during(std::vector{run.record}, {}, {});
    } else if (in.reference != references::none) {
        run.record.cpus = {0};
        run.speed.fast_ns = {{0, fast_level_ns(machine, in, bits, std::move(loops_ns))}};
    }
    return run;
}

} // namespace simulated
