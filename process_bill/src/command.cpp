// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include "billing.hpp"
#include "options.hpp"
#include "output/page.hpp"
#include "output/result_of.hpp"
#include "output/screen.hpp"
#include "pricing/price_file.hpp"

#include <tollgate/cli/context_of.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/run/errors.hpp>

#include <cerrno>
#include <csignal>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

std::filesystem::path place_for_prices() {
    std::filesystem::path file = usual_price_file();
    if (file.empty()) {
        throw run::usage_error("--measure: neither HOME nor XDG_CACHE_HOME names a folder for the "
                               "prices");
    }
    return file;
}

/// Whether the statement can be written is known before anything is observed.
void expect_all_writable(const options& chosen) {
    if (!chosen.json && !chosen.html && ::fcntl(STDOUT_FILENO, F_GETFD) < 0) {
        throw std::system_error(errno, std::generic_category(), "write stdout");
    }
    for (const auto& [option, file] :
         {std::pair("--json", chosen.json), std::pair("--html", chosen.html)}) {
        if (file) {
            cli::expect_writable(option, *file);
        }
    }
}

void write_files(const options& chosen, const finished_bill& made, const report::result& here) {
    if (chosen.html) {
        cli::replace_file("--html", *chosen.html, page_of(made.whole));
    }
    if (chosen.json) {
        report::result file = result_of(made.slices, made.whole, here.about, made.reference_ns);
        file.environment = here.environment;
        cli::replace_file("--json", *chosen.json, report::to_json(file));
    }
}

cli::exit_code bill_targets(const options& chosen, const std::vector<std::string>& arguments) {
    report::result here;
    read_prices prices;
    const auto read = [&] {
        here = describe_this_machine(arguments);
        prices = chosen.prices ? read_price_file(*chosen.prices, true, here)
                               : read_price_file(usual_price_file(), false, here);
    };
    // An unreadable file is refused before a command is started, and a file that the user named
    // before anything is observed. Otherwise the first line comes first, as reading takes a while.
    const bool reads_first = chosen.prices || !chosen.command.empty();
    if (reads_first) {
        read();
    }
    billing all(chosen);
    if (!reads_first) {
        read();
    }
    all.use(std::move(prices));
    if (chosen.watch) {
        return all.watch();
    }
    const finished_bill made = all.bill();
    std::exception_ptr failure;
    try {
        write_files(chosen, made, here);
    } catch (const run::machine_refused&) {
        failure = std::current_exception();
    }
    cli::write_stdout(screen_of(made.whole, all.terminal()));
    if (failure) {
        std::rethrow_exception(failure);
    }
    all.wait_for_command();
    return made.end == observation_end::interrupted ? cli::exit_code::interrupted
                                                    : cli::exit_code::success;
}

} // namespace

cli::exit_code run(const std::vector<std::string>& arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    const options chosen = parse_options(arguments);
    if (chosen.help || chosen.version) {
        cli::write_stdout(chosen.help ? help_text() : cli::version_line("bill"));
        return cli::exit_code::success;
    }
    if (chosen.has_target()) {
        expect_all_writable(chosen);
    }
    if (chosen.measure) {
        measure_prices(place_for_prices());
    }
    return chosen.has_target() ? bill_targets(chosen, arguments) : cli::exit_code::success;
}

} // namespace tollgate::bill
