// SPDX-License-Identifier: BSL-1.0
#include "batch_job.hpp"

#include <tollgate/cpu/affinity.hpp>

#include <utility>

namespace tollgate::noise_test {
namespace {

constexpr std::size_t block = 8'192; ///< words, 64 KiB

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
