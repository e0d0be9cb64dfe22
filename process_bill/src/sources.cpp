// SPDX-License-Identifier: BSL-1.0
#include "sources.hpp"

#include "observation_parts.hpp"
#include "output/screen.hpp"
#include "proc/processes.hpp"
#include "proc/usable_cpus.hpp"
#include "proc/wait_places.hpp"
#include "system_calls.hpp"

#include <tollgate/cli/guard.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <utility>

#include <fmt/format.h>

#include <unistd.h>

namespace tollgate::bill {
namespace {

std::vector<process_identity> find_targets(proc_files& files, const options& chosen) {
    if (chosen.comm) {
        return find_processes(files, *chosen.comm);
    }
    std::vector<process_identity> found;
    for (const pid_t pid : chosen.pids) {
        found.push_back(find_process(files, pid));
    }
    return found;
}

/// The waits of each existing thread.
std::map<thread_id, std::uint64_t> waits_of(const observation& seen) {
    std::map<thread_id, std::uint64_t> waits;
    for (const thread_counts& thread : seen.threads) {
        if (!thread.ended) {
            waits[{thread.process, thread.thread}] = thread.voluntary;
        }
    }
    return waits;
}

} // namespace

sources::sources(const options& chosen, const sigset_t& blocked) : is_watched_(chosen.watch) {
    if (!chosen.command.empty()) {
        count_events(chosen, {::getpid()}); // so the command is observed from its first moment
        command_.emplace(chosen.command, blocked);
        if (events_) {
            events_->drop(::getpid());
        }
        const process_identity child = find_child(files_, command_->id());
        labels_.push_back(child.label());
        samples_.emplace(std::vector{child}, proc_source::target::command);
    } else {
        std::vector<pid_t> observed;
        std::vector<process_identity> targets = find_targets(files_, chosen);
        for (const process_identity& target : targets) {
            labels_.push_back(target.label());
            observed.push_back(target.id);
        }
        std::cerr << first_line(labels_, chosen.time_s.value_or(0)) << std::flush;
        remark_children(targets);
        // The first sample of many threads takes a while, so the events come last.
        samples_.emplace(std::move(targets), proc_source::target::running);
        (void)samples_->sample();
        count_events(chosen, observed);
        if (events_) {
            waits_before_ = waits_of(samples_->read_all());
        }
    }
    turn_began_ = stretch_began_ = std::chrono::steady_clock::now();
}

void sources::remark_children(const std::vector<process_identity>& of) {
    constexpr std::size_t most = 3;
    const std::vector<process_identity> children = find_other_children(files_, of);
    if (children.empty()) {
        return;
    }
    std::string names;
    for (std::size_t i = 0; i < std::min(most, children.size()); ++i) {
        names += (i == 0 ? "" : ", ") + children[i].label();
    }
    remarks_.push_back(fmt::format(
        "not observed: {} child process{}, {}{}", children.size(), children.size() == 1 ? "" : "es",
        names, children.size() > most ? fmt::format(" and {} more", children.size() - most) : ""));
}

void sources::count_events(const options& chosen, const std::vector<pid_t>& processes) {
    if (chosen.unprivileged) {
        return;
    }
    counting_costs_ = measure_counting();
    const int cpus = usable_cpus(files_, processes).value_or(1);
    events_ = std::make_unique<event_source>(
        processes,
        event_source::settings{.cpus = cpus, .follow_children = !chosen.command.empty()});
    if (!events_->refused().empty()) {
        why_no_events_ = events_->refused();
        events_.reset();
    }
}

/// System calls are counted for a sixth of the time, and switches for two sixths more. In the other
/// half the processes run undisturbed, and the kernel's own counts tell whether that makes a
/// difference. Reading these of many threads would take too long. The turns have no fixed length,
/// so that they keep no time with a process that does something again and again.
void sources::take_turn() {
    using counting = event_source::counting;
    constexpr std::size_t most_threads = 64;
    constexpr std::chrono::milliseconds sixth{100};
    if (!events_) {
        return;
    }
    const counting last = events_->counted();
    const auto now = std::chrono::steady_clock::now();
    const auto turn = last == counting::nothing    ? 3 * sixth
                      : last == counting::switches ? 2 * sixth
                                                   : sixth;
    if (now < turn_began_ + turn * turn_length_) {
        return;
    }
    const bool may_pause = !is_watched_ && samples_->thread_count() <= most_threads;
    const counting next = last == counting::switches_and_calls      ? counting::switches
                          : last == counting::switches && may_pause ? counting::nothing
                                                                    : counting::switches_and_calls;
    if (last == counting::nothing || next == counting::nothing) {
        read_waits();
        const std::chrono::duration<double> time = now - std::exchange(stretch_began_, now);
        rate_.add(last != counting::nothing, time.count(), std::exchange(waits_of_stretch_, 0));
    }
    events_->count(next);
    unsure_ += std::chrono::steady_clock::now() - now;
    turn_began_ = now;
    turn_length_ = std::uniform_real_distribution(0.5, 1.5)(chance_);
}

/// Adds what the kernel counted since the last call.
void sources::read_waits() {
    const std::map<thread_id, std::uint64_t> waits = waits_of(samples_->read_all());
    const bool is_counted = events_->counted() != event_source::counting::nothing;
    std::map<thread_id, std::uint64_t> counted;
    for (const auto& [thread, all] : waits) {
        const std::uint64_t before = waits_before_[thread];
        const std::uint64_t now =
            all - std::min(all, before); // another thread may have this id now
        counted[thread] = counted_waits_[thread] + (is_counted ? now : 0);
        waits_of_stretch_ += now;
    }
    counted_waits_ = std::move(counted);
    waits_before_ = waits;
}

std::chrono::steady_clock::time_point sources::sample() {
    take_turn();
    if (const auto thread = samples_->next_thread()) {
        samples_->count_cost([&] { stacks_.sample(thread->process, thread->thread); });
    }
    return samples_->sample();
}

bool sources::all_ended() const {
    return command_ ? command_->has_ended() : samples_->all_ended();
}

observation sources::total() {
    const auto begin = std::chrono::steady_clock::now();
    if (events_) {
        read_waits();
    }
    const auto unsure = unsure_ + (std::chrono::steady_clock::now() - begin);
    observation seen = samples_->read_all();
    stacks_.append_to(seen);
    seen.remarks.insert(seen.remarks.end(), remarks_.begin(), remarks_.end());
    if (events_) {
        observation events = events_->total();
        if (counting_costs_) {
            events.known_wait_ns = counting_costs_->known_wait_ns;
            events.counted_call_ns = counting_costs_->call_ns;
        }
        find_descriptors(events);
        return joined(std::move(seen), std::move(events), {counted_waits_, unsure, rate_.ratio()});
    }
    if (!why_no_events_.empty()) {
        seen.remarks.push_back("Read from /proc only, which finds few savings: " + why_no_events_);
    }
    return seen;
}

void sources::find_descriptors(observation& seen) {
    for (wait_counts& wait : seen.waits) {
        const auto call = find_waiting_call(wait.system_call);
        if (call && call->first == waiting_call::argument::descriptor_gives_kind) {
            const auto descriptor = static_cast<int>(wait.address);
            wait.kind = kind_of_descriptor(files_.descriptor(wait.process, descriptor));
        }
    }
}

} // namespace tollgate::bill
