// SPDX-License-Identifier: BSL-1.0
#include "fake_event.hpp"
#include "two_ends.hpp"

#include <tollgate/liveness/json_lines_sink.hpp>
#include <tollgate/liveness/text_sink.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tollgate::liveness {
namespace {

/// The pipe has no reader at first.
template <class Sink>
std::string written_after(int not_written) {
    const two_ends pipe;
    Sink sink(pipe.writing());
    static_cast<void>(pipe.fill());
    for (int i = 0; i < not_written; ++i) {
        sink(fake_event());
    }
    EXPECT_EQ(sink.not_written(), static_cast<std::uint64_t>(not_written));
    static_cast<void>(pipe.read());
    sink(fake_event());
    return pipe.read();
}

TEST(a_sink, writes_events_and_reports_those_not_written) {
    const std::string text = to_text(fake_event());
    EXPECT_EQ(written_after<text_sink>(0), text);
    EXPECT_EQ(written_after<text_sink>(1), "1 event was not written\n" + text);
    EXPECT_EQ(written_after<text_sink>(2), "2 events were not written\n" + text);
}

TEST(a_sink, of_json_does_this_in_lines_of_json) {
    EXPECT_EQ(written_after<json_lines_sink>(0), to_json(fake_event()));
    const std::string lines = written_after<json_lines_sink>(1);
    const std::size_t first = lines.find('\n') + 1;
    EXPECT_EQ(nlohmann::json::parse(lines.substr(0, first)),
              (nlohmann::json{{"event", "not_written"}, {"events", 1}}));
    EXPECT_EQ(lines.substr(first), to_json(fake_event()));
}

} // namespace
} // namespace tollgate::liveness
