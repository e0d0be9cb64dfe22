// SPDX-License-Identifier: BSL-1.0
#include "demo.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/text_sink.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

namespace tollgate::liveness_test {
namespace {

using namespace std::chrono_literals;
using cli::write_stdout;
using liveness::event;
using liveness::thread_state;

constexpr auto timeout = 1s;
/// On a busy machine the reports come later, because the monitor waits for a CPU.
constexpr auto all_are_found_by = 60s;
/// A thread that is reported twice, or gets stuck later, is reported within this time.
constexpr auto wait_for_more = timeout + timeout / 2;

std::string difference(const demo_thread& thread, const std::vector<event>& reports) {
    const auto is_its = [&](const event& report) { return report.name == thread.name; };
    const auto times = std::count_if(reports.begin(), reports.end(), is_its);
    if (thread.expected == thread_state::unknown) {
        return times == 0 ? "" : fmt::format("{} was reported, and is healthy", thread.name);
    }
    if (times != 1) {
        return fmt::format("{} was reported {} times, not once", thread.name, times);
    }
    const event& report = *std::find_if(reports.begin(), reports.end(), is_its);
    if (report.type != event::kind::frozen) {
        return fmt::format("{} was reported as {}, not as frozen", thread.name,
                           to_string(report.type));
    }
    const thread_state found = report.why.state;
    if (found != thread.expected && !(thread.may_starve && found == thread_state::starved)) {
        return fmt::format("{} was found {}, not {}", thread.name, to_string(found),
                           to_string(thread.expected));
    }
    return {};
}

/// The reports. The reporter thread of the registry prints them.
class report_box {
public:
    void put(const event& report) {
        write_stdout(liveness::to_text(report) + "\n");
        const std::lock_guard lock(mutex_);
        all_.push_back(report);
        has_more_.notify_one();
    }

    /// Waits until there are enough reports, or the time is over. Returns all reports.
    [[nodiscard]] std::vector<event> wait(std::chrono::nanoseconds at_most, std::size_t enough) {
        std::unique_lock lock(mutex_);
        has_more_.wait_for(lock, at_most, [&] { return all_.size() >= enough; });
        return all_;
    }

private:
    std::mutex mutex_;
    std::condition_variable has_more_;
    std::vector<event> all_; // under the mutex
};

std::vector<demo_thread> start_all(liveness::registry& watcher, stuck_threads& others,
                                   const std::shared_ptr<kept_failure>& failure) {
    std::vector<demo_thread> threads = start_dead_lock(watcher, failure);
    for (demo_thread& eater : others.start_live_lock()) {
        threads.push_back(std::move(eater));
    }
    if (auto starved = others.start_starved()) {
        threads.push_back(std::move(*starved));
    } else {
        write_stdout(
            "No thread starves: this system cannot give a thread the lowest priority on a CPU.\n");
    }
    threads.push_back(others.start_healthy());
    std::string text =
        fmt::format("{} threads have started. A thread that passes no checkpoint for "
                    "{} s is reported:\n",
                    threads.size(), timeout.count());
    for (const demo_thread& thread : threads) {
        text += fmt::format("    {:<12} {}\n", thread.name, thread.does);
    }
    write_stdout(text + "\n");
    return threads;
}

cli::exit_code demonstrate() {
    report_box box;
    liveness::settings options;
    options.default_timeouts.timeout = timeout;
    options.stacks = true;
    options.sinks = {[&box](const event& report) { box.put(report); }};
    liveness::registry watching(options);
    const auto failure = std::make_shared<kept_failure>();
    stuck_threads others(watching, failure);

    const std::vector<demo_thread> threads = start_all(watching, others, failure);
    const auto stuck = std::count_if(threads.begin(), threads.end(), [](const demo_thread& thread) {
        return thread.expected != thread_state::unknown;
    });
    static_cast<void>(box.wait(all_are_found_by, static_cast<std::size_t>(stuck)));
    const auto wrong = differences(threads, box.wait(wait_for_more, SIZE_MAX));
    watching.set_sinks({}); // the threads that end now recover
    failure->rethrow();
    for (const std::string& difference : wrong) {
        write_stdout(fmt::format("This differs from the expected reports: {}\n", difference));
    }
    if (!wrong.empty()) {
        return cli::exit_code::wrong_answer;
    }
    write_stdout(fmt::format("All {} stuck threads were found, each once; the healthy thread was "
                             "not reported.\n",
                             stuck));
    return cli::exit_code::success;
}

} // namespace

std::vector<std::string> differences(const std::vector<demo_thread>& threads,
                                     const std::vector<event>& reports) {
    std::vector<std::string> all;
    for (const demo_thread& thread : threads) {
        if (std::string text = difference(thread, reports); !text.empty()) {
            all.push_back(std::move(text));
        }
    }
    for (const event& report : reports) {
        if (std::none_of(threads.begin(), threads.end(),
                         [&](const demo_thread& thread) { return thread.name == report.name; })) {
            all.push_back(fmt::format("{} was reported, and is unknown", report.name));
        }
    }
    return all;
}

cli::own_action demo_action() {
    return {"demo", "start threads that get stuck in three ways, and print the reports",
            demonstrate};
}

} // namespace tollgate::liveness_test
