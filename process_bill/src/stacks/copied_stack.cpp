// SPDX-License-Identifier: BSL-1.0
#include "copied_stack.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <sys/uio.h>

namespace tollgate::bill {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t most_bytes = std::size_t{256} * 1024;

} // namespace

std::size_t read_memory(pid_t thread, std::uint64_t address, std::span<std::byte> bytes) {
    // One piece a page: the call returns what it read before the first piece that it cannot read.
    std::array<iovec, most_bytes / page + 1> pieces; // filled as far as it is used
    std::size_t count = 0;
    std::size_t done = 0;
    while (done < bytes.size() && count < pieces.size()) {
        const std::uint64_t from = address + done;
        const std::size_t length = std::min<std::size_t>(page - from % page, bytes.size() - done);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of another process
        pieces[count++] = {reinterpret_cast<void*>(from), length};
        done += length;
    }
    const iovec to{bytes.data(), done};
    const ssize_t got = ::process_vm_readv(thread, &to, 1, pieces.data(), count, 0);
    return got < 0 ? 0 : static_cast<std::size_t>(got);
}

std::optional<std::uint64_t> read_word(pid_t thread, std::uint64_t address) {
    std::array<std::byte, sizeof(std::uint64_t)> bytes{};
    if (read_memory(thread, address, bytes) != bytes.size()) {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

bool copied_stack::copy(pid_t thread, std::uint64_t top, std::size_t bytes) {
    thread_ = thread;
    top_ = top;
    bytes_.clear();
    complete_ = false;
    grow(bytes);
    grown_ = false;
    return !bytes_.empty();
}

void copied_stack::grow(std::size_t bytes) {
    const std::size_t before = bytes_.size();
    const std::size_t wanted = std::min(bytes, most_bytes);
    bytes_.resize(wanted);
    const std::size_t got = read_memory(thread_, top_ + before, std::span(bytes_).subspan(before));
    bytes_.resize(before + got);
    complete_ = bytes_.size() < wanted || wanted == most_bytes;
    grown_ = true;
}

std::optional<std::uint64_t> copied_stack::word(std::uint64_t address) {
    if (address < top_ || address - top_ >= most_bytes) {
        return std::nullopt;
    }
    const std::size_t offset = address - top_;
    std::uint64_t value = 0;
    if (offset + sizeof value > bytes_.size() && !complete_) {
        grow(offset + first_bytes);
    }
    if (offset + sizeof value > bytes_.size()) {
        return std::nullopt;
    }
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
}

} // namespace tollgate::bill
