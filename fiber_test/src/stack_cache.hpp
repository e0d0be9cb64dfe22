// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/context/fixedsize_stack.hpp>
#include <boost/context/stack_context.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace tollgate::fiber_test {

/// A stack allocator that keeps the stacks that are given back, so that a ring that is built anew
/// in every round pays for its pages once. The stacks come from Boost's default allocator and lie
/// where it puts them.
///
/// - *Threads*: one at a time; the threads of all schedulers share it.
/// - *Lifetime*: copies share one store. Its stacks are released with the last copy.
class stack_cache {
public:
    explicit stack_cache(std::size_t stack_size) : store_(std::make_shared<store>(stack_size)) {}

    [[nodiscard]] boost::context::stack_context allocate() const {
        std::vector<boost::context::stack_context>& kept = store_->kept;
        if (kept.empty()) {
            give_first_back();
            return store_->source.allocate();
        }
        const boost::context::stack_context stack = kept.back();
        kept.pop_back();
        return stack;
    }

    void deallocate(boost::context::stack_context& stack) const noexcept {
        // Called from destructors: if there is no memory for the list, the stack is released at
        // once.
        try {
            store_->kept.push_back(stack);
        } catch (...) {
            store_->source.deallocate(stack);
        }
    }

private:
    /// glibc's malloc maps blocks of a stack's size separately until such a block is freed. Stacks
    /// that were mapped all lie at the same place of their pages, in the same few sets of the
    /// cache. A program leaves this layout as soon as its first fiber has ended.
    void give_first_back() const {
        if (!store_->first_given_back) {
            boost::context::stack_context first = store_->source.allocate();
            store_->source.deallocate(first);
            store_->first_given_back = true;
        }
    }

    struct store {
        explicit store(std::size_t stack_size) : source(stack_size) {}
        ~store() {
            for (boost::context::stack_context& stack : kept) {
                source.deallocate(stack);
            }
        }
        store(const store&) = delete;
        store& operator=(const store&) = delete;

        boost::context::fixedsize_stack source;
        std::vector<boost::context::stack_context> kept;
        bool first_given_back = false;
    };
    std::shared_ptr<store> store_;
};

} // namespace tollgate::fiber_test
