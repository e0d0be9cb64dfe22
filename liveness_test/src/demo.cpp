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
/// On a busy machine the monitor waits for a CPU, too: its reports come later.
constexpr auto all_are_found_by = 60s;
/// A thread that is reported twice, or gets stuck later, is reported within this.
constexpr auto wait_for_more = timeout + timeout / 2;

std::string difference(const demo_thread& who, const std::vector<event>& reports) {
    const auto is_of = [&](const event& report) { return report.name == who.name; };
    const auto times = std::count_if(reports.begin(), reports.end(), is_of);
    if (who.expected == thread_state::unknown) {
        return times == 0 ? "" : fmt::format("{} was reported, and is healthy", who.name);
    }
    if (times != 1) {
        return fmt::format("{} was reported {} times, once was due", who.name, times);
    }
    const event& report = *std::find_if(reports.begin(), reports.end(), is_of);
    if (report.what != event::kind::frozen) {
        return fmt::format("{} was reported as {}, not as frozen", who.name,
                           to_string(report.what));
    }
    const thread_state found = report.why.state;
    if (found != who.expected && !(who.may_starve && found == thread_state::starved)) {
        return fmt::format("{} was found {}, not {}", who.name, to_string(found),
                           to_string(who.expected));
    }
    return {};
}

/// The reports, which are printed by the registry's thread.
class report_box {
public:
    void put(const event& report) {
        write_stdout(liveness::to_text(report) + "\n");
        const std::lock_guard lock(mutex_);
        all_.push_back(report);
        there_is_more_.notify_one();
    }

    /// Those that have come until then, or until there are enough.
    [[nodiscard]] std::vector<event> wait(std::chrono::nanoseconds at_most, std::size_t enough) {
        std::unique_lock lock(mutex_);
        there_is_more_.wait_for(lock, at_most, [&] { return all_.size() >= enough; });
        return all_;
    }

private:
    std::mutex mutex_;
    std::condition_variable there_is_more_;
    std::vector<event> all_; // with the mutex
};

std::vector<demo_thread> start_all(liveness::registry& in, stuck_threads& those,
                                   const std::shared_ptr<kept_failure>& failure) {
    std::vector<demo_thread> threads = start_dead_lock(in, failure);
    for (demo_thread& one : those.start_live_lock()) {
        threads.push_back(std::move(one));
    }
    if (auto starved = those.start_starved()) {
        threads.push_back(std::move(*starved));
    } else {
        write_stdout("No thread starves: this system does not let one be put last on a CPU.\n");
    }
    threads.push_back(those.start_healthy());
    std::string text = fmt::format("{} threads have started. Who passes no checkpoint for {} s is "
                                   "reported:\n",
                                   threads.size(), timeout.count());
    for (const demo_thread& one : threads) {
        text += fmt::format("    {:<12} {}\n", one.name, one.does);
    }
    write_stdout(text + "\n");
    return threads;
}

cli::exit_code demonstrate() {
    report_box box;
    liveness::settings how;
    how.of_scopes.timeout = timeout;
    how.stacks = true;
    how.sinks = {[&box](const event& report) { box.put(report); }};
    liveness::registry watching(how);
    const auto failure = std::make_shared<kept_failure>();
    stuck_threads those(watching, failure);

    const std::vector<demo_thread> threads = start_all(watching, those, failure);
    const auto stuck = std::count_if(threads.begin(), threads.end(), [](const demo_thread& one) {
        return one.expected != thread_state::unknown;
    });
    static_cast<void>(box.wait(all_are_found_by, static_cast<std::size_t>(stuck)));
    const auto wrong = differences(threads, box.wait(wait_for_more, SIZE_MAX));
    watching.set_sinks({}); // who is ended now recovers
    failure->rethrow();
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

} // namespace

std::vector<std::string> differences(const std::vector<demo_thread>& threads,
                                     const std::vector<event>& reports) {
    std::vector<std::string> all;
    for (const demo_thread& who : threads) {
        if (std::string one = difference(who, reports); !one.empty()) {
            all.push_back(std::move(one));
        }
    }
    for (const event& report : reports) {
        if (std::none_of(threads.begin(), threads.end(),
                         [&](const demo_thread& who) { return who.name == report.name; })) {
            all.push_back(fmt::format("{} was reported, and nobody knows it", report.name));
        }
    }
    return all;
}

cli::own_action demo_action() {
    return {"demo", "let threads get stuck in three ways, and show how they are found",
            demonstrate};
}

} // namespace tollgate::liveness_test
