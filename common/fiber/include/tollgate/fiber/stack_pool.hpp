// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/context/stack_context.hpp>
#include <boost/context/stack_traits.hpp>
#include <boost/fiber/fiber.hpp> // for users
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <cstddef>
#include <vector>

namespace tollgate::fiber {

/// A stack allocator for fibers of Boost. The pool reuses stacks, and spreads the stacks' cache
/// lines over the sets of the first-level cache.
///
///     const tollgate::fiber::stack_pool stacks(64 * 1024);
///     boost::fibers::fiber worker(std::allocator_arg, stacks, [] {});
///     worker.join();
///
/// The pool first reuses the stack that was given back last. There are no guard pages, so a fiber
/// that overruns its stack writes into the next stack. boost::fibers::protected_fixedsize_stack has
/// guard pages.
///
/// - *Threads*: one thread at a time uses a pool. The thread of a fiber gives the fiber's stack
///   back some time after join(). So before another thread uses the pool, each thread that ran
///   fibers on these stacks must have ended.
/// - *Lifetime*: copies share their stacks. The memory is released when the last fiber and the last
///   copy of the pool are destroyed.
/// - *Exceptions*: std::bad_alloc, by the constructors and by allocate().
/// - *Cost*: a load and two stores for a stack that was used before. If no stack is left, two
///   system calls double the number of stacks. The system calls add fewer stacks if the new stacks
///   would take more than about 64 MiB, or if there is too little memory.
class stack_pool {
public:
    using traits_type = boost::context::stack_traits; ///< the minimum size and the default size

    /// The kind of pages in which the stacks lie. When any part of a huge page (2 MiB) is touched,
    /// the kernel allocates the whole page. Huge pages suit small stacks, because many small stacks
    /// share a page.
    enum class pages {
        normal,
        huge, ///< needs fewer TLB entries; like `normal` if the kernel has no huge pages
    };

    /// Makes a pool of stacks. Each stack has at least `size` bytes, and at least the minimum size
    /// of this system.
    explicit stack_pool(std::size_t size = traits_type::default_size(),
                        pages page_kind = pages::normal);

    /// Makes a copy that shares the stacks. A move is a copy, too, so the source of a move remains
    /// a usable pool.
    stack_pool(const stack_pool&) = default;
    /// Makes this object a copy that shares the stacks of the other pool.
    stack_pool& operator=(const stack_pool&) = default;
    ~stack_pool(); // out of line: gcc warns that an inline destructor uses freed memory

    /// The number of bytes from one stack to the next.
    [[nodiscard]] std::size_t spacing() const noexcept { return store_->spacing(); }

    /// For Boost: returns a stack. Throws std::bad_alloc if there is no memory for a single stack.
    [[nodiscard]] boost::context::stack_context allocate() const { return store_->allocate(); }
    /// For Boost: gives a stack back.
    void deallocate(boost::context::stack_context& stack) const noexcept {
        store_->deallocate(stack);
    }

private:
    class store : public boost::intrusive_ref_counter<store, boost::thread_unsafe_counter> {
    public:
        store(std::size_t size, pages page_kind);
        store(const store&) = delete;
        store& operator=(const store&) = delete;
        ~store();

        [[nodiscard]] std::size_t spacing() const noexcept { return spacing_; }

        boost::context::stack_context allocate() {
            if (free_ == nullptr) [[unlikely]] {
                return take_fresh();
            }
            top* const first = free_;
            free_ = first->next;
            return stack_below(first + 1);
        }
        void deallocate(boost::context::stack_context& stack) noexcept {
            top* const given = static_cast<top*>(stack.sp) - 1;
            given->next = free_;
            free_ = given;
        }

    private:
        /// The uppermost bytes of a stack that was given back.
        struct alignas(16) top {
            top* next;
        };
        /// The memory that one system call has mapped.
        struct slab {
            void* begin;
            std::size_t bytes;
        };

        boost::context::stack_context stack_below(void* end) const noexcept {
            boost::context::stack_context stack;
            stack.size = size_;
            stack.sp = end;
            return stack;
        }
        boost::context::stack_context take_fresh();
        void map_more();
        bool map(std::size_t count);

        std::size_t size_;
        std::size_t spacing_;
        pages pages_;
        top* free_ = nullptr;
        char* fresh_ = nullptr;     ///< the first unused byte of the last slab
        char* fresh_end_ = nullptr; ///< the end of the last slab
        std::size_t taken_ = 0;     ///< number of stacks taken from slabs, without reused stacks
        std::vector<slab> slabs_;
    };

    boost::intrusive_ptr<store> store_;
};

// Design: a stack grows down from its upper end. The fiber's control block is at the upper end:
// Boost puts it at a multiple of 256 bytes. Below are the frames of the fiber's functions. If the
// fiber is few calls deep, a switch touches only some cache lines near the upper end. If stacks lie
// at a fixed distance, as stacks of mmap do, these cache lines belong to the same few sets of the
// first-level cache. From a dozen fibers on, these sets are too small. Therefore the stacks of a
// pool end 0, 256, 512 … 3840 bytes below the end of a page. These distances repeat after sixteen
// stacks. So the cache lines of a thousand fibers are spread over all sets.
//
// The pool does not touch a stack before the stack is taken, so the pages of an unused stack take
// no memory.

} // namespace tollgate::fiber
