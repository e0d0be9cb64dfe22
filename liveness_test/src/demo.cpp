// SPDX-License-Identifier: BSL-1.0
#include "demo.hpp"

#include "demo_judgement.hpp"
#include "stuck_threads.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/settings.hpp>
#include <tollgate/liveness/to_text.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

namespace tollgate::liveness_test {
namespace {

/// Where a registry's thread puts its reports and another one fetches them. One thread fetches.
class report_box {
public:
    void put(const liveness::event& what) {
        {
            const std::lock_guard lock(mutex_);
            all_.push_back(what);
        }
        there_is_more_.wake();
    }

    /// Those that have come since the last time; waits until then for the first of them.
    [[nodiscard]] std::vector<liveness::event> fetch(std::chrono::steady_clock::time_point until) {
        for (;;) {
            {
                const std::lock_guard lock(mutex_);
                if (!all_.empty()) {
                    return std::exchange(all_, {});
                }
            }
            if (there_is_more_.sleep_until(until) == sleep::outcome::timeout) {
                return {};
            }
        }
    }

private:
    std::mutex mutex_;
    std::vector<liveness::event> all_; // with the mutex
    sleep::parker there_is_more_;
};

using namespace std::chrono_literals;
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
void show_until(std::chrono::steady_clock::time_point end, std::size_t enough, report_box& box,
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
    show_until(std::chrono::steady_clock::now() + all_are_found_by, static_cast<std::size_t>(stuck),
               box, reports);
    show_until(std::chrono::steady_clock::now() + wait_for_more, SIZE_MAX, box, reports);

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
