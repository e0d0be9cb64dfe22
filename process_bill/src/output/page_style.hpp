// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::bill {

/// The style of the page.
[[nodiscard]] std::string_view page_style();

/// The name of this text in a content security policy: "sha256-" and the hash in base64.
[[nodiscard]] std::string_view page_style_hash();

} // namespace tollgate::bill
