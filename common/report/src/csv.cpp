// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/csv.hpp>

#include <fmt/format.h>

namespace tollgate::report {
namespace {

std::string quoted(const std::string& field) {
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
        return field;
    }
    std::string text = "\"";
    for (const char letter : field) {
        text += letter;
        if (letter == '"') {
            text += '"';
        }
    }
    return text + '"';
}

} // namespace

std::string to_csv(const result& seen) {
    std::string text = "program,case,statistic,value,unit,samples,clock,host,date,state\n";
    const std::string after = fmt::format(",{},{},{},{}\n", clock::to_string(seen.clock.source),
                                          quoted(seen.about.host_name), quoted(seen.about.date),
                                          seen.partial() ? "partial" : "complete");
    for (const auto& [record, of] : seen.cases) {
        if (of.rounds == 0) {
            continue;
        }
        const std::string before = quoted(seen.about.program) + "," + quoted(record.key.name());
        const auto add = [&](std::string_view statistic, std::optional<double> value,
                             std::uint64_t samples, std::string_view unit = "ns") {
            if (value) {
                text +=
                    before + fmt::format(",{},{},{},{}", statistic, *value, unit, samples) + after;
            }
        };
        add("median", of.value_ns.value, of.rounds);
        if (of.value_ns.range) {
            add("ci_low", of.value_ns.range->low, of.rounds);
            add("ci_high", of.value_ns.range->high, of.rounds);
        }
        add("mean", of.mean_ns, of.rounds);
        add("stddev", of.stddev_ns, of.rounds);
        add("raw", of.raw_mean_ns, of.rounds);
        if (record.valued_by != measure::method::guest_batches) {
            add("overhead", of.overhead_ns.value, of.rounds);
        }
        add("slope", of.check.slope_ns.value, of.rounds);
        add("p50", of.percentiles[0].corrected_ns, of.samples);
        add("p90", of.percentiles[1].corrected_ns, of.samples);
        add("p99", of.percentiles[2].corrected_ns, of.samples);
        add("p99_9", of.percentiles[3].corrected_ns, of.samples);
        add("max", of.max_corrected_ns, of.samples);
        add("cpu", of.cpu_ns, of.rounds);
        add("cpu_user", of.cpu_user_ns, of.rounds);
        add("cpu_system", of.cpu_system_ns, of.rounds);
        add("voluntary_switches", of.voluntary_switches, of.rounds, "1/op");
        add("involuntary_switches", of.involuntary_switches, of.rounds, "1/op");
        add("as_it_is", of.as_it_is_ns.value, of.rounds);
        add("quiet_rounds", static_cast<double>(of.quiet_rounds), of.rounds, "rounds");
        add("disturbed_rounds", static_cast<double>(of.disturbed_rounds), of.rounds, "rounds");
    }
    return text;
}

} // namespace tollgate::report
