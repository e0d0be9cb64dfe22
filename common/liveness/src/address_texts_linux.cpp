// SPDX-License-Identifier: BSL-1.0
#include "address_texts_linux.hpp"

#include "module_linux.hpp"

#include <boost/core/demangle.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

std::string whole_file(const char* path) {
    std::string text;
    const int descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return text;
    }
    std::array<char, 4096> bytes{};
    ssize_t count = 0;
    do {
        count = ::read(descriptor, bytes.data(), bytes.size());
        text.append(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    } while (count > 0 || (count < 0 && errno == EINTR));
    ::close(descriptor);
    return text;
}

std::string hex(std::uint64_t number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(number));
    return text.data();
}

/// The mapping that the module around an address begins with is of the same file, below: the lowest
/// one whose headers span the address. Parts of a file may lie apart, and a small one may be mapped
/// from its beginning more than once.
template <class Iterator>
std::optional<module_image> module_around(std::uintptr_t address, Iterator first, Iterator at) {
    std::optional<module_image> found;
    for (Iterator below = at;; --below) {
        if (below->path == at->path) {
            const auto image = module_image::at(below->begin);
            if (image && image->contains(address)) {
                found = image;
            }
        } else if (!below->path.empty()) {
            break;
        }
        if (below == first) {
            break;
        }
    }
    return found;
}

} // namespace

address_texts::address_texts() : all_(mappings_of(whole_file("/proc/thread-self/maps"))) {}

std::string address_texts::of(std::uintptr_t address) const {
    const auto at = std::find_if(all_.begin(), all_.end(), [address](const mapping& one) {
        return address >= one.begin && address < one.end;
    });
    if (at == all_.end() || at->path.empty()) {
        return hex(address);
    }
    const auto module = module_around(address, all_.begin(), at);
    if (!module) {
        return at->path + ", byte " + hex(address - at->begin + at->offset);
    }
    std::string place = at->path + "+" + hex(module->link_address(address));
    const auto symbol = module->symbol_of(address);
    if (!symbol) {
        return place;
    }
    return boost::core::demangle(symbol->name.c_str()) + "+" + hex(symbol->distance) + " (" +
           place + ")";
}

} // namespace tollgate::liveness::detail
