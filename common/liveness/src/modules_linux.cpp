// SPDX-License-Identifier: BSL-1.0
//
// It reads the files of the calling thread in /proc: the files of the process are empty after its
// first thread has left by pthread_exit.
#include "modules.hpp"

#include "text.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include <climits>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

constexpr auto* own_program = "/proc/thread-self/exe";

template <class Value>
bool read_at(int descriptor, std::uint64_t offset, Value& to) {
    return ::pread(descriptor, &to, sizeof to, static_cast<off_t>(offset)) == sizeof to;
}

/// The linker's address of the executable byte at this offset; empty if the file cannot be read.
/// The path may lead to something else meanwhile, such as a pipe without a writer: hence
/// O_NONBLOCK.
std::optional<std::uint64_t> link_address(const char* path, std::uint64_t offset) {
    const posix::descriptor file(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    ElfW(Ehdr) head{};
    if (!read_at(file.number(), 0, head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
        return std::nullopt;
    }
    const std::uint64_t page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    ElfW(Phdr) segment{};
    for (std::uint64_t i = 0; i < head.e_phnum; ++i) {
        if (!read_at(file.number(), head.e_phoff + i * sizeof segment, segment)) {
            break;
        }
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 &&
            offset >= segment.p_offset / page * page &&
            offset < segment.p_offset + segment.p_filesz) {
            return segment.p_vaddr + (offset - segment.p_offset);
        }
    }
    return std::nullopt;
}

std::string own_program_path() {
    std::array<char, PATH_MAX> path{};
    const ssize_t size = ::readlink(own_program, path.data(), path.size());
    return {path.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

} // namespace

std::string read_file(const std::string& path) {
    const posix::descriptor from(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = ::read(from.number(), buffer.data(), buffer.size())) > 0;) {
        text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return text;
}

void modules::read_anew() {
    const std::string map = read_file("/proc/thread-self/maps");
    std::vector<mapping> current;
    for (std::size_t at = 0, end = 0; (end = map.find('\n', at)) != map.npos; at = end + 1) {
        const std::string line = map.substr(at, end - at);
        const std::size_t rights = line.find(' ') + 1;
        if (rights + 2 >= line.size() || line[rights + 2] != 'x') {
            continue;
        }
        const auto known =
            std::find_if(mappings_.begin(), mappings_.end(), [&](const mapping& each) {
                return each.is_linked && line.starts_with(each.line); // " (deleted)" may follow
            });
        const bool is_known = known != mappings_.end();
        mapping next = is_known && known->line == line ? *known : read_mapping(line);
        if (is_known && !next.is_linked) {
            next.offset = known->offset;
            next.is_linked = true;
        }
        if (!next.name.empty()) {
            current.push_back(std::move(next));
        }
    }
    if (!current.empty()) {
        mappings_ = std::move(current);
    }
}

/// Reads a line such as "7f3a00000000-7f3a00021000 r-xp 00002000 08:01 4711    /lib/libc.so.6".
/// Code that was generated at run time has no name.
modules::mapping modules::read_mapping(const std::string& line) {
    unsigned long begin = 0;
    unsigned long end = 0;
    unsigned long offset = 0;
    int name_at = 0;
    std::sscanf(line.c_str(), "%lx-%lx %*s %lx %*s %*s %n", &begin, &end, &offset, &name_at);
    mapping found{line, begin,  end,  line.substr(static_cast<std::size_t>(name_at)),
                  "",   offset, false};
    if (found.name.empty() || found.name.front() != '/') {
        found.is_linked = true; // "[vdso]"
        return found;
    }
    const bool is_own = found.name == own_program_path();
    if (const auto linked = link_address(is_own ? own_program : found.name.c_str(), offset)) {
        // A program file that was replaced stays readable there as long as the program runs.
        const bool is_deleted = is_own && found.name.ends_with(" (deleted)");
        found.file = is_deleted ? "/proc/" + std::to_string(::getpid()) + "/exe" : found.name;
        found.offset = *linked;
        found.is_linked = true;
    }
    return found;
}

call modules::call_at(std::uintptr_t address) const {
    const auto at =
        std::find_if(mappings_.begin(), mappings_.end(), [address](const mapping& each) {
            return address >= each.begin && address < each.end;
        });
    if (at == mappings_.end()) {
        return {hex_text(address), "", 0};
    }
    const std::uint64_t offset = address - at->begin + at->offset;
    return {at->name + (at->is_linked ? "+" : ", byte ") + hex_text(offset), at->file,
            at->file.empty() ? 0 : offset};
}

} // namespace tollgate::liveness::detail
