// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/json_lines_sink.hpp>

#include "text.hpp"

#include <tollgate/liveness/event.hpp>

namespace tollgate::liveness {
namespace {

template <class Range, class ToJson>
std::string list(const Range& all, ToJson to_json) {
    std::string text = "[";
    for (const auto& one : all) {
        text += (text.size() == 1 ? "" : ",") + to_json(one);
    }
    return text + ']';
}

std::string checkpoint_json(const passed_checkpoint& passed) {
    return R"({"id":)" + std::to_string(passed.id) + R"(,"age_ms":)" +
           std::to_string(passed.age.count()) + R"(,"ticks":)" + std::to_string(passed.ticks) + "}";
}

std::string json_notice(std::uint64_t not_written) {
    return R"({"event":"not_written","events":)" + std::to_string(not_written) + "}\n";
}

} // namespace

std::string to_json(const event& what) {
    std::string json;
    const auto add = [&json](const char* key, const std::string& value) {
        json.append(json.empty() ? "{\"" : ",\"").append(key).append("\":").append(value);
    };
    add("event", detail::json_string(to_string(what.what)));
    add("name", detail::json_string(what.name));
    add("thread_id", std::to_string(what.thread_id));
    add("episode", std::to_string(what.episode));
    add("at", detail::json_string(detail::utc_text(what.at, 'T') + "Z"));
    add("silent_for_ns", std::to_string(what.silent_for.count()));
    add("timeout_ns", std::to_string(what.timeout.count()));
    add("checkpoints", std::to_string(what.checkpoints));
    add("history", list(what.history, checkpoint_json));
    add("state", detail::json_string(to_string(what.why.state)));
    add("wait_channel", detail::json_string(what.why.wait_channel));
    add("observed_ns", std::to_string(what.why.observed.count()));
    add("ran_ns", std::to_string(what.why.ran.count()));
    add("waited_for_cpu_ns", std::to_string(what.why.waited_for_cpu.count()));
    add("stack",
        list(what.why.stack, [](const call& each) { return detail::json_string(each.place); }));
    add("lost_before", std::to_string(what.lost_before));
    return json + "}\n";
}

json_lines_sink::json_lines_sink(int descriptor) noexcept : writer_(descriptor, json_notice) {}

} // namespace tollgate::liveness
