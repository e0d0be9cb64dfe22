// SPDX-License-Identifier: BSL-1.0
#include "memory_map.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <optional>

namespace tollgate::bill {
namespace {

/// One line of the file.
struct part {
    address_range where;
    bool is_code = false;
    std::string identity;
    std::string path;
};

std::optional<part> read_part(const std::string& line) {
    part result;
    std::array<char, 8> rights{};
    std::array<char, 16> device{};
    std::uint64_t inode = 0;
    int path = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %7s %*x %15s %" SCNu64 " %n",
                    &result.where.begin, &result.where.end, rights.data(), device.data(), &inode,
                    &path) != 5) {
        return std::nullopt;
    }
    result.is_code = rights[2] == 'x';
    if (inode != 0) {
        result.identity = std::string(device.data()) + " " + std::to_string(inode);
        result.path = line.substr(static_cast<std::size_t>(path));
    }
    return result;
}

} // namespace

bool memory_map::is_code(std::uint64_t address) const {
    const auto after =
        std::upper_bound(code.begin(), code.end(), address,
                         [](std::uint64_t value, const address_range& r) { return value < r.end; });
    return after != code.end() && address >= after->begin;
}

memory_map read_memory_map(std::istream& maps) {
    memory_map result;
    mapped_file last;
    bool last_has_code = false;
    const auto finish_last = [&] {
        if (last_has_code) {
            result.files.push_back(last);
        }
    };
    for (std::string line; std::getline(maps, line);) {
        const std::optional<part> next = read_part(line);
        if (!next) {
            continue;
        }
        if (next->is_code) {
            result.code.push_back(next->where);
        }
        if (next->path.empty()) {
            continue;
        }
        if (next->identity != last.identity || next->path != last.path) {
            finish_last();
            last = {next->where, next->where, next->identity, next->path};
            last_has_code = false;
        }
        last.where.end = next->where.end;
        last_has_code = last_has_code || next->is_code;
    }
    finish_last();
    return result;
}

} // namespace tollgate::bill
