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

    /// "name+0x1f (/path/of/module+0x2a1f)": see frame_text.
    [[nodiscard]] std::string of(std::uintptr_t address) const;

private:
    std::vector<mapping> all_;
};

} // namespace tollgate::liveness::detail
