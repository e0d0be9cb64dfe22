// SPDX-License-Identifier: BSL-1.0
#include "thread_reader.hpp"

#include "system_calls.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

/// All addresses of a 32-bit program are below. Its system calls have other numbers.
constexpr std::uint64_t end_of_32_bits = std::uint64_t{1} << 32;

std::uint64_t ns_of_ticks(std::uint64_t ticks) {
    constexpr std::uint64_t ns_per_s = 1'000'000'000;
    return ticks * (ns_per_s / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK)));
}

/// The fix, if `syscall` of the process may not be read.
std::string what_allows_it(const proc_files& files, pid_t process) {
    if (::geteuid() == 0) {
        return "this needs CAP_SYS_PTRACE, in Docker `--cap-add SYS_PTRACE`";
    }
    struct stat owner {};
    const bool is_ours =
        ::stat(files.path(process, "").c_str(), &owner) == 0 && owner.st_uid == ::geteuid();
    int scope = 0;
    std::ifstream(files.root() / "sys/kernel/yama/ptrace_scope") >> scope;
    return is_ours && scope == 1
               ? "run bill as root, or `sudo sysctl kernel.yama.ptrace_scope=0` (undo: `=1`)"
               : "run bill as root";
}

} // namespace

std::optional<schedstat_fields> thread_reader::times(pid_t process, pid_t thread) {
    const auto text = files_->of_thread(process, thread, "schedstat");
    const auto times = text ? parse_schedstat(*text) : std::nullopt;
    if (times && times->runs != 0) {
        return times;
    }
    const auto stat_text = files_->of_thread(process, thread, "stat");
    const auto stat = stat_text ? parse_stat(*stat_text) : std::nullopt;
    if (!stat) {
        return std::nullopt;
    }
    counts_no_times_ = counts_no_times_ || stat->cpu_ticks > 0;
    return schedstat_fields{.cpu_ns = ns_of_ticks(stat->cpu_ticks)};
}

std::optional<thread_reading> thread_reader::reading(pid_t process, pid_t thread,
                                                     const schedstat_fields& times,
                                                     std::chrono::steady_clock::time_point now,
                                                     bool with_migrations) {
    const auto text = files_->of_thread(process, thread, "status");
    const auto status = text ? parse_status(*text) : std::nullopt;
    if (!status) {
        return std::nullopt;
    }
    thread_reading read{.at = now,
                        .name = status->name,
                        .times = times,
                        .voluntary = status->voluntary,
                        .involuntary = status->involuntary};
    if (with_migrations) {
        const auto sched = files_->of_thread(process, thread, "sched");
        read.migrations = sched ? parse_migrations(*sched) : std::nullopt;
    }
    read.ended = status->state == 'Z' || status->state == 'X';
    if (!read.ended && status->state != 'R') {
        read.place = place(process, thread, status->state);
    }
    return read;
}

std::optional<std::uint64_t> thread_reader::start_ticks(pid_t process, pid_t thread) {
    const auto text = files_->of_thread(process, thread, "stat");
    const auto stat = text ? parse_stat(*text) : std::nullopt;
    return stat ? std::optional(stat->start_ticks) : std::nullopt;
}

/// A wait that cannot be interrupted is one for a disk, whatever the call is, unless it is one for
/// a process (vfork). A stopped thread may be in any call.
std::optional<wait_place> thread_reader::place(pid_t process, pid_t thread, char state) {
    if (state == 'T' || state == 't') {
        return wait_place{};
    }
    std::optional<wait_place> found;
    if (!refused_.contains(process)) {
        const auto text = files_->of_thread(process, thread, "syscall");
        if (const int error = files_->error(); error == EACCES || error == EPERM) {
            refused_.emplace(process, error);
        }
        if (const auto call = text ? parse_current_call(*text) : std::nullopt) {
            if (call->running) {
                return std::nullopt;
            }
            found = place_in(process, *call);
        }
    }
    if (!found || found->kind == wait_kind::other) {
        const auto function = files_->of_thread(process, thread, "wchan");
        const wait_kind kind = function ? kind_in_kernel(*function) : wait_kind::other;
        found = found.value_or(wait_place{});
        found->kind = kind;
    }
    if (state == 'D' && found->kind != wait_kind::process) {
        found->kind = wait_kind::disk;
    }
    return found;
}

wait_place thread_reader::place_in(pid_t process, const current_call& call) {
    if (call.stack_pointer < end_of_32_bits) {
        return {}; // a thread of the kernel, or a 32-bit program: its numbers have other meanings
    }
    wait_place found{.system_call = call.number};
    const auto known = find_waiting_call(call.number);
    if (!known) {
        return found;
    }
    found.kind = known->kind;
    found.address = place_of_call(call.number, call.first_argument);
    if (known->first == waiting_call::argument::descriptor_gives_kind) {
        const auto descriptor = static_cast<int>(found.address);
        found.kind = kind_of_descriptor(files_->descriptor(process, descriptor));
    }
    return found;
}

std::vector<std::string> thread_reader::remarks() const {
    std::vector<std::string> remarks;
    if (!refused_.empty()) {
        const auto& [process, error] = *refused_.begin();
        const std::string others =
            refused_.size() == 1 ? "" : fmt::format(" and {} others", refused_.size() - 1);
        remarks.push_back(fmt::format("The system calls in which the threads of process {}{} wait "
                                      "are not known ({}: {}); {}.",
                                      process, others, files_->path(process, "syscall").native(),
                                      std::generic_category().message(error),
                                      what_allows_it(*files_, process)));
    }
    if (counts_no_times_) {
        remarks.push_back("This kernel does not count for how long threads could run and did not "
                          "(schedstat is empty), and CPU times are known to 10 ms only.");
    }
    return remarks;
}

} // namespace tollgate::bill
