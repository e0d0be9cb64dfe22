// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "mappings.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::liveness::detail {

/// The mappings of this process at one moment, and so what stands at an address. Takes no lock of
/// the loader's. Without /proc all that is known of an address is its number.
class address_texts {
public:
    /// Reads the maps of the calling thread: where the first one has left by pthread_exit, those of
    /// the process are empty.
    address_texts();

    /// "name+0x1f (/path/of/module+0x2a1f)", of which the last number is what addr2line wants;
    /// without a symbol only what is in the parentheses, without a module the address. Functions
    /// that are not exported have no symbol here: link with -rdynamic. Where the system lets a
    /// process read its own memory neither by process_vm_readv nor by /proc, there are no symbols,
    /// and instead of that number "/path/of/module, byte 0xa1f" says where in the file it is.
    ///
    /// The loader is asked for nothing: a thread that is stuck in dlopen holds its lock, and is one
    /// that is to be told of.
    [[nodiscard]] std::string of(std::uintptr_t address) const;

private:
    std::vector<mapping> all_;
};

} // namespace tollgate::liveness::detail
