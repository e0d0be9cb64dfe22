// SPDX-License-Identifier: BSL-1.0
#include "json_values.hpp"

#include <algorithm>
#include <stdexcept>

namespace tollgate::report {
namespace {

environment::condition parse_condition(const std::string& text) {
    for (const auto state : {environment::condition::ok, environment::condition::bad}) {
        if (text == environment::to_string(state)) {
            return state;
        }
    }
    return environment::condition::unknown;
}

bool holds_entries(const json& value) {
    return value.is_array() && std::any_of(value.begin(), value.end(),
                                           [](const json& one) { return one.is_structured(); });
}

/// The file itself, its parts that have lists of entries, and these lists are broken into lines.
bool is_broken(const json& value, int depth) {
    if (depth == 1 && value.is_object()) {
        return std::any_of(value.begin(), value.end(), holds_entries);
    }
    return (depth == 0 && value.is_structured()) || (depth <= 2 && holds_entries(value));
}

void append(const json& value, letters in, int depth, std::string& text) {
    const auto line = [&](const json& one) {
        // Host names and paths may hold any bytes; what is not UTF-8 is replaced, not refused.
        return one.dump(-1, ' ', in == letters::ascii, json::error_handler_t::replace);
    };
    if (!is_broken(value, depth)) {
        text += line(value);
        return;
    }
    text += value.is_object() ? '{' : '[';
    const char* before = "\n";
    for (const auto& [key, inner] : value.items()) {
        text += before;
        if (value.is_object()) {
            text += line(key) + ": ";
        }
        append(inner, in, depth + 1, text);
        before = ",\n";
    }
    text += value.is_object() ? "\n}" : "\n]";
}

} // namespace

std::string text_of(const json& whole, letters in) {
    std::string text;
    append(whole, in, 0, text);
    return text + "\n";
}

json write_interval(const std::optional<stats::interval>& range) {
    return range
               ? json{{"low", range->low}, {"high", range->high}, {"confidence", range->confidence}}
               : json(nullptr);
}

std::optional<stats::interval> read_interval(const read_value& from, const char* key) {
    const read_value& range = member(from, key);
    if (range.is_null()) {
        return std::nullopt;
    }
    const stats::interval read{number(range, "low"), number(range, "high"),
                               number(range, "confidence")};
    if (read.low > read.high) {
        throw std::invalid_argument(std::string("\"") + key + "\" ends before it begins");
    }
    return read;
}

json write_calibration(const measure::calibration& clock) {
    json out{{"source", clock::to_string(clock.source)},
             {"ns_per_count", clock.ns_per_count},
             {"rate_hz", clock.rate_hz},
             {"rate_error_hz", clock.rate_error_hz},
             {"counter_invariant", clock.counter_invariant},
             {"counter_reason", clock.counter_reason},
             {"resolution_ns", clock.resolution_ns},
             {"reading_ns_min", clock.reading_ns_min},
             {"reading_ns_p50", clock.reading_ns_p50},
             {"reading_ns_p99", clock.reading_ns_p99},
             {"reading_ns_max", clock.reading_ns_max},
             {"reading_samples", clock.reading_samples},
             {"readings_backwards", clock.readings_backwards}};
    if (clock.l1_miss_ns > 0) {
        out["l1_miss_ns"] = clock.l1_miss_ns;
    }
    return out;
}

measure::calibration read_calibration(const read_value& from) {
    measure::calibration clock;
    const auto source = clock::parse_source(text(from, "source"));
    if (!source) {
        throw std::invalid_argument("\"source\" is not a clock");
    }
    clock.source = *source;
    clock.ns_per_count = number(from, "ns_per_count");
    clock.rate_hz = number(from, "rate_hz");
    clock.rate_error_hz = number(from, "rate_error_hz");
    clock.counter_invariant = flag(from, "counter_invariant");
    clock.counter_reason = text(from, "counter_reason");
    clock.resolution_ns = number(from, "resolution_ns");
    clock.reading_ns_min = number(from, "reading_ns_min");
    clock.reading_ns_p50 = number(from, "reading_ns_p50");
    clock.reading_ns_p99 = number(from, "reading_ns_p99");
    clock.reading_ns_max = number(from, "reading_ns_max");
    clock.reading_samples = whole(from, "reading_samples");
    clock.readings_backwards = whole(from, "readings_backwards");
    if (from.contains("l1_miss_ns")) { // older files have none
        clock.l1_miss_ns = number(from, "l1_miss_ns");
    }
    return clock;
}

json write_verdict(const environment::verdict& one) {
    json out{{"name", one.name},   {"state", environment::to_string(one.state)},
             {"found", one.found}, {"why", one.why},
             {"fix", one.fix},     {"undo", one.undo}};
    if (one.measured_ns != 0) {
        out["measured_ns"] = one.measured_ns;
        out["measured_of"] = one.measured_of;
    }
    return out;
}

environment::verdict read_verdict(const read_value& from) {
    environment::verdict one;
    one.name = text(from, "name");
    one.state = parse_condition(text(from, "state"));
    one.found = text(from, "found");
    one.why = text(from, "why");
    one.fix = text(from, "fix");
    one.undo = text(from, "undo");
    if (from.contains("measured_ns")) { // where it was explained
        one.measured_ns = number(from, "measured_ns");
        one.measured_of = text(from, "measured_of");
    }
    return one;
}

json write_classical(const classical_figure& figure) {
    return {{"kind", figure.kind},
            {"reading", figure.reading},
            {"reference_case", figure.reference_case},
            {"switches", figure.switches},
            {"switches_total_ns", figure.switches_total_ns},
            {"calls_total_ns", figure.calls_total_ns},
            {"compensated_ns", figure.compensated_ns()}};
}

classical_figure read_classical(const read_value& from) {
    classical_figure figure;
    figure.kind = text(from, "kind");
    figure.reading = text(from, "reading");
    figure.reference_case = text(from, "reference_case");
    figure.switches = whole(from, "switches");
    figure.switches_total_ns = signed_whole(from, "switches_total_ns");
    figure.calls_total_ns = signed_whole(from, "calls_total_ns");
    return figure;
}

json write_about(const context& about) {
    return {{"program", about.program},     {"version", about.version},
            {"arguments", about.arguments}, {"cpu_model", about.cpu_model},
            {"topology", about.topology},   {"kernel", about.kernel},
            {"compiler", about.compiler}};
}

context read_about(const read_value& from) {
    context about;
    about.program = text(from, "program");
    about.version = text(from, "version");
    about.arguments = texts(from, "arguments");
    about.cpu_model = text(from, "cpu_model");
    about.topology = text(from, "topology");
    about.kernel = text(from, "kernel");
    about.compiler = text(from, "compiler");
    return about;
}

} // namespace tollgate::report
