// SPDX-License-Identifier: BSL-1.0
#include "module_linux.hpp"

#include "own_memory_linux.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include <link.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

/// More than any module has: of one that is not what it seems, not all memory is read.
constexpr std::size_t most_headers = 1024;
constexpr std::size_t most_dynamic = 1024;
constexpr std::uint32_t most_symbols = 16U << 20U;

/// How many symbols there are is only said by the tables that names are looked up with. One of
/// glibc's kind has chains of symbols, the last of which has its lowest bit set.
std::uint32_t symbols_in_chains(std::uintptr_t table) {
    struct {
        std::uint32_t buckets;
        std::uint32_t first_symbol;
        std::uint32_t bloom_words;
        std::uint32_t bloom_shift;
    } head{};
    if (!read_own_memory(table, &head, sizeof(head)) || head.buckets > most_symbols ||
        head.bloom_words > most_symbols) {
        return 0;
    }
    constexpr std::uintptr_t word = sizeof(std::uint32_t);
    const std::uintptr_t buckets = table + sizeof(head) + head.bloom_words * sizeof(ElfW(Addr));
    const std::uintptr_t chains = buckets + head.buckets * word;
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < head.buckets;) {
        std::array<std::uint32_t, 1024> some{};
        const std::size_t count = std::min<std::size_t>(some.size(), head.buckets - i);
        if (!read_own_memory(buckets + i * word, some.data(), count * word)) {
            return 0;
        }
        last = std::max(last, *std::max_element(some.begin(), some.begin() + count));
        i += static_cast<std::uint32_t>(count);
    }
    for (; last >= head.first_symbol && last < most_symbols; ++last) {
        const auto chained = value_at<std::uint32_t>(chains + (last - head.first_symbol) * word);
        if (!chained || (*chained & 1U) != 0) {
            return chained ? last + 1 : 0;
        }
    }
    return head.first_symbol;
}

std::uint32_t number_of_symbols(std::uintptr_t gnu_hash, std::uintptr_t hash) {
    if (gnu_hash != 0) {
        return symbols_in_chains(gnu_hash);
    }
    struct {
        std::uint32_t buckets;
        std::uint32_t symbols;
    } head{};
    return hash != 0 && read_own_memory(hash, &head, sizeof(head)) ? head.symbols : 0;
}

/// It begins no later than the address, and ends behind it; of a piece of assembly no end is known.
bool is_function_around(const ElfW(Sym) & one, std::uintptr_t address) {
    const auto kind = one.st_info & 0xfU;
    return one.st_shndx != SHN_UNDEF && one.st_name != 0 &&
           (kind == STT_FUNC || kind == STT_GNU_IFUNC || kind == STT_NOTYPE) &&
           one.st_value <= address &&
           (address - one.st_value < one.st_size || (one.st_size == 0 && one.st_value == address));
}

} // namespace

std::optional<module_image> module_image::at(std::uintptr_t begin) {
    const auto head = value_at<ElfW(Ehdr)>(begin);
    if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_phentsize != sizeof(ElfW(Phdr)) || head->e_phnum > most_headers) {
        return std::nullopt;
    }
    module_image found;
    std::uintptr_t lowest = std::numeric_limits<std::uintptr_t>::max();
    std::uintptr_t highest = 0;
    std::optional<std::uintptr_t> dynamic;
    for (std::size_t i = 0; i < head->e_phnum; ++i) {
        const auto part = value_at<ElfW(Phdr)>(begin + head->e_phoff + i * sizeof(ElfW(Phdr)));
        if (!part) {
            return std::nullopt;
        }
        if (part->p_type == PT_LOAD) {
            lowest = std::min<std::uintptr_t>(lowest, part->p_vaddr);
            highest = std::max<std::uintptr_t>(highest, part->p_vaddr + part->p_memsz);
        } else if (part->p_type == PT_DYNAMIC) {
            dynamic = part->p_vaddr;
        }
    }
    if (lowest >= highest) {
        return std::nullopt;
    }
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    found.begin_ = begin;
    found.bias_ = begin - (lowest & ~(page - 1));
    found.end_ = found.bias_ + highest;
    found.dynamic_ = dynamic ? found.bias_ + *dynamic : 0;
    return found;
}

/// The loader has made some of them addresses in memory and left others as they were.
std::uintptr_t module_image::in_memory(std::uintptr_t pointer) const noexcept {
    return pointer < begin_ ? pointer + bias_ : pointer;
}

module_image::tables module_image::find_tables() const {
    tables found;
    for (std::size_t i = 0; dynamic_ != 0 && i < most_dynamic; ++i) {
        const auto entry = value_at<ElfW(Dyn)>(dynamic_ + i * sizeof(ElfW(Dyn)));
        if (!entry || entry->d_tag == DT_NULL) {
            break;
        }
        const std::uintptr_t pointer = in_memory(entry->d_un.d_ptr);
        switch (entry->d_tag) {
        case DT_SYMTAB:
            found.symbols = pointer;
            break;
        case DT_STRTAB:
            found.names = pointer;
            break;
        case DT_GNU_HASH:
            found.gnu_hash = pointer;
            break;
        case DT_HASH:
            found.hash = pointer;
            break;
        default:
            break;
        }
    }
    return found;
}

std::optional<module_image::symbol> module_image::symbol_of(std::uintptr_t address) const {
    const tables in = find_tables();
    if (in.symbols == 0 || in.names == 0) {
        return std::nullopt;
    }
    const std::uintptr_t wanted = link_address(address);
    const std::uint32_t number = std::min(number_of_symbols(in.gnu_hash, in.hash), most_symbols);
    std::optional<ElfW(Sym)> nearest;
    std::array<ElfW(Sym), 128> some{};
    for (std::uint32_t i = 0; i < number;) {
        const std::size_t count = std::min<std::size_t>(some.size(), number - i);
        if (!read_own_memory(in.symbols + i * sizeof(ElfW(Sym)), some.data(),
                             count * sizeof(ElfW(Sym)))) {
            break;
        }
        for (const ElfW(Sym) & one : std::span(some).first(count)) {
            if (is_function_around(one, wanted) && (!nearest || nearest->st_value < one.st_value)) {
                nearest = one;
            }
        }
        i += static_cast<std::uint32_t>(count);
    }
    if (!nearest) {
        return std::nullopt;
    }
    std::string name = text_at(in.names + nearest->st_name);
    if (name.empty()) {
        return std::nullopt;
    }
    return symbol{std::move(name), wanted - nearest->st_value};
}

} // namespace tollgate::liveness::detail
