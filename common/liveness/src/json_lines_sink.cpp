// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/json_lines_sink.hpp>

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/to_json.hpp>

namespace tollgate::liveness {
namespace {

std::string json_notice(std::uint64_t not_written) {
    return R"({"event":"not_written","events":)" + std::to_string(not_written) + "}\n";
}

} // namespace

json_lines_sink::json_lines_sink(int descriptor) noexcept : writer_(descriptor, json_notice) {}

void json_lines_sink::operator()(const event& what) {
    writer_.write(to_json(what));
}

} // namespace tollgate::liveness
