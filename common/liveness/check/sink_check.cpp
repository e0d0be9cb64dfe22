// SPDX-License-Identifier: BSL-1.0
#include "made_up_event.hpp"
#include "two_ends.hpp"

#include <tollgate/liveness/json_lines_sink.hpp>
#include <tollgate/liveness/text_sink.hpp>
#include <tollgate/liveness/to_json.hpp>
#include <tollgate/liveness/to_text.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace tollgate::liveness {
namespace {

TEST(a_sink, writes_events) {
    const two_ends pipe;
    const event what = made_up_event();
    std::function<void(const event&)> sink = text_sink(pipe.writing());
    sink(what);
    EXPECT_EQ(pipe.read(), to_text(what));
    sink = json_lines_sink(pipe.writing());
    sink(what);
    EXPECT_EQ(pipe.read(), to_json(what));
}

template <class Sink>
std::string after_what_was_not_written(int how_many) {
    const two_ends pipe;
    Sink sink(pipe.writing());
    static_cast<void>(pipe.fill());
    for (int i = 0; i < how_many; ++i) {
        sink(made_up_event());
    }
    EXPECT_EQ(sink.not_written(), static_cast<std::uint64_t>(how_many));
    static_cast<void>(pipe.read());
    sink(made_up_event());
    return pipe.read();
}

TEST(a_sink, of_text_says_what_was_not_written) {
    EXPECT_EQ(after_what_was_not_written<text_sink>(1),
              "1 event was not written\n" + to_text(made_up_event()));
    EXPECT_EQ(after_what_was_not_written<text_sink>(2),
              "2 events were not written\n" + to_text(made_up_event()));
}

TEST(a_sink, of_json_says_what_was_not_written) {
    const std::string lines = after_what_was_not_written<json_lines_sink>(1);
    const std::size_t first = lines.find('\n') + 1;
    EXPECT_EQ(nlohmann::json::parse(lines.substr(0, first)),
              (nlohmann::json{{"event", "not_written"}, {"events", 1}}));
    EXPECT_EQ(lines.substr(first), to_json(made_up_event()));
}

} // namespace
} // namespace tollgate::liveness
