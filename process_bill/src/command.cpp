// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include "caught_signals.hpp"
#include "observation_parts.hpp"
#include "observe.hpp"
#include "options.hpp"
#include "output/page.hpp"
#include "output/result_of.hpp"
#include "output/screen.hpp"
#include "pricing/price_file.hpp"
#include "pricing/statement_of.hpp"
#include "sources.hpp"

#include <tollgate/cli/context_of.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/stdout_terminal.hpp>
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/reference_loop.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/run/errors.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// What the user gets, and the exit code.
struct outcome {
    statement whole;
    std::vector<statement> slices; ///< of about a tenth of the time each; only for a result file
    std::vector<double> reference_ns;
    observation_end end = observation_end::time;
};

class billing {
public:
    /// The observation begins now.
    explicit billing(const options& chosen)
        : chosen_(chosen), sources_(chosen, signals_.before()) {}

    void use(read_prices prices) { prices_ = std::move(prices); }

    /// Observes until the time is over, and makes the statement.
    outcome bill() {
        outcome made;
        const auto begin = steady_clock::now();
        const auto end = end_after(begin);
        observation before;
        auto slice_end = next_slice(begin, end, {});
        take_reference(made);
        while (true) {
            const auto until = slice_end && end ? std::min(*slice_end, *end)
                               : slice_end      ? slice_end
                                                : end;
            made.end = observe(sources_, signals_, until);
            const auto reading_began = steady_clock::now();
            observation seen = sources_.total();
            const auto reading_took = steady_clock::now() - reading_began;
            const bool is_over =
                made.end != observation_end::time || (end && steady_clock::now() >= *end);
            if (slice_end) {
                made.slices.push_back(
                    statement_of(since(std::exchange(before, seen), seen), prices_.prices));
                take_reference(made);
            }
            if (is_over) {
                made.whole = describe(std::move(seen), made.end);
                return made;
            }
            slice_end = next_slice(begin, end, reading_took);
        }
    }

    /// Prints a statement of each period, until the processes or the user end it.
    cli::exit_code watch() {
        const bool in_place = ::isatty(STDOUT_FILENO) == 1;
        observation before = sources_.total();
        while (true) {
            const auto end = observe(sources_, signals_, end_after(steady_clock::now()));
            observation seen = sources_.total();
            const statement bill = describe(since(std::exchange(before, seen), seen), end);
            cli::write_stdout((in_place ? "\x1b[H\x1b[J" : "") + screen_of(bill, terminal()) +
                              (in_place ? "" : "\n"));
            if (end != observation_end::time) {
                return end == observation_end::interrupted ? cli::exit_code::interrupted
                                                           : cli::exit_code::success;
            }
        }
    }

    [[nodiscard]] report::terminal terminal() const {
        report::terminal on = cli::stdout_terminal();
        on.columns = chosen_.wide ? SIZE_MAX : on.columns;
        return on;
    }

    /// As a shell does, bill stays in the foreground as long as its command.
    void wait_for_command() {
        if (started_command* const command = sources_.command()) {
            static_cast<void>(command->wait());
        }
    }

private:
    [[nodiscard]] std::optional<steady_clock::time_point>
    end_after(steady_clock::time_point begin) const {
        return chosen_.time_s
                   ? std::optional(begin + std::chrono::duration_cast<nanoseconds>(
                                               std::chrono::duration<double>(*chosen_.time_s)))
                   : std::nullopt;
    }

    /// Slices cost a reading of everything each: at most one per cent of the time.
    [[nodiscard]] std::optional<steady_clock::time_point>
    next_slice(steady_clock::time_point begin, std::optional<steady_clock::time_point> end,
               nanoseconds reading_took) const {
        if (!chosen_.json) {
            return std::nullopt;
        }
        const auto now = steady_clock::now();
        const nanoseconds share = end ? (*end - begin) / 9 : (now - begin) / 8;
        return now +
               std::max<nanoseconds>({share, 100 * reading_took, std::chrono::milliseconds(200)});
    }

    void take_reference(outcome& to) const {
        if (chosen_.json) {
            to.reference_ns.push_back(
                measure::run_reference_loop_on(cpu::allowed_cpus().front()).part_ns);
        }
    }

    statement describe(observation seen, observation_end end) {
        if (started_command* const command = sources_.command();
            command != nullptr && command->has_ended()) {
            if (const auto failure = failure_of(command->wait())) {
                seen.remarks.push_back(*failure);
            }
        }
        statement bill = statement_of(seen, prices_.prices);
        bill.processes = sources_.labels();
        bill.prices_from = prices_.origin;
        bill.partial = end == observation_end::interrupted;
        bill.remarks.insert(bill.remarks.begin(), prices_.differences.begin(),
                            prices_.differences.end());
        return bill;
    }

    const options& chosen_;
    read_prices prices_;
    caught_signals signals_;
    sources sources_;
};

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

void write_files(const options& chosen, const outcome& made, const report::result& here) {
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
    const auto read = [&](const std::filesystem::path& file) {
        here = describe_this_machine(arguments);
        prices = read_price_file(file, chosen.prices.has_value(), here);
    };
    if (chosen.prices) {
        read(*chosen.prices); // an unreadable file is refused before anything is observed
    }
    billing all(chosen);
    if (!chosen.prices) {
        read(usual_price_file());
    }
    all.use(std::move(prices));
    if (chosen.watch) {
        return all.watch();
    }
    const outcome made = all.bill();
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
