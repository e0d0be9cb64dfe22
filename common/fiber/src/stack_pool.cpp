// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fiber/stack_pool.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

namespace tollgate::fiber {
namespace {

/// Boost.Fiber puts a control block at a multiple of this, and sixteen of them are the size of what
/// one way of a first-level cache holds: 4 KiB.
constexpr std::size_t step = 256;
constexpr std::size_t steps = 16;

constexpr std::size_t huge_page = std::size_t{2} << 20;

constexpr std::size_t most_at_once = std::size_t{64} << 20;

std::size_t round_up(std::size_t bytes, std::size_t to) {
    return (bytes + to - 1) / to * to;
}

} // namespace

stack_pool::stack_pool(std::size_t size, pages which) : store_(new store(size, which)) {}

stack_pool::~stack_pool() = default;

stack_pool::store::store(std::size_t size, pages which) : pages_(which) {
    if (size > std::numeric_limits<std::size_t>::max() / 4) {
        throw std::bad_alloc();
    }
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    size_ = round_up(std::max(size, traits_type::minimum_size()), alignof(top));
    distance_ = round_up(size_ + (steps - 1) * step, page);
}

stack_pool::store::~store() {
    for (const slab& one : slabs_) {
        ::munmap(one.begin, one.bytes);
    }
}

boost::context::stack_context stack_pool::store::take_fresh() {
    if (fresh_ == fresh_end_) {
        map_more();
    }
    fresh_ += distance_;
    return stack_below(fresh_ - taken_++ % steps * step);
}

/// As many as there are already, so that system calls become rare; fewer if these have no room.
void stack_pool::store::map_more() {
    slabs_.reserve(slabs_.size() + 1);
    std::size_t count = std::clamp<std::size_t>(taken_, 1, 1 + most_at_once / distance_);
    while (!map(count)) {
        if (count == 1) {
            throw std::bad_alloc();
        }
        count /= 2;
    }
}

bool stack_pool::store::map(std::size_t count) {
    const std::size_t unit = pages_ == pages::huge ? huge_page : 1;
    const std::size_t bytes = round_up(count * distance_, unit) + unit - 1;
    void* const begin = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED) {
        return false;
    }
    slabs_.push_back({begin, bytes});
    const auto at = reinterpret_cast<std::uintptr_t>(begin);
    fresh_ = static_cast<char*>(begin) + (round_up(at, unit) - at);
    const std::size_t fit = (bytes - (unit - 1)) / distance_;
    fresh_end_ = fresh_ + fit * distance_;
#if defined(MADV_HUGEPAGE)
    // Without such pages in the kernel it is refused, and nothing is lost.
    ::madvise(fresh_, bytes - (unit - 1), pages_ == pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
    return true;
}

} // namespace tollgate::fiber
