// SPDX-License-Identifier: BSL-1.0
#include "price_file.hpp"

#include <tollgate/cli/context_of.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/environment/examine.hpp>
#include <tollgate/posix/process.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

/// The settings of a machine on which the prices depend.
constexpr std::array settings{"governor",    "boost",       "smt",        "hypervisor",
                              "timer slack", "mitigations", "idle states"};

std::string finding(const report::result& of, std::string_view name) {
    for (const environment::verdict& verdict : of.environment) {
        if (verdict.name == name) {
            return verdict.found;
        }
    }
    return "";
}

std::vector<std::string> differences(const report::result& file, const report::result& here) {
    std::vector<std::string> found;
    const auto compare = [&](std::string_view name, const std::string& then,
                             const std::string& now) {
        if (then != now && !then.empty() && !now.empty()) {
            found.push_back(fmt::format("the prices are of another {}: {}, here {}", name,
                                        report::printable(then, 40), report::printable(now, 40)));
        }
    };
    compare("CPU", file.about.cpu_model, here.about.cpu_model);
    compare("number of CPUs", std::to_string(file.about.cpus), std::to_string(here.about.cpus));
    compare("kernel", file.about.kernel, here.about.kernel);
    for (const char* const name : settings) {
        compare(name, finding(file, name), finding(here, name));
    }
    return found;
}

} // namespace

std::filesystem::path usual_price_file() {
    const char* const cache = std::getenv("XDG_CACHE_HOME"); // NOLINT(concurrency-mt-unsafe)
    if (cache != nullptr && *cache == '/') {
        return std::filesystem::path(cache) / "tollgate" / "prices.json";
    }
    const char* const home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe)
    if (home != nullptr && *home == '/') {
        return std::filesystem::path(home) / ".cache" / "tollgate" / "prices.json";
    }
    return {};
}

read_prices read_price_file(const std::filesystem::path& file, bool named_by_user,
                            const report::result& here) {
    read_prices read;
    std::error_code ignored;
    const bool is_file = std::filesystem::is_regular_file(file, ignored);
    std::ifstream stream = is_file ? std::ifstream(file, std::ios::binary) : std::ifstream();
    if (!is_file || !stream) {
        if (named_by_user) {
            throw run::machine_refused("--prices: '" + report::printable(file.string()) +
                                       "' cannot be read");
        }
        read.origin = "no prices of this machine yet: ./bill --measure makes them in 30 s";
        return read;
    }
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    report::result run;
    try {
        run = report::read_json(text);
    } catch (const report::unreadable_result& error) {
        throw run::machine_refused(
            fmt::format("{}'{}' is no result file: {}{}", named_by_user ? "--prices: " : "",
                        report::printable(file.string()), error.what(),
                        named_by_user ? "" : "; ./bill --measure replaces it"));
    }
    read.prices = price_list(run);
    read.differences = differences(run, here);
    const std::string day = report::printable(run.about.date.substr(0, 10));
    read.origin = read.prices.empty() ? "'" + report::printable(file.string()) + "' has no prices"
                                      : fmt::format("prices of {}, {} machine", day,
                                                    read.differences.empty() ? "this" : "another");
    return read;
}

report::result describe_this_machine(const std::vector<std::string>& arguments) {
    const cpu::topology machine = cpu::read_topology();
    report::result here;
    const environment::build_facts build = environment::facts_of_this_build();
    here.about = cli::context_of("bill", arguments, machine, environment::machine_files{}, build);
    here.environment =
        environment::examine(environment::machine_files{},
                             {.cpus = machine.cpus(), .build = build, .clock_reading_ns = {}});
    return here;
}

void measure_prices(const std::filesystem::path& file) {
    const std::filesystem::path program = posix::this_program().parent_path() / "testSleep";
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    const posix::descriptor nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
    posix::process measuring({.file = program.string(),
                              .arguments = {"testSleep", "--prices", "--json", file.string()},
                              .variables = {},
                              .descriptors = {nowhere.number(), nowhere.number(), STDERR_FILENO},
                              .guarded = false});
    const posix::exit_status status = measuring.wait();
    if (status.as_in_shell() != 0) {
        throw run::machine_refused(
            fmt::format("testSleep --prices ended with exit code {}", status.as_in_shell()));
    }
}

} // namespace tollgate::bill
