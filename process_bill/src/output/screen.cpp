// SPDX-License-Identifier: BSL-1.0
#include "screen.hpp"

#include "entry_table.hpp"
#include "figures.hpp"

#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace tollgate::bill {
namespace {

constexpr std::size_t most_lines = 40;
constexpr std::size_t most_remarks = 5;
constexpr std::size_t fewest_columns = 40;
constexpr std::size_t fewest_entries = 3;

using lines = std::vector<std::string>;

/// A block of lines that is shown as a whole or not at all.
using block = lines;

void append(lines& to, const lines& more) {
    to.insert(to.end(), more.begin(), more.end());
}

/// Composes the screen for one width.
class composer {
public:
    composer(const statement& bill, const report::terminal& on)
        : bill_(bill), on_(on), columns_(std::max(on.columns, fewest_columns)) {}

    [[nodiscard]] std::string text() const {
        lines all = head();
        const lines below = remarks();
        const std::vector<block> changes = savings();
        const std::size_t kept =
            std::min(fewest_entries, bill_.entries.size()) + 2; // with heads and what is left out
        append(all, shown_savings(changes, room_beside(all.size() + below.size() + kept)));
        append(all, entries(room_beside(all.size() + below.size())));
        append(all, below);
        return fmt::format("{}\n", fmt::join(all, "\n"));
    }

private:
    [[nodiscard]] bool is_unlimited() const { return on_.columns == SIZE_MAX; }

    [[nodiscard]] std::size_t room_beside(std::size_t used) const {
        return is_unlimited() ? SIZE_MAX : most_lines - std::min(most_lines, used);
    }

    [[nodiscard]] lines wrapped(const std::string& text, std::size_t most,
                                std::string_view indent) const {
        return report::wrapped(text, columns_, is_unlimited() ? SIZE_MAX : most, indent);
    }

    [[nodiscard]] std::string title(std::string_view text) const {
        return report::coloured(text, report::colour::title, on_);
    }

    [[nodiscard]] std::string left_out(std::size_t count, std::string_view noun) const {
        return fmt::format("… {} more {}; --wide shows all", count, noun);
    }

    [[nodiscard]] lines head() const {
        constexpr std::string_view indent = "           ";
        const totals_text totals = totals_of(bill_);
        lines all;
        for (const std::string& line : wrapped(partial_text(bill_), 2, "")) {
            if (bill_.partial) {
                all.push_back(report::coloured(line, report::colour::poor, on_));
            }
        }
        append(all, wrapped(processes_text(bill_) + ": " + totals.observed, 2, indent));
        append(all, wrapped(as_sentence(bill_.prices_from), 2, indent));
        append(all, wrapped("CPU time   " + totals.cpu_time, 4, indent));
        append(all, wrapped("Run queue  " + totals.queued, 2, indent));
        append(all, wrapped("Switches   " + totals.switches, 2, indent));
        return all;
    }

    /// A block for each saving.
    [[nodiscard]] std::vector<block> savings() const {
        std::vector<block> blocks;
        for (const saving& each : bill_.savings) {
            const std::string number = fmt::format("{}  ", blocks.size() + 1);
            const std::string indent(number.size(), ' ');
            block found = wrapped(number + each.finding, 3, indent);
            append(found, wrapped(indent + as_sentence(each.change) + ": " +
                                      saves_text(each, bill_.cpus_used),
                                  3, indent));
            if (!each.means.empty()) {
                append(found, wrapped(indent + "With " + each.means, 2, indent));
            }
            blocks.push_back(std::move(found));
        }
        return blocks;
    }

    [[nodiscard]] lines shown_savings(const std::vector<block>& blocks, std::size_t room) const {
        lines shown{title("WHAT WOULD SAVE")};
        std::size_t count = 0;
        for (const block& each : blocks) {
            const std::size_t note = count + 1 < blocks.size() ? 1 : 0;
            if (count != 0 && shown.size() + each.size() + note > room) {
                break;
            }
            append(shown, each);
            ++count;
        }
        if (blocks.empty()) {
            append(shown, wrapped(no_savings_text(bill_), 2, ""));
        } else if (count < blocks.size()) {
            shown.push_back(left_out(blocks.size() - count, "savings"));
        }
        return shown;
    }

    /// The first ten entries. After them those with 0.1 % of the CPU time, or without a price and
    /// with one event a second.
    [[nodiscard]] std::vector<entry> large_entries() const {
        constexpr std::size_t always = 10;
        constexpr double least_share = 0.001;
        std::vector<entry> large;
        for (const entry& each : bill_.entries) {
            const bool is_large =
                each.cpus ? each.cpus->value >= least_share * bill_.cpus_used : each.a_second >= 1;
            if (is_unlimited() || large.size() < always || is_large) {
                large.push_back(each);
            }
        }
        return large;
    }

    /// The heads and as many entries as fit; stacks for the first of them if lines are left.
    [[nodiscard]] lines entries(std::size_t room) const {
        const std::vector<entry> large = large_entries();
        const std::size_t all = bill_.entries.size();
        if (all == 0) {
            return room == 0 ? lines{} : lines{title("WHERE IT GOES: no thread waited.")};
        }
        if (room < 2) {
            return {};
        }
        const std::size_t count =
            all == large.size() && all < room ? all : std::min(large.size(), room - 2);
        const entry_table table =
            table_of(std::span(large).first(count), bill_.cpus_used, columns_);
        std::size_t for_stacks = room - 1 - count - (count < all ? 1 : 0);
        lines shown{title(table.heads)};
        for (std::size_t i = 0; i < count; ++i) {
            shown.push_back(table.rows[i]);
            if (for_stacks != 0 && !table.stacks[i].empty()) {
                shown.push_back(table.stacks[i]);
                --for_stacks;
            }
        }
        if (count < all) {
            shown.push_back(left_out(all - count, "entries"));
        }
        return shown;
    }

    [[nodiscard]] lines remarks() const {
        const std::size_t count =
            is_unlimited() ? bill_.remarks.size() : std::min(most_remarks, bill_.remarks.size());
        lines shown;
        for (std::size_t i = 0; i < count; ++i) {
            append(shown, wrapped("- " + as_sentence(bill_.remarks[i]), 2, "  "));
        }
        if (count < bill_.remarks.size()) {
            shown.push_back(left_out(bill_.remarks.size() - count, "remarks"));
        }
        return shown;
    }

    const statement& bill_;
    const report::terminal& on_;
    std::size_t columns_;
};

} // namespace

std::string screen_of(const statement& bill, const report::terminal& on) {
    return composer(bill, on).text();
}

std::string first_line(const std::vector<std::string>& processes, double seconds) {
    statement bill;
    bill.processes = processes;
    return fmt::format("bill: observing {} for {:g} s; Ctrl-C ends it earlier\n",
                       report::printable(processes_text(bill)), seconds);
}

} // namespace tollgate::bill
