// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include "across/across_command.hpp"
#include "compare/compare_command.hpp"
#include "compare/side.hpp"
#include "options.hpp"
#include "page.hpp"
#include "parts.hpp"
#include "read_file.hpp"
#include "screen/screen.hpp"
#include "sheet_text.hpp"

#include <tollgate/cli/context_of.hpp>
#include <tollgate/cli/guard.hpp>
#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/progress_line.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <utility>

#include <csignal>

namespace tollgate::cost_sheet {
namespace {

/// What was shown stays shown; a file that could not be read is no success either.
cli::exit_code code_of(bool proven, bool all_readable) {
    return !proven        ? cli::exit_code::wrong_answer
           : all_readable ? cli::exit_code::success
                          : cli::exit_code::refused;
}

void keep_only(const std::string& pattern, sheet& all) {
    const cli::name_pattern wanted = cli::names_matching(pattern);
    const std::size_t known = all.cases.size() + all.explained().size();
    std::erase_if(all.cases, [&](const sheet_case& one) { return !wanted(one.key.name()); });
    for (sheet_file& one : all.files) {
        if (one.explained && !wanted(one.explained->of.name())) {
            one.explained.reset();
        }
    }
    if (all.cases.empty() && all.explained().empty()) {
        throw run::usage_error(fmt::format("--only: '{}' matches none of the {} cases",
                                           report::printable(pattern), known));
    }
}

/// The screen and what was explained, unless all rows were asked for, or some, or the screen would
/// be empty.
std::string text_of(const sheet& all, const options& chosen) {
    if (const screen answers = chosen.all || chosen.only ? screen{} : make_screen(all);
        !answers.sections.empty()) {
        const std::string explanations = explanations_text(all);
        return screen_text(all, answers) + (explanations.empty() ? "" : "\n") + explanations;
    }
    return sheet_text(all);
}

cli::exit_code show_sheet(const options& chosen) {
    if (chosen.html) {
        cli::expect_writable("--html", *chosen.html, page_limit);
    }
    cli::progress_line progress(true);
    sheet all = load(
        chosen.files, chosen.html ? detail::distributions : detail::figures,
        [&](std::size_t index) {
            if (progress.due()) {
                progress.show(fmt::format("reading file {} of {}", index + 1, chosen.files.size()));
            }
        });
    progress.clear();
    say(all.unreadable);
    say(all.warnings);
    if (all.files.empty()) {
        return cli::exit_code::refused;
    }
    if (chosen.only) {
        keep_only(*chosen.only, all);
    }
    if (chosen.html) {
        cli::replace_file(*chosen.html, page(all));
    }
    cli::write_stdout(text_of(all, chosen));
    return code_of(all.proven(), all.unreadable.empty());
}

cli::exit_code show_part(const options& chosen) {
    bool all_readable = true;
    bool proven = true;
    const auto refuse = [&](const std::string& why) {
        say({why});
        all_readable = false;
    };
    for (const std::string& path : chosen.files) {
        try {
            const report::reading read = read_file(path);
            proven = proven && read.seen.proven() && !read.seen.lost_any();
            cli::write_stdout(part_of(read.seen, chosen.part, chosen.only));
        } catch (const unreadable_file& error) {
            refuse(error.what());
        } catch (const report::unreadable_result& error) {
            refuse(report::printable(path) + ": " + report::printable(error.what()));
        }
    }
    return code_of(proven, all_readable);
}

} // namespace

cli::exit_code run(const std::vector<std::string>& arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    const options chosen = parse_options(arguments);
    switch (chosen.wanted) {
    case options::action::help:
        cli::write_stdout(help_text());
        return cli::exit_code::success;
    case options::action::version:
        cli::write_stdout(cli::version_line("costSheet"));
        return cli::exit_code::success;
    case options::action::compare:
        return compare_files(chosen);
    case options::action::across:
        return lay_across(chosen);
    case options::action::part:
        return show_part(chosen);
    case options::action::sheet:
        break;
    }
    return show_sheet(chosen);
}

} // namespace tollgate::cost_sheet
