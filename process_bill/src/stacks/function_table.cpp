// SPDX-License-Identifier: BSL-1.0
#include "function_table.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

namespace tollgate::bill {
namespace {

constexpr auto most_offset = std::numeric_limits<std::uint32_t>::max();

std::uint64_t begin_of(Dwfl_Module* module) {
    Dwarf_Addr begin = 0;
    dwfl_module_info(module, nullptr, &begin, nullptr, nullptr, nullptr, nullptr, nullptr);
    return begin;
}

const char* symbol_at(Dwfl_Module* module, int index, GElf_Sym& symbol, std::uint64_t& address) {
    return dwfl_module_getsym_info(module, index, &symbol, &address, nullptr, nullptr, nullptr);
}

bool is_function(const GElf_Sym& symbol) {
    const int type = GELF_ST_TYPE(symbol.st_info);
    const bool is_of_assembler = type == STT_NOTYPE && GELF_ST_BIND(symbol.st_info) == STB_GLOBAL;
    return symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS &&
           (type == STT_FUNC || type == STT_GNU_IFUNC || is_of_assembler);
}

/// How far a name is from the one that programs use: "read", not "__read", nor a name of one file.
std::pair<std::size_t, bool> strangeness(std::string_view name, const GElf_Sym& symbol) {
    return {std::min(name.find_first_not_of('_'), name.size()),
            GELF_ST_BIND(symbol.st_info) == STB_LOCAL};
}

} // namespace

function_table::function_table(Dwfl_Module* module) {
    const std::uint64_t begin = begin_of(module);
    const int count = dwfl_module_getsymtab(module);
    for (int index = 1; index < count; ++index) {
        GElf_Sym symbol{};
        std::uint64_t address = 0;
        const char* name = symbol_at(module, index, symbol, address);
        if (name != nullptr && name[0] != '\0' && is_function(symbol) && address >= begin &&
            address - begin <= most_offset) {
            entries_.push_back(
                {static_cast<std::uint32_t>(address - begin),
                 static_cast<std::uint32_t>(std::min<std::uint64_t>(symbol.st_size, most_offset)),
                 index});
        }
    }
    std::sort(entries_.begin(), entries_.end(),
              [](const entry& a, const entry& b) { return a.offset < b.offset; });
    entries_.shrink_to_fit();
}

std::optional<function_table::function> function_table::find(Dwfl_Module* module,
                                                             std::uint64_t address) const {
    const std::uint64_t offset = address - begin_of(module);
    const auto after =
        std::upper_bound(entries_.begin(), entries_.end(), offset,
                         [](std::uint64_t value, const entry& one) { return value < one.offset; });
    std::optional<function> best;
    std::pair<std::size_t, bool> least;
    // Several symbols may have the same address.
    for (auto at = after;
         at != entries_.begin() && std::prev(at)->offset == std::prev(after)->offset;) {
        --at;
        // A symbol without a size is that of the code behind it, until the next symbol.
        constexpr std::uint32_t most_without_size = 4096;
        const std::uint32_t size = at->size == 0 ? most_without_size : at->size;
        GElf_Sym symbol{};
        std::uint64_t start = 0;
        const char* name = symbol_at(module, at->index, symbol, start);
        if (name == nullptr || offset - at->offset >= size) {
            continue;
        }
        const auto strange = strangeness(name, symbol);
        if (!best || strange < least) {
            best = function{name, start};
            least = strange;
        }
    }
    return best;
}

std::shared_ptr<const function_table> function_tables::of(const std::string& file,
                                                          Dwfl_Module* module) {
    std::shared_ptr<const function_table> table = tables_[file].lock();
    if (!table) {
        std::erase_if(tables_, [](const auto& one) { return one.second.expired(); });
        table = std::make_shared<const function_table>(module);
        tables_[file] = table;
    }
    return table;
}

} // namespace tollgate::bill
