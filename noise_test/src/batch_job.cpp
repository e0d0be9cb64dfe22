// SPDX-License-Identifier: BSL-1.0
#include "batch_job.hpp"

#include <tollgate/cpu/affinity.hpp>

#include <system_error>
#include <utility>

#include <pthread.h>
#include <sched.h>

namespace tollgate::noise_test {
namespace {

constexpr std::size_t block = 8'192; ///< words, 64 KiB

/// A thread inherits the policy of the one that starts it, which may be a real-time one.
void take_usual_policy() {
    const sched_param usual{};
    const int error = ::pthread_setschedparam(::pthread_self(), SCHED_OTHER, &usual);
    if (error != 0) {
        throw std::system_error(error, std::generic_category(),
                                "pthread_setschedparam SCHED_OTHER");
    }
}

} // namespace

void batch_memory::stream(std::uint64_t turn) {
    const std::size_t begin = turn % (words / block) * block;
    for (std::size_t i = begin; i < begin + block; ++i) {
        words_[i] = words_[i] * 3 + 1;
    }
}

batch_job::batch_job(int cpu, std::shared_ptr<batch_memory> memory)
    : memory_(std::move(memory)), thread_([this, cpu] { work(cpu); }) {
    begun_.wait(false);
    if (failure_) {
        thread_.join();
        std::rethrow_exception(failure_);
    }
}

batch_job::~batch_job() {
    ended_ = true;
    thread_.join();
}

void batch_job::work(int cpu) noexcept {
    try {
        cpu::pin_this_thread(cpu);
        take_usual_policy();
        int policy = SCHED_OTHER;
        sched_param of{};
        ::pthread_getschedparam(::pthread_self(), &policy, &of);
        policy_ = policy;
        memory_->stream(0);
        blocks_.store(1, std::memory_order_relaxed);
    } catch (...) {
        failure_ = std::current_exception();
    }
    begun_ = true;
    begun_.notify_one();
    if (failure_) {
        return;
    }
    for (std::uint64_t turn = 1; !ended_.load(std::memory_order_relaxed); ++turn) {
        memory_->stream(turn);
        blocks_.store(turn + 1, std::memory_order_relaxed);
    }
}

} // namespace tollgate::noise_test
