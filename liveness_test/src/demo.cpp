// SPDX-License-Identifier: BSL-1.0
#include "demo.hpp"

#include "demo_judgement.hpp"
#include "report_box.hpp"
#include "stuck_threads.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/settings.hpp>
#include <tollgate/liveness/to_text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::liveness_test {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
using cli::write_stdout;
using liveness::event;

constexpr auto timeout = 1s;
constexpr auto period = 10ms;
constexpr auto all_are_found_by = 5s;
/// Whoever is reported twice, or is healthy and gets stuck, is reported within this.
constexpr auto wait_for_more = timeout + timeout / 2;

std::vector<demo_thread> start_all(liveness::registry& in, stuck_threads& those) {
    std::vector<demo_thread> threads = start_dead_lock(in);
    for (demo_thread& one : those.start_live_lock()) {
        threads.push_back(std::move(one));
    }
    if (auto starved = those.start_starved()) {
        threads.push_back(std::move(*starved));
    } else {
        write_stdout("No thread starves: this system does not let one be put last on a CPU.\n");
    }
    threads.push_back(those.start_healthy());
    return threads;
}

std::string introduction(const std::vector<demo_thread>& threads) {
    std::string text = fmt::format("{} threads have started. Who passes no checkpoint for {} s is "
                                   "reported:\n",
                                   threads.size(), timeout.count());
    for (const demo_thread& one : threads) {
        text += fmt::format("    {:<12} {}\n", one.name, one.does);
    }
    return text + "\n";
}

/// Prints what comes until then, and keeps it.
void show_until(clock::time_point end, std::size_t enough, report_box& box,
                std::vector<event>& reports) {
    while (reports.size() < enough) {
        const std::vector<event> more = box.fetch(end);
        if (more.empty()) {
            return;
        }
        for (const event& one : more) {
            write_stdout(liveness::to_text(one) + "\n");
            reports.push_back(one);
        }
    }
}

} // namespace

cli::exit_code demonstrate() {
    report_box box;
    liveness::settings how;
    how.of_scopes.timeout = timeout;
    how.period = period;
    how.sinks = {[&box](const event& what) { box.put(what); }};
    liveness::registry watching(how);
    stuck_threads those(watching);

    const std::vector<demo_thread> threads = start_all(watching, those);
    write_stdout(introduction(threads));
    const auto stuck = std::count_if(threads.begin(), threads.end(), [](const demo_thread& one) {
        return one.expected != liveness::thread_state::unknown;
    });
    std::vector<event> reports;
    show_until(clock::now() + all_are_found_by, static_cast<std::size_t>(stuck), box, reports);
    show_until(clock::now() + wait_for_more, SIZE_MAX, box, reports);

    write_stdout(explain_all(threads, reports));
    const std::vector<std::string> wrong = differences(threads, reports);
    for (const std::string& one : wrong) {
        write_stdout(fmt::format("this differs from what was due: {}\n", one));
    }
    if (!wrong.empty()) {
        return cli::exit_code::wrong_answer;
    }
    write_stdout(fmt::format("All {} that are stuck were found, each once; the healthy one was "
                             "left in peace.\n",
                             stuck));
    return cli::exit_code::success;
}

cli::own_action demo_action() {
    return {"demo", "let threads get stuck in three ways, and show how they are found",
            demonstrate};
}

} // namespace tollgate::liveness_test
