// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/json_lines_sink.hpp>

#include "text.hpp"

#include <tollgate/liveness/event.hpp>

namespace tollgate::liveness {
namespace {

/// `{"a":1,"b":2`, to be ended by `close()`.
class object {
public:
    void add(std::string_view key, const std::string& json) {
        text_ += text_.empty() ? "{\"" : ",\"";
        text_.append(key).append("\":").append(json);
    }
    [[nodiscard]] std::string close() const { return text_ + '}'; }

private:
    std::string text_;
};

template <class Range, class ToJson>
std::string list(const Range& all, ToJson to_json) {
    std::string text = "[";
    for (const auto& one : all) {
        text += (text.size() == 1 ? "" : ",") + to_json(one);
    }
    return text + ']';
}

std::string checkpoint_json(const passed_checkpoint& passed) {
    object json;
    json.add("id", std::to_string(passed.id));
    json.add("age_ms", std::to_string(passed.age.count()));
    json.add("ticks", std::to_string(passed.ticks));
    return json.close();
}

std::string moment_json(std::chrono::system_clock::time_point when) {
    std::string text = detail::utc_text(when);
    text.replace(text.find(' '), 1, "T");
    return detail::json_string(text + "Z");
}

std::string number(std::chrono::nanoseconds time) {
    return std::to_string(time.count());
}

std::string json_notice(std::uint64_t not_written) {
    return R"({"event":"not_written","events":)" + std::to_string(not_written) + "}\n";
}

} // namespace

std::string to_json(const event& what) {
    object json;
    json.add("event", detail::json_string(to_string(what.what)));
    json.add("name", detail::json_string(what.name));
    json.add("thread_id", std::to_string(what.thread_id));
    json.add("episode", std::to_string(what.episode));
    json.add("at", moment_json(what.at));
    json.add("silent_for_ns", number(what.silent_for));
    json.add("timeout_ns", number(what.timeout));
    json.add("checkpoints", std::to_string(what.checkpoints));
    json.add("history", list(what.history, checkpoint_json));
    json.add("state", detail::json_string(to_string(what.why.state)));
    json.add("wait_channel", detail::json_string(what.why.wait_channel));
    json.add("observed_ns", number(what.why.observed));
    json.add("ran_ns", number(what.why.ran));
    json.add("waited_for_cpu_ns", number(what.why.waited_for_cpu));
    json.add("stack", list(what.why.stack,
                           [](const call& each) { return detail::json_string(each.place); }));
    json.add("lost_before", std::to_string(what.lost_before));
    return json.close() + '\n';
}

json_lines_sink::json_lines_sink(int descriptor) noexcept : writer_(descriptor, json_notice) {}

} // namespace tollgate::liveness
