// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::liveness::detail {

/// A program or shared library as it lies in the memory of this process: what its headers say of
/// addresses, and the symbols that it exports.
///
/// The loader knows this, too, but gives it out with a lock that it holds while the constructors of
/// a library run: a thread that is stuck there would keep its own stack from being told. Nothing is
/// asked of the loader here, and no memory is touched (own_memory_linux.hpp): a module may be
/// unloaded at the same time, and its name is then not found. What stands in the memory is not
/// trusted either.
class module_image {
public:
    struct symbol {
        std::string name;
        std::uintptr_t distance; ///< of the address from its beginning
    };

    /// Nothing if what is mapped there does not begin as a module does.
    [[nodiscard]] static std::optional<module_image> at(std::uintptr_t begin);

    [[nodiscard]] bool contains(std::uintptr_t address) const noexcept {
        return address >= begin_ && address < end_;
    }
    /// As the linker has it, and addr2line wants it.
    [[nodiscard]] std::uintptr_t link_address(std::uintptr_t address) const noexcept {
        return address - bias_;
    }
    /// The exported function that the address lies in.
    [[nodiscard]] std::optional<symbol> symbol_of(std::uintptr_t address) const;

private:
    struct tables {
        std::uintptr_t symbols = 0;
        std::uintptr_t names = 0;
        std::uintptr_t gnu_hash = 0;
        std::uintptr_t hash = 0;
    };

    [[nodiscard]] tables find_tables() const;
    [[nodiscard]] std::uintptr_t in_memory(std::uintptr_t pointer) const noexcept;

    std::uintptr_t begin_ = 0;
    std::uintptr_t end_ = 0;
    std::uintptr_t bias_ = 0;    ///< between what the linker thought and where it is
    std::uintptr_t dynamic_ = 0; ///< 0: it exports nothing
};

} // namespace tollgate::liveness::detail
