// SPDX-License-Identifier: BSL-1.0
#include "sources.hpp"

#include "observation_parts.hpp"
#include "output/screen.hpp"
#include "proc/processes.hpp"
#include "proc/usable_cpus.hpp"
#include "proc/wait_places.hpp"
#include "system_calls.hpp"
#include "trace/known_waits.hpp"

#include <tollgate/cli/guard.hpp>

#include <iostream>

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

} // namespace

sources::sources(const options& chosen, const sigset_t& blocked) {
    std::vector<process_identity> targets;
    if (chosen.command.empty()) {
        targets = find_targets(files_, chosen);
    }
    std::vector<pid_t> observed;
    for (const process_identity& target : targets) {
        labels_.push_back(target.label());
        observed.push_back(target.id);
    }
    if (chosen.command.empty()) {
        std::cerr << first_line(labels_, chosen.time_s.value_or(0)) << std::flush;
    } else {
        observed = {::getpid()}; // so the command is observed from its first moment
    }
    if (!chosen.unprivileged) {
        known_wait_ns_ = time_known_waits();
        const int cpus = usable_cpus(files_, observed).value_or(1);
        events_ = std::make_unique<event_source>(
            observed,
            event_source::settings{.cpus = cpus, .follow_children = !chosen.command.empty()});
        if (!events_->refused().empty()) {
            why_no_events_ = events_->refused();
            events_.reset();
        }
    }
    if (!chosen.command.empty()) {
        command_.emplace(chosen.command, blocked);
        if (events_) {
            events_->drop(::getpid());
        }
        targets.push_back(find_child(files_, command_->id()));
        labels_.push_back(targets.back().label());
    }
    samples_.emplace(std::move(targets),
                     command_ ? proc_source::target::command : proc_source::target::running);
}

std::chrono::steady_clock::time_point sources::sample() {
    if (const auto thread = samples_->next_thread()) {
        stacks_.sample(thread->process, thread->thread);
    }
    return samples_->sample();
}

bool sources::all_ended() const {
    return command_ ? command_->has_ended() : samples_->all_ended();
}

observation sources::total() {
    observation seen = samples_->read_all();
    stacks_.append_to(seen);
    if (events_) {
        observation events = events_->total();
        events.known_wait_ns = known_wait_ns_;
        find_descriptors(events);
        return joined(std::move(seen), std::move(events));
    }
    if (!why_no_events_.empty()) {
        seen.remarks.push_back("From samples of /proc only, so who wakes whom is not known, and "
                               "most savings are not found: " +
                               why_no_events_ + ".");
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
