// SPDX-License-Identifier: BSL-1.0
#include "demo.hpp"

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

using liveness::event;
using liveness::thread_state;

std::vector<event> reports_of(const demo_thread& who, const std::vector<event>& reports) {
    std::vector<event> of;
    std::copy_if(reports.begin(), reports.end(), std::back_inserter(of),
                 [&](const event& one) { return one.name == who.name; });
    return of;
}

bool is_expected(const demo_thread& who, thread_state found) {
    return found == who.expected || (who.may_starve && found == thread_state::starved);
}

std::string difference(const demo_thread& who, const std::vector<event>& of) {
    if (who.expected == thread_state::unknown) {
        return of.empty() ? "" : fmt::format("{} was reported, and is healthy", who.name);
    }
    if (of.size() != 1) {
        return fmt::format("{} was reported {} times, once was due", who.name, of.size());
    }
    if (of.front().what != event::kind::frozen) {
        return fmt::format("{} was reported as {}, not as frozen", who.name,
                           to_string(of.front().what));
    }
    if (!is_expected(who, of.front().why.state)) {
        return fmt::format("{} was found {}, not {}", who.name, to_string(of.front().why.state),
                           to_string(who.expected));
    }
    return {};
}

} // namespace

std::vector<std::string> differences(const std::vector<demo_thread>& threads,
                                     const std::vector<event>& reports) {
    std::vector<std::string> all;
    for (const demo_thread& who : threads) {
        if (std::string one = difference(who, reports_of(who, reports)); !one.empty()) {
            all.push_back(std::move(one));
        }
    }
    for (const event& one : reports) {
        if (std::none_of(threads.begin(), threads.end(),
                         [&](const demo_thread& who) { return who.name == one.name; })) {
            all.push_back(fmt::format("{} was reported, and nobody knows it", one.name));
        }
    }
    return all;
}

std::string explain(const demo_thread& who, const event& report) {
    std::string text = fmt::format("{}: {}", who.name, to_string(report.why.state));
    if (!report.why.wait_channel.empty()) {
        text += " in " + report.why.wait_channel;
    }
    text += ", because " + who.why;
    if (report.why.state != who.expected && is_expected(who, report.why.state)) {
        text += ", and others had most of its CPU";
    }
    if (!report.history.empty()) {
        const std::uint32_t last = report.history.back().id;
        const auto meaning = who.checkpoints.find(last);
        text += fmt::format("; last seen at checkpoint {}: {}", last,
                            meaning == who.checkpoints.end() ? "?" : meaning->second);
    }
    return text + "\n";
}

std::string explain_all(const std::vector<demo_thread>& threads,
                        const std::vector<event>& reports) {
    std::string text;
    for (const demo_thread& who : threads) {
        const std::vector<event> of = reports_of(who, reports);
        text += of.empty() ? fmt::format("{}: not reported\n", who.name) : explain(who, of.front());
    }
    return text;
}

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
/// A thread that is reported twice, or gets stuck later, is reported within this.
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
