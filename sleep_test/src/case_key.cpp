// SPDX-License-Identifier: BSL-1.0
#include "case_key.hpp"

#include <regex>

namespace tollgate::sleep_test {

std::optional<case_key> parse_case_name(std::string_view name) {
    static const std::regex form("sleep/(wake_latency|timeout_lateness)/sleeper:([a-z_]+)/"
                                 "slice_ms:([0-9]{1,7})(?:/placement:([a-z]+))?");
    std::cmatch part;
    if (!std::regex_match(name.data(), name.data() + name.size(), part, form)) {
        return std::nullopt;
    }
    const auto sleeper = parse_sleeper(part[2].str());
    if (!sleeper) {
        return std::nullopt;
    }
    return case_key{part[1], *sleeper, std::stoull(part[3]), part[4]};
}

} // namespace tollgate::sleep_test
