// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/name_pattern.hpp>

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>
#include <re2/re2.h>

#include <cstdint>
#include <memory>

namespace tollgate::cli {

name_pattern names_matching(const std::string& text) {
    // Bounds the pattern and its matcher, and so the time for a name.
    constexpr std::int64_t most_bytes = 1 << 18;
    RE2::Options options(RE2::Quiet);
    options.set_max_mem(most_bytes);
    const auto wanted = std::make_shared<const RE2>(text, options);
    if (!wanted->ok()) {
        throw run::usage_error(fmt::format("--only: '{}' is not a regular expression of RE2: {}",
                                           report::printable(text, 60),
                                           report::printable(wanted->error(), 80)));
    }
    return [wanted](const std::string& name) { return RE2::PartialMatch(name, *wanted); };
}

} // namespace tollgate::cli
