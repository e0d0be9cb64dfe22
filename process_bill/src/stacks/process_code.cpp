// SPDX-License-Identifier: BSL-1.0
#include "process_code.hpp"

#include "function_name.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>

namespace tollgate::bill {
namespace {

constexpr std::size_t most_places = 4096;
constexpr std::string_view deleted = " (deleted)";

memory_map current_map(const std::filesystem::path& folder) {
    std::ifstream maps(folder / "maps");
    return read_memory_map(maps);
}

std::string file_name(std::string path) {
    if (path.ends_with(deleted)) {
        path.resize(path.size() - deleted.size());
    }
    return std::filesystem::path(path).filename().string();
}

bool is_library_of_language(std::string_view file) {
    constexpr std::array<std::string_view, 11> beginnings{
        "libc.",     "libc-",  "libpthread", "ld-",   "libstdc++", "libc++",
        "libgcc_s.", "librt.", "libm.",      "libm-", "libstd-"};
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return file.starts_with(beginning); });
}

} // namespace

/// Opens the file that the process has in its memory.
int process_code::open_file(Dwfl_Module*, void** data, const char*, Dwarf_Addr, char** name,
                            Elf**) {
    const auto& from = *static_cast<const source*>(*data);
    const std::filesystem::path& folder = from.code.folder_;
    // The first link is to the very file, but it needs a capability. Devices are not opened.
    std::filesystem::path path =
        folder / "map_files" / fmt::format("{:x}-{:x}", from.file.first.begin, from.file.first.end);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        const bool is_program =
            std::filesystem::read_symlink(folder / "exe", error) == from.file.path;
        if (!is_program && from.file.path.ends_with(deleted)) {
            return -1;
        }
        path = is_program ? folder / "exe" : folder / ("root" + from.file.path);
        if (!std::filesystem::is_regular_file(path, error)) {
            return -1;
        }
    }
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    *name = file < 0 ? nullptr : ::strdup(path.c_str()); // libdw frees it
    return file;
}

process_code::process_code(std::filesystem::path folder, function_tables& tables)
    : folder_(std::move(folder)), tables_(tables), map_(current_map(folder_)) {
    // This search for the files of debug packages asks no server.
    static const Dwfl_Callbacks callbacks{&process_code::open_file, &dwfl_build_id_find_debuginfo,
                                          &dwfl_offline_section_address, nullptr};
    handle_.reset(dwfl_begin(&callbacks));
    if (!handle_) {
        throw std::bad_alloc();
    }
    dwfl_report_begin(handle_.get());
    for (const mapped_file& file : map_.files) {
        Dwfl_Module* module = dwfl_report_module(handle_.get(), file_name(file.path).c_str(),
                                                 file.where.begin, file.where.end);
        void** data = nullptr;
        if (module != nullptr) {
            dwfl_module_info(module, &data, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
            *data = &sources_.emplace_back(source{*this, file, nullptr});
        }
    }
    dwfl_report_end(handle_.get(), nullptr, nullptr);
}

process_code::change process_code::update() {
    memory_map now = current_map(folder_);
    const change result = now.files != map_.files ? change::files
                          : now.code != map_.code ? change::code
                                                  : change::none;
    if (result == change::code) {
        map_ = std::move(now);
    }
    return result;
}

const code_place& process_code::place(std::uint64_t address) {
    const auto known = places_.find(address);
    if (known != places_.end()) {
        return known->second;
    }
    if (places_.size() >= most_places) {
        places_.clear();
    }
    return places_.emplace(address, find_place(address)).first->second;
}

code_place process_code::find_place(std::uint64_t address) {
    Dwfl_Module* module = dwfl_addrmodule(handle_.get(), address);
    if (module == nullptr) {
        return {"[anon]", false, std::nullopt};
    }
    Dwarf_Addr begin = 0;
    void** data = nullptr;
    const std::string file =
        dwfl_module_info(module, &data, &begin, nullptr, nullptr, nullptr, nullptr, nullptr);
    auto& from = *static_cast<source*>(*data);
    if (!from.functions) {
        from.functions = tables_.of(from.file.identity + from.file.path, module);
    }
    const bool is_program = !is_library_of_language(file);
    const auto function = from.functions->find(module, address);
    if (!function) {
        return {fmt::format("{}+{:#x}", file, address - begin), is_program, std::nullopt};
    }
    std::string name = function_name(function->symbol);
    const bool is_own = is_program && !is_of_language(name);
    return {std::move(name), is_own, function->start};
}

} // namespace tollgate::bill
