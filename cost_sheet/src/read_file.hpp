// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/json.hpp>

#include <stdexcept>
#include <string>

namespace tollgate::cost_sheet {

/// A file that cannot be shown; the message is one printable line that begins with its name.
class unreadable_file : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads one result file, of which no more than report::largest_file is held. Throws
/// unreadable_file.
[[nodiscard]] report::reading read_file(const std::string& path);

} // namespace tollgate::cost_sheet
