// SPDX-License-Identifier: BSL-1.0
#include "proc_source.hpp"

#include "proc_text.hpp"
#include "usable_cpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include <unistd.h>

namespace tollgate::bill {
namespace {

constexpr std::size_t threads_a_sample = 256;
constexpr std::size_t most_processes = 1'000;
/// Of the time: the search for descendants gets half of what samples may take.
constexpr int searches_a_cost = 400;

using time_point = std::chrono::steady_clock::time_point;

std::chrono::nanoseconds time_of(std::uint64_t ticks) {
    static const std::int64_t ns_a_tick = 1'000'000'000 / ::sysconf(_SC_CLK_TCK);
    return std::chrono::nanoseconds(static_cast<std::int64_t>(ticks) * ns_a_tick);
}

time_point middle(time_point begin, time_point end) {
    return begin + (end - begin) / 2;
}

} // namespace

proc_source::proc_source(std::vector<process_identity> processes, target observed,
                         const std::filesystem::path& root, source_clocks clocks)
    : files_(root),
      clocks_(std::move(clocks)),
      reader_(files_),
      threads_(reader_, clocks_, observed == target::command),
      observed_(observed),
      search_due_(clocks_.now()),
      began_(clocks_.now()) {
    for (process_identity& process : processes) {
        processes_.push_back({.identity = std::move(process)});
    }
    if (observed == target::command) {
        descendants_.emplace(processes_.front().identity.id);
    }
}

time_point proc_source::sample() {
    const std::chrono::nanoseconds cpu_before = clocks_.thread_cpu();
    const time_point begin = clocks_.now();
    if (next_ == 0) {
        refresh();
    }
    if (!is_first_sample_) {
        const std::size_t end = std::min(next_ + threads_a_sample, threads_.size());
        for (; next_ < end; ++next_) {
            threads_.read(next_, false);
        }
        next_ = next_ < threads_.size() ? next_ : 0;
    }
    const std::chrono::nanoseconds cost = clocks_.thread_cpu() - cpu_before;
    const time_point now = clocks_.now();
    if (is_first_sample_) {
        count_cpus();
        idle_before_ = idle_time();
        is_first_sample_ = false;
        began_ = observed_ == target::command ? began_ : middle(begin, now);
        own_cpu_ += cost;
        pace_.begin(now);
    } else {
        spend(cost);
    }
    return pace_.next(now);
}

void proc_source::spend(std::chrono::nanoseconds cost) {
    own_cpu_ += cost;
    pace_.spend(cost);
}

std::optional<thread_id> proc_source::next_thread() {
    if (threads_.size() == 0) {
        return std::nullopt;
    }
    turn_ = (turn_ + 1) % threads_.size();
    return threads_.id(turn_);
}

bool proc_source::all_ended() const {
    return std::ranges::all_of(processes_, &observed_process::ended);
}

/// All threads are read in the same order as the first time, so each is observed for as long as the
/// middles of both readings are apart.
observation proc_source::read_all() {
    if (is_first_sample_) {
        sample();
    }
    const std::chrono::nanoseconds cpu_before = clocks_.thread_cpu();
    const time_point begin = clocks_.now();
    refresh();
    for (std::size_t index = 0; index < threads_.size(); ++index) {
        threads_.read(index, true);
    }
    next_ = 0;
    count_cpus();
    spend(clocks_.thread_cpu() - cpu_before);
    observation seen;
    seen.duration = middle(begin, clocks_.now()) - began_;
    seen.cpus = cpus_;
    seen.own_cpu = own_cpu_;
    if (const auto idle = idle_time(); idle && idle_before_) {
        seen.idle = *idle - *idle_before_;
    }
    threads_.append_to(seen);
    seen.used = time_of(used_ticks());
    std::ranges::copy(reader_.remarks(), std::back_inserter(seen.remarks));
    std::ranges::copy(remarks_, std::back_inserter(seen.remarks));
    return seen;
}

std::vector<process_identity> proc_source::processes() const {
    std::vector<process_identity> identities;
    for (const observed_process& process : processes_) {
        identities.push_back(process.identity);
    }
    return identities;
}

void proc_source::refresh() {
    find_descendants();
    std::vector<thread_id> threads;
    for (observed_process& process : processes_) {
        if (!process.ended) {
            refresh_process(process, threads);
        }
    }
    drop_ended();
    std::ranges::sort(threads);
    threads_.match(threads);
}

void proc_source::refresh_process(observed_process& process, std::vector<thread_id>& threads) {
    const pid_t id = process.identity.id;
    const auto text = files_.of_process(id, "stat");
    const auto stat = text ? parse_stat(*text) : std::nullopt;
    const bool exists = stat && stat->start_ticks == process.identity.start_ticks;
    if (exists) {
        process.identity.name = stat->name;
        process.ticks = stat->cpu_ticks;
        process.children_ticks = stat->children_ticks;
        if (std::exchange(process.is_first_reading, false) && observed_ == target::running) {
            process.ticks_before = stat->cpu_ticks;
        }
        if (stat->state == 'T' || stat->state == 't') {
            remarks_.insert(fmt::format(
                "the process {} was stopped, {}; `kill -CONT {}` lets it go on.",
                process.identity.label(),
                stat->state == 'T' ? "by a signal such as SIGSTOP" : "by a debugger", id));
        }
        for (const pid_t thread : files_.threads_of(id)) {
            threads.push_back({id, thread});
        }
    }
    process.ended = !exists || is_zombie(*stat);
    if (process.ended && observed_ == target::running) {
        remarks_.insert(
            fmt::format("the process {} ended during the observation.", process.identity.label()));
    }
}

void proc_source::find_descendants() {
    if (!descendants_ || clocks_.now() < search_due_) {
        return;
    }
    const std::chrono::nanoseconds cpu_before = clocks_.thread_cpu();
    for (process_identity& found : descendants_->find_new(files_)) {
        processes_.push_back({.identity = std::move(found)});
    }
    search_due_ = clocks_.now() + searches_a_cost * (clocks_.thread_cpu() - cpu_before);
}

/// A build starts any number of processes.
void proc_source::drop_ended() {
    if (processes_.size() <= most_processes || observed_ == target::running) {
        return;
    }
    const auto first = processes_.begin() + 1;
    for (auto process = first; process != processes_.end(); ++process) {
        dropped_ticks_ += process->ended ? process->ticks : 0;
    }
    processes_.erase(std::remove_if(first, processes_.end(),
                                    [](const observed_process& process) { return process.ended; }),
                     processes_.end());
}

void proc_source::count_cpus() {
    std::vector<pid_t> existing;
    for (const observed_process& process : processes_) {
        if (!process.ended || is_first_sample_) { // a command may have ended by then
            existing.push_back(process.identity.id);
        }
    }
    cpus_ = usable_cpus(files_, existing).value_or(cpus_);
}

std::optional<std::chrono::nanoseconds> proc_source::idle_time() {
    const auto text = files_.of_machine("stat");
    const auto ticks = text ? parse_idle_ticks(*text) : std::nullopt;
    return ticks ? std::optional(time_of(*ticks)) : std::nullopt;
}

/// The CPU time as the kernel counts it for processes, also for threads that were never read. A
/// process counts also the time of its children that ended, so a command counts its descendants.
std::uint64_t proc_source::used_ticks() const {
    std::uint64_t sum = dropped_ticks_;
    for (const observed_process& process : processes_) {
        sum += process.ticks - std::min(process.ticks, process.ticks_before);
    }
    const std::uint64_t with_children =
        processes_.front().ticks + processes_.front().children_ticks;
    return observed_ == target::command ? std::max(sum, with_children) : sum;
}

} // namespace tollgate::bill
