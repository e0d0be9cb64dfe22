// SPDX-License-Identifier: BSL-1.0
#include "processes.hpp"

#include "proc_text.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <system_error>

#include <unistd.h>

namespace tollgate::bill {
namespace {

process_identity identity_of(pid_t id, const stat_fields& stat) {
    return {id, stat.start_ticks, std::string(stat.name)};
}

std::string name_of(proc_files& files, pid_t process) {
    const auto text = files.of_process(process, "stat");
    const auto stat = text ? parse_stat(*text) : std::nullopt;
    return process_identity{process, 0, std::string(stat ? stat->name : "")}.label();
}

} // namespace

std::string process_identity::label() const {
    return fmt::format("{} ({})", report::printable(name), id);
}

process_identity find_process(proc_files& files, pid_t id) {
    if (id == ::getpid()) {
        throw run::usage_error(fmt::format("{}: this is bill itself", id));
    }
    if (const auto text = files.of_process(id, "status")) {
        const auto status = parse_status(*text);
        if (status && status->process != id) {
            throw run::usage_error(fmt::format("{}: this is a thread of the process {}; give {}",
                                               id, name_of(files, status->process),
                                               status->process));
        }
    }
    const auto text = files.of_process(id, "stat");
    const auto stat = text ? parse_stat(*text) : std::nullopt;
    if (!stat) {
        throw run::usage_error(fmt::format("{}: there is no process with this id", id));
    }
    if (is_zombie(*stat)) {
        throw run::usage_error(fmt::format("{}: the process {} has ended (it is a zombie)", id,
                                           identity_of(id, *stat).label()));
    }
    if (stat->kernel_thread) {
        throw run::usage_error(
            fmt::format("{}: this is a thread of the kernel, {}; ./bill observes "
                        "processes",
                        id, identity_of(id, *stat).label()));
    }
    return identity_of(id, *stat);
}

process_identity find_child(proc_files& files, pid_t id) {
    const auto text = files.of_process(id, "stat");
    const auto stat = text ? parse_stat(*text) : std::nullopt;
    if (!stat) {
        throw std::system_error(files.error(), std::generic_category(),
                                "cannot read " + files.path(id, "stat").native());
    }
    return identity_of(id, *stat);
}

std::vector<process_identity> find_processes(proc_files& files, std::string_view name) {
    std::vector<process_identity> found;
    bool has_ended = false;
    for (const pid_t id : files.processes()) {
        const auto text = files.of_process(id, "stat");
        const auto stat = text ? parse_stat(*text) : std::nullopt;
        if (stat && stat->name == name && !stat->kernel_thread && id != ::getpid()) {
            has_ended = has_ended || is_zombie(*stat);
            if (!is_zombie(*stat)) {
                found.push_back(identity_of(id, *stat));
            }
        }
    }
    if (found.empty()) {
        throw run::usage_error(fmt::format(
            "--comm: no process is named '{}'{}", report::printable(name),
            has_ended ? "; one has ended (it is a zombie)" : "; `ps -eo pid,comm` lists them"));
    }
    return found;
}

std::vector<process_identity> find_other_children(proc_files& files,
                                                  const std::vector<process_identity>& of) {
    const auto is_known = [&](pid_t id) {
        return std::ranges::find(of, id, &process_identity::id) != of.end();
    };
    std::vector<process_identity> children;
    for (const pid_t id : files.processes()) {
        const auto text = files.of_process(id, "stat");
        const auto stat = text ? parse_stat(*text) : std::nullopt;
        if (stat && is_known(stat->parent) && !is_known(id) && !is_zombie(*stat) &&
            id != ::getpid()) {
            children.push_back(identity_of(id, *stat));
        }
    }
    return children;
}

std::vector<process_identity> descendants::find_new(proc_files& files) {
    const std::vector<pid_t> listed = files.processes();
    struct child {
        process_identity identity;
        pid_t parent;
    };
    std::vector<child> others;
    for (const pid_t id : listed) {
        if (std::ranges::binary_search(listed_, id)) {
            continue;
        }
        const auto text = files.of_process(id, "stat");
        if (const auto stat = text ? parse_stat(*text) : std::nullopt) {
            others.push_back({identity_of(id, *stat), stat->parent});
        }
    }
    std::erase_if(known_,
                  [&](pid_t id) { return id != root_ && !std::ranges::binary_search(listed, id); });
    listed_ = listed;
    std::vector<process_identity> found;
    bool grew = true;
    while (grew) { // a child may have a smaller id than its parent
        grew = false;
        for (const child& other : others) {
            const pid_t id = other.identity.id;
            if (std::ranges::find(known_, other.parent) != known_.end() &&
                std::ranges::find(known_, id) == known_.end()) {
                known_.push_back(id);
                found.push_back(other.identity);
                grew = true;
            }
        }
    }
    return found;
}

} // namespace tollgate::bill
