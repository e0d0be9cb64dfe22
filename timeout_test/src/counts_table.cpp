// SPDX-License-Identifier: BSL-1.0
#include "counts_table.hpp"

#include "parsed_name.hpp"
#include "receive_counts.hpp"

#include <tollgate/report/markdown_table.hpp>

#include <fmt/format.h>

#include <set>

namespace tollgate::timeout_test {
namespace {

std::string per_receive(const measure::case_record& record, const char* name) {
    const auto receives = record.counted.find(receives_name);
    const auto times = record.counted.find(name);
    if (receives == record.counted.end() || times == record.counted.end() ||
        receives->second == 0) {
        return "-";
    }
    return fmt::format("{:.4f}",
                       static_cast<double>(times->second) / static_cast<double>(receives->second));
}

} // namespace

std::string counts_table(const report::result& seen) {
    using align = report::markdown_table::align;
    report::markdown_table table({{"counted for each receive", align::left},
                                  {clock_readings_name},
                                  {queue_operations_name},
                                  {dispatcher_passes_name}});
    std::set<std::string> shown;
    for (const measure::case_record& record : seen.cases) {
        const auto of = parse_receive(record.name);
        if (!of || record.counted.empty()) {
            continue;
        }
        const std::string name = fmt::format("{}, {}, between {}", of->group, of->impl, of->where);
        if (shown.insert(name).second) {
            table.add_row({name, per_receive(record, clock_readings_name),
                           per_receive(record, queue_operations_name),
                           per_receive(record, dispatcher_passes_name)});
        }
    }
    return table.empty()
               ? ""
               : "By the receiver's thread, with a clock that stands still:\n" + table.str() + "\n";
}

} // namespace tollgate::timeout_test
