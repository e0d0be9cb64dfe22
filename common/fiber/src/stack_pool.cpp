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

/// Boost.Fiber puts a control block at a multiple of this. Sixteen steps are the size of one way of
/// a first-level cache: 4 KiB.
constexpr std::size_t step = 256;
constexpr std::size_t steps = 16;

constexpr std::size_t huge_page = std::size_t{2} << 20;

constexpr std::size_t max_bytes_at_once = std::size_t{64} << 20;

std::size_t round_up(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

} // namespace

stack_pool::stack_pool(std::size_t size, pages page_kind) : store_(new store(size, page_kind)) {}

stack_pool::~stack_pool() = default;

stack_pool::store::store(std::size_t size, pages page_kind) : pages_(page_kind) {
    if (size > std::numeric_limits<std::size_t>::max() / 4) {
        throw std::bad_alloc();
    }
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    size_ = round_up(std::max(size, traits_type::minimum_size()), alignof(top));
    spacing_ = round_up(size_ + (steps - 1) * step, page);
}

stack_pool::store::~store() {
    for (const slab& mapped : slabs_) {
        ::munmap(mapped.begin, mapped.bytes);
    }
}

boost::context::stack_context stack_pool::store::take_fresh() {
    if (fresh_ == fresh_end_) {
        map_more();
    }
    fresh_ += spacing_;
    return stack_below(fresh_ - taken_++ % steps * step);
}

/// Maps as many stacks as exist already, so that system calls become rare; fewer if there is no
/// room for so many.
void stack_pool::store::map_more() {
    slabs_.reserve(slabs_.size() + 1);
    std::size_t count = std::clamp<std::size_t>(taken_, 1, 1 + max_bytes_at_once / spacing_);
    while (!map(count)) {
        if (count == 1) {
            throw std::bad_alloc();
        }
        count /= 2;
    }
}

bool stack_pool::store::map(std::size_t count) {
    const std::size_t unit = pages_ == pages::huge ? huge_page : 1;
    const std::size_t bytes = round_up(count * spacing_, unit) + unit - 1;
    void* const begin = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED) {
        return false;
    }
    slabs_.push_back({begin, bytes});
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    fresh_ = static_cast<char*>(begin) + (round_up(address, unit) - address);
    const std::size_t fit = (bytes - (unit - 1)) / spacing_;
    fresh_end_ = fresh_ + fit * spacing_;
#if defined(MADV_HUGEPAGE)
    // A kernel without such pages refuses, which does no harm.
    ::madvise(fresh_, bytes - (unit - 1), pages_ == pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
    return true;
}

} // namespace tollgate::fiber
