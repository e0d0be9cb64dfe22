// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/text_sink.hpp>

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/to_text.hpp>

namespace tollgate::liveness {
namespace {

std::string text_notice(std::uint64_t not_written) {
    return std::to_string(not_written) + (not_written == 1 ? " event was" : " events were") +
           " not written\n";
}

} // namespace

text_sink::text_sink(int descriptor) noexcept : writer_(descriptor, text_notice) {}

void text_sink::operator()(const event& what) {
    writer_.write(to_text(what));
}

} // namespace tollgate::liveness
