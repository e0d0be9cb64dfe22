// SPDX-License-Identifier: BSL-1.0
// Reads any bytes as a result file. The file is refused with one printable line, or everything can
// print it. checks/slow/fuzz_check.sh builds this program with libFuzzer and sanitizers.
#include "../../src/command.hpp"
#include "../../src/page/sections.hpp"
#include "../../src/ranking.hpp"
#include "../../src/results.hpp"
#include "../../src/screen/screen.hpp"

#include <tollgate/report/json.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/text.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace {

using namespace tollgate;

void require(bool held) {
    if (!held) {
        throw std::logic_error("this input is mishandled"); // libFuzzer counts it as a crash
    }
}

/// The only control characters are line feeds.
void require_printable(const std::string& text) {
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        require(character == '\n' || (byte >= 0x20 && byte != 0x7f));
    }
}

void require_same_again(const std::string& once) {
    require(report::to_json(report::read_any_json(once).content) == once);
}

void show(const report::reading& read) {
    cost_sheet::results all;
    cost_sheet::add_file(read.content, read.foreign, "input", cost_sheet::purpose::page, all);
    require_printable(cost_sheet::rows_text(all));
    if (const auto shown = cost_sheet::make_screen(all); !shown.sections.empty()) {
        require_printable(cost_sheet::screen_text(all, shown));
    }
    for (const char* part :
         {"clock_pair", "table", "comparison", "conditions", "environment", "json"}) {
        require_printable(cost_sheet::part_of(read.content, part, {}, 100));
    }
    const std::string page = cost_sheet::page(all);
    require(page.size() <= cost_sheet::page_limit);
    require_printable(page);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    report::reading read;
    try {
        read = report::read_any_json({reinterpret_cast<const char*>(data), size});
    } catch (const report::unreadable_result& error) {
        require_printable(report::printable(error.what()));
        return 0;
    }
    show(read);
    if (!read.foreign) {
        // Writing and reading again gives the same.
        require_same_again(report::to_json(read.content));
        try {
            require_same_again(report::to_digest(read.content));
        } catch (const report::unreadable_result& error) { // a figure is too large for a digest
            require_printable(report::printable(error.what()));
        }
    }
    static_cast<void>(report::to_csv(read.content));
    static_cast<void>(report::to_bmf(read.content));
    return 0;
}
