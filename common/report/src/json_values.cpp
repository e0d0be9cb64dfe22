// SPDX-License-Identifier: BSL-1.0
#include "json_values.hpp"

#include <stdexcept>

namespace tollgate::report {
namespace {

measure::condition parse_condition(const std::string& text) {
    for (const auto state : {measure::condition::ok, measure::condition::bad}) {
        if (text == measure::to_string(state)) {
            return state;
        }
    }
    return measure::condition::unknown;
}

} // namespace

std::string text_of(const json& whole) {
    // Host names and paths may hold any bytes; what is not UTF-8 is replaced, not refused.
    return whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
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

measure::calibration read_calibration(const json& from) {
    measure::calibration clock;
    const auto source = clock::parse_source(from.at("source").get<std::string>());
    if (!source) {
        throw std::invalid_argument("\"source\" is not a clock");
    }
    clock.source = *source;
    from.at("ns_per_count").get_to(clock.ns_per_count);
    from.at("rate_hz").get_to(clock.rate_hz);
    from.at("rate_error_hz").get_to(clock.rate_error_hz);
    from.at("counter_invariant").get_to(clock.counter_invariant);
    from.at("counter_reason").get_to(clock.counter_reason);
    from.at("resolution_ns").get_to(clock.resolution_ns);
    from.at("reading_ns_min").get_to(clock.reading_ns_min);
    from.at("reading_ns_p50").get_to(clock.reading_ns_p50);
    from.at("reading_ns_p99").get_to(clock.reading_ns_p99);
    from.at("reading_ns_max").get_to(clock.reading_ns_max);
    from.at("reading_samples").get_to(clock.reading_samples);
    from.at("readings_backwards").get_to(clock.readings_backwards);
    clock.l1_miss_ns = from.value("l1_miss_ns", 0.0); // older files have none
    return clock;
}

json write_verdict(const measure::verdict& one) {
    return {{"name", one.name},   {"state", measure::to_string(one.state)},
            {"found", one.found}, {"why", one.why},
            {"fix", one.fix},     {"undo", one.undo}};
}

measure::verdict read_verdict(const json& from) {
    measure::verdict one;
    from.at("name").get_to(one.name);
    one.state = parse_condition(from.at("state").get<std::string>());
    from.at("found").get_to(one.found);
    from.at("why").get_to(one.why);
    from.at("fix").get_to(one.fix);
    from.at("undo").get_to(one.undo);
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

classical_figure read_classical(const json& from) {
    classical_figure figure;
    from.at("kind").get_to(figure.kind);
    from.at("reading").get_to(figure.reading);
    from.at("reference_case").get_to(figure.reference_case);
    from.at("switches").get_to(figure.switches);
    from.at("switches_total_ns").get_to(figure.switches_total_ns);
    from.at("calls_total_ns").get_to(figure.calls_total_ns);
    return figure;
}

json write_about(const context& about) {
    return {{"program", about.program},     {"version", about.version},
            {"arguments", about.arguments}, {"cpu_model", about.cpu_model},
            {"topology", about.topology},   {"kernel", about.kernel},
            {"compiler", about.compiler}};
}

context read_about(const json& from) {
    context about;
    from.at("program").get_to(about.program);
    from.at("version").get_to(about.version);
    from.at("arguments").get_to(about.arguments);
    from.at("cpu_model").get_to(about.cpu_model);
    from.at("topology").get_to(about.topology);
    from.at("kernel").get_to(about.kernel);
    from.at("compiler").get_to(about.compiler);
    return about;
}

} // namespace tollgate::report
