// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/context/stack_context.hpp>
#include <boost/context/stack_traits.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include <cstddef>
#include <vector>

namespace tollgate::fiber {

/// Stacks for fibers that lie where switching between them is cheap, and that are used again.
///
///     fiber::stack_pool stacks(64 * 1024);
///     boost::fibers::fiber one(std::allocator_arg, stacks, [] { … });
///
/// Where they lie. A switch touches some cache lines at the upper end of a stack: the fiber's
/// control block, which Boost puts there at a multiple of 256 bytes, and the innermost frames.
/// Where stacks lie at a fixed distance, as those of mmap do, these fall into the same few sets of
/// the first cache, from a dozen fibers on. Here stacks end at sixteen places of a page, 256 bytes
/// apart, in turn: those of a thousand fibers are spread over all sets.
///
/// `pages::huge` asks the kernel for pages of 2 MiB, so that stacks of many fibers take few entries
/// of the TLB. A page is taken whole once a part of it is touched, and not only what was touched:
/// choose it for small stacks. Where the kernel has no such pages, nothing changes.
///
/// Stacks that are given back are used again, the last one first. A stack that was not taken
/// yet is not touched. The memory is released when the last fiber and the last copy of the pool
/// have gone. There are no guard pages: a fiber that overruns its stack writes into the next one;
/// boost::fibers::protected_fixedsize_stack has them.
///
/// Threads: one at a time. Copies share what they have. A stack is given back by its thread's
/// scheduler some time after the fiber was joined: another thread may use the pool once those that
/// had fibers by it have ended. Cost: a load and two stores to take a stack that was used before;
/// a system call for the first of several fresh ones, of which there are as many as were taken
/// already, or fewer if that many have no room.
class stack_pool {
public:
    using traits_type = boost::context::stack_traits;
    enum class pages { usual, huge };

    /// Each of that many bytes, at least those that a stack needs here. Throws std::bad_alloc.
    explicit stack_pool(std::size_t size = traits_type::default_size(), pages which = pages::usual);

    // Copied only: a pool from which another one was made is still one.
    stack_pool(const stack_pool&) = default;
    stack_pool& operator=(const stack_pool&) = default;
    ~stack_pool(); // out of line: gcc warns of an inline one that it uses freed memory

    /// Bytes from one stack to the next.
    [[nodiscard]] std::size_t distance() const noexcept { return store_->distance(); }

    /// Throws std::bad_alloc, if there is no room for a single one.
    [[nodiscard]] boost::context::stack_context allocate() const { return store_->allocate(); }
    void deallocate(boost::context::stack_context& one) const noexcept { store_->deallocate(one); }

private:
    class store : public boost::intrusive_ref_counter<store, boost::thread_unsafe_counter> {
    public:
        store(std::size_t size, pages which);
        store(const store&) = delete;
        store& operator=(const store&) = delete;
        ~store();

        [[nodiscard]] std::size_t distance() const noexcept { return distance_; }

        boost::context::stack_context allocate() {
            if (free_ == nullptr) [[unlikely]] {
                return take_fresh();
            }
            top* const taken = free_;
            free_ = taken->next;
            return stack_below(taken + 1);
        }
        void deallocate(boost::context::stack_context& one) noexcept {
            top* const given = static_cast<top*>(one.sp) - 1;
            given->next = free_;
            free_ = given;
        }

    private:
        /// The uppermost bytes of a stack that was given back.
        struct alignas(16) top {
            top* next;
        };
        struct slab {
            void* begin;
            std::size_t bytes;
        };

        boost::context::stack_context stack_below(void* end) const noexcept {
            boost::context::stack_context one;
            one.size = size_;
            one.sp = end;
            return one;
        }
        boost::context::stack_context take_fresh();
        void map_more();
        bool map(std::size_t count);

        std::size_t size_;
        std::size_t distance_; ///< from one stack to the next
        pages pages_;
        top* free_ = nullptr;
        char* fresh_ = nullptr;     ///< in the last slab, what was not taken yet,
        char* fresh_end_ = nullptr; ///< to here
        std::size_t taken_ = 0;     ///< of fresh ones, ever
        std::vector<slab> slabs_;
    };

    boost::intrusive_ptr<store> store_;
};

} // namespace tollgate::fiber
