// SPDX-License-Identifier: BSL-1.0
//
// How many handlers are looked at when one is unregistered: each lies in a page of its own, and
// each page that is touched is noticed.
#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace tollgate::cancel {
namespace {

class nothing final : public cancellation_handler {
public:
    ~nothing() = default;
    void cancel() override {}
};

/// Handlers in pages that are locked until they are touched. One at a time exists.
class watched_handlers {
public:
    explicit watched_handlers(std::size_t count)
        : page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))), count_(count) {
        memory_ = static_cast<std::byte*>(::mmap(nullptr, count_ * page_, PROT_READ | PROT_WRITE,
                                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        for (std::size_t each = 0; each < count_; ++each) {
            std::construct_at(at(each));
        }
        touched_.reserve(count_);
        the_one = this;
        struct sigaction own {};
        own.sa_sigaction = &touch;
        own.sa_flags = SA_SIGINFO;
        ::sigaction(SIGSEGV, &own, &before_);
    }
    ~watched_handlers() {
        ::mprotect(memory_, count_ * page_, PROT_READ | PROT_WRITE);
        ::sigaction(SIGSEGV, &before_, nullptr);
        the_one = nullptr;
        ::munmap(memory_, count_ * page_);
    }
    watched_handlers(const watched_handlers&) = delete;
    watched_handlers& operator=(const watched_handlers&) = delete;

    [[nodiscard]] cancellation_handler& operator[](std::size_t which) const { return *at(which); }

    void lock_all() {
        touched_.clear();
        ::mprotect(memory_, count_ * page_, PROT_NONE);
    }
    /// How many were touched since; they are locked again.
    std::size_t touched() {
        const std::size_t count = touched_.size();
        for (std::byte* const each : touched_) {
            ::mprotect(each, page_, PROT_NONE);
        }
        touched_.clear();
        return count;
    }

private:
    [[nodiscard]] nothing* at(std::size_t which) const {
        return reinterpret_cast<nothing*>(memory_ + which * page_);
    }

    static void touch(int /*signal*/, siginfo_t* what, void* /*context*/) {
        auto* const where = static_cast<std::byte*>(what->si_addr);
        if (where < the_one->memory_ ||
            where >= the_one->memory_ + the_one->count_ * the_one->page_) {
            std::signal(SIGSEGV, SIG_DFL); // a real one
            return;
        }
        const auto offset = static_cast<std::size_t>(where - the_one->memory_);
        std::byte* const begin = the_one->memory_ + offset / the_one->page_ * the_one->page_;
        the_one->touched_.push_back(begin); // has room
        ::mprotect(begin, the_one->page_, PROT_READ | PROT_WRITE);
    }

    static inline watched_handlers* the_one = nullptr;
    std::size_t page_;
    std::size_t count_;
    std::byte* memory_ = nullptr;
    std::vector<std::byte*> touched_;
    struct sigaction before_ {};
};

class unregistering : public testing::TestWithParam<policy> {
protected:
    static constexpr std::size_t many = 300;

    void register_all() {
        for (std::size_t each = 0; each < many; ++each) {
            guards_.push_back(std::make_unique<cancellation_guard>(token_, handlers_[each]));
        }
        handlers_.lock_all();
    }

    /// The handlers touched by one turn of each, in this order.
    template <class Order>
    std::size_t touched_by_turns(Order which) {
        std::size_t all = 0;
        for (std::size_t turn = 0; turn < many; ++turn) {
            std::unique_ptr<cancellation_guard>& guard = guards_[which(turn)];
            guard.reset();
            all += handlers_.touched();
            guard = std::make_unique<cancellation_guard>(token_, handlers_[which(turn)]);
            all += handlers_.touched();
        }
        return all;
    }

    standalone_token token_{GetParam()};
    watched_handlers handlers_{many};
    std::vector<std::unique_ptr<cancellation_guard>> guards_;
};
INSTANTIATE_TEST_SUITE_P(of, unregistering,
                         testing::Values(policy::symmetric, policy::asymmetric, policy::adaptive),
                         [](const auto& how) { return std::string(to_string(how.param)); });

// As fibers do that take turns: first in, first out.
TEST_P(unregistering, in_turn_looks_at_few_handlers) {
    register_all();
    for (int round = 0; round < 3; ++round) {
        EXPECT_LE(touched_by_turns([](std::size_t turn) { return turn; }), 6 * many);
    }
}

TEST_P(unregistering, in_any_order_looks_at_few_handlers) {
    register_all();
    for (int round = 0; round < 3; ++round) {
        EXPECT_LE(touched_by_turns([](std::size_t turn) { return turn * 77 % many; }), 6 * many);
    }
}

TEST_P(unregistering, in_reverse_order_looks_at_the_own_handler_alone) {
    register_all();
    std::size_t all = 0;
    for (; !guards_.empty(); guards_.pop_back()) {
        guards_.back()->release();
        all += handlers_.touched();
    }
    EXPECT_EQ(all, many);
}

} // namespace
} // namespace tollgate::cancel
