// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/explanation.hpp>

#include <algorithm>
#include <utility>

namespace tollgate::explain {
namespace {

constexpr std::pair<share_kind, std::string_view> kind_names[] = {
    {share_kind::intervention, "intervention"},
    {share_kind::stopped, "stopped"},
    {share_kind::throttled, "throttled"},
    {share_kind::stolen, "stolen"},
    {share_kind::base, "base"},
    {share_kind::rare, "rare"},
    {share_kind::rest, "rest"}};

} // namespace

std::string_view to_string(share_kind which) {
    for (const auto& [kind, name] : kind_names) {
        if (kind == which) {
            return name;
        }
    }
    return {};
}

std::optional<share_kind> parse_share_kind(std::string_view text) {
    for (const auto& [kind, name] : kind_names) {
        if (name == text) {
            return kind;
        }
    }
    return std::nullopt;
}

const tried_alone* explanation::find(std::string_view name) const {
    const auto found = std::find_if(alone.begin(), alone.end(),
                                    [&](const tried_alone& one) { return one.name == name; });
    return found == alone.end() ? nullptr : &*found;
}

} // namespace tollgate::explain
