// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/csv.hpp>

#include <tollgate/measure/case_summary.hpp>

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

class case_rows {
public:
    case_rows(const result& seen, const measure::case_record& record, std::string& text)
        : text_(text),
          before_(quoted(seen.about.program) + "," + quoted(record.key.name()) + ","),
          after_(fmt::format(",{},{},{},{}", clock::to_string(seen.clock.source),
                             quoted(seen.about.host_name), quoted(seen.about.date),
                             seen.partial() ? "partial" : "complete")) {}

    void add(std::string_view statistic, std::optional<double> value, std::string_view unit,
             std::uint64_t samples) {
        if (value) {
            text_ += before_ + fmt::format("{},{},{},{}", statistic, *value, unit, samples) +
                     after_ + "\n";
        }
    }

private:
    std::string& text_;
    std::string before_;
    std::string after_;
};

} // namespace

std::string to_csv(const result& seen) {
    constexpr std::array percentile_names{"p50", "p90", "p99", "p99_9"};
    std::string text = "program,case,statistic,value,unit,samples,clock,host,date,state\n";
    for (const auto& [record, of] : seen.cases) {
        if (of.rounds == 0) {
            continue;
        }
        case_rows rows(seen, record, text);
        rows.add("median", of.value_ns.value, "ns", of.rounds);
        if (of.value_ns.range) {
            rows.add("ci_low", of.value_ns.range->low, "ns", of.rounds);
            rows.add("ci_high", of.value_ns.range->high, "ns", of.rounds);
        }
        rows.add("mean", of.mean_ns, "ns", of.rounds);
        rows.add("stddev", of.stddev_ns, "ns", of.rounds);
        rows.add("raw", of.raw_mean_ns, "ns", of.rounds);
        if (record.valued_by != measure::method::guest_batches) {
            rows.add("overhead", of.overhead_ns.value, "ns", of.rounds);
        }
        rows.add("slope", of.check.slope_ns.value, "ns", of.rounds);
        for (std::size_t i = 0; i < percentile_names.size(); ++i) {
            rows.add(percentile_names[i], of.percentiles[i].corrected_ns, "ns", of.samples);
        }
        rows.add("max", of.max_corrected_ns, "ns", of.samples);
        rows.add("cpu", of.cpu_ns, "ns", of.rounds);
        rows.add("cpu_user", of.cpu_user_ns, "ns", of.rounds);
        rows.add("cpu_system", of.cpu_system_ns, "ns", of.rounds);
        rows.add("voluntary_switches", of.voluntary_switches, "1/op", of.rounds);
        rows.add("involuntary_switches", of.involuntary_switches, "1/op", of.rounds);
        rows.add("as_it_is", of.as_it_is_ns.value, "ns", of.rounds);
        rows.add("quiet_rounds", static_cast<double>(of.quiet_rounds), "rounds", of.rounds);
        rows.add("disturbed_rounds", static_cast<double>(of.disturbed_rounds), "rounds", of.rounds);
    }
    return text;
}

} // namespace tollgate::report
