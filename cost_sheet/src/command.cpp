// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include "across/across.hpp"
#include "compare/comparison.hpp"
#include "history/history.hpp"
#include "limits/limits.hpp"
#include "openmetrics.hpp"
#include "page/sections.hpp"
#include "ranking.hpp"
#include "results.hpp"
#include "screen/screen.hpp"

#include <tollgate/cli/context_of.hpp>
#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/stdout_terminal.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <csignal>
#include <cstdint>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// The screen and the explanations; all rows with --all or --only, and if the screen would be
/// empty.
std::string text_of(const results& all, const options& chosen) {
    const bool every_row = chosen.all || chosen.only;
    if (const screen shown = every_row ? screen{} : make_screen(all); !shown.sections.empty()) {
        const std::string verdicts = verdicts_text(all);
        return screen_text(all, shown, chosen.html, cli::stdout_terminal()) +
               (verdicts.empty() ? "" : "\n") + verdicts;
    }
    const std::string reason(every_row ? "" : why_no_screen(all));
    return rows_text(all, width_of(chosen)) + report::fitted(reason, width_of(chosen)) +
           (chosen.html ? "\nPage: " + report::printable(*chosen.html) + "\n" : "");
}

cli::exit_code show(const options& chosen) {
    if (chosen.html) {
        cli::expect_writable("--html", *chosen.html, page_limit);
    }
    results all = load(chosen.files, chosen.html ? purpose::page : purpose::terminal);
    say(all.unreadable);
    say(all.warnings);
    if (all.files.empty()) {
        return cli::exit_code::refused;
    }
    if (chosen.only) {
        const std::size_t known = all.size();
        all.keep(cli::names_matching(*chosen.only));
        require_match(*chosen.only, known, all.size());
    }
    if (chosen.html) {
        cli::replace_file("--html", *chosen.html, page(all));
    }
    cli::write_stdout(chosen.openmetrics ? openmetrics_text(all) : text_of(all, chosen));
    return code_of(all.self_checks_held(), all.unreadable.empty());
}

cli::exit_code show_part(const options& chosen) {
    bool self_checks_held = true;
    const auto show = [&](const std::string& path, report::reading read) {
        self_checks_held =
            self_checks_held && read.content.self_checks_held() && !read.content.lost_any();
        const bool explains = read.content.explanation.has_value();
        const std::string text =
            part_of(std::move(read.content), *chosen.part, chosen.only, width_of(chosen));
        if (text.empty()) {
            const bool is_explained = *chosen.part == "explanation" || *chosen.part == "settings";
            say({report::printable(path) + ": has no " +
                 (is_explained && !explains ? "explanation, which a run with --explain makes"
                                            : *chosen.part)});
        }
        cli::write_stdout(text);
    };
    const std::vector<std::string> unreadable = read_each(chosen.files, show);
    say(unreadable);
    return code_of(self_checks_held, unreadable.empty());
}

} // namespace

std::size_t width_of(const options& chosen) {
    return chosen.wide ? SIZE_MAX : cli::stdout_terminal().columns;
}

cli::exit_code code_of(bool self_checks_held, bool all_readable) {
    return !self_checks_held ? cli::exit_code::wrong_answer
           : all_readable    ? cli::exit_code::success
                             : cli::exit_code::refused;
}

cli::exit_code run(const std::vector<std::string>& arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    const options chosen = parse_options(arguments);
    if (chosen.help || chosen.version) {
        cli::write_stdout(chosen.help ? help_text() : cli::version_line("costSheet"));
        return cli::exit_code::success;
    }
    return chosen.compare          ? compare_files(chosen)
           : chosen.across         ? show_across(chosen)
           : chosen.history        ? show_history(chosen)
           : chosen.limits         ? judge_limits(chosen)
           : chosen.suggest_limits ? suggest_limits(chosen)
           : chosen.part           ? show_part(chosen)
                                   : show(chosen);
}

} // namespace tollgate::cost_sheet
