// SPDX-License-Identifier: BSL-1.0
#include "across/across_command.hpp"

#include "across/across_text.hpp"
#include "printable.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/run/errors.hpp>

#include <iostream>

namespace tollgate::cost_sheet {
namespace {

/// Names the runs whose proofs failed, and the cases of guests that did; whether there are none.
bool all_proven(const side& one) {
    bool proven = true;
    for (const measured_run& each : one.runs) {
        if (!each.proven) {
            std::cerr << "costSheet: " << printable(each.path)
                      << ": a proof of work failed, its figures are left out\n";
            proven = false;
        }
        for (const std::string& one_case : each.lost) {
            std::cerr << "costSheet: " << printable(each.path) << ": " << printable(one_case)
                      << '\n';
            proven = false;
        }
    }
    return proven;
}

} // namespace

cli::exit_code lay_across(const options& wanted) {
    if (wanted.files.empty()) {
        throw run::usage_error("--across: no file or folder is named");
    }
    const std::vector<std::string> labels = labels_of(wanted.files);
    std::vector<column> machines;
    bool readable = true;
    bool proven = true;
    for (std::size_t i = 0; i < wanted.files.size(); ++i) {
        const side loaded = load_side(wanted.files[i], wanted.only);
        for (const std::string& line : loaded.unreadable) {
            std::cerr << "costSheet: " << line << '\n';
            readable = false;
        }
        for (const std::string& line : loaded.left_out) {
            std::cerr << "costSheet: " << line << '\n';
        }
        proven = all_proven(loaded) && proven;
        if (!loaded.runs.empty()) {
            machines.push_back(make_column(loaded, labels[i]));
        }
    }
    cli::write_stdout(across_text(machines));
    if (!proven) {
        return cli::exit_code::wrong_answer;
    }
    return readable ? cli::exit_code::success : cli::exit_code::refused;
}

} // namespace tollgate::cost_sheet
