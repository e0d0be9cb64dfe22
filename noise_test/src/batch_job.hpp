// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

namespace tollgate::noise_test {

/// The memory of batch jobs, larger than any L2 cache. It is written once, and kept over batches.
class batch_memory {
public:
    static constexpr std::size_t words = std::size_t{1} << 22; ///< 32 MiB

    batch_memory() : words_(words, 1) {}
    /// Reads and writes one block; `turn` says which.
    void stream(std::uint64_t turn);

private:
    std::vector<std::uint64_t> words_;
};

/// A neighbour: while it lives, a thread on that CPU streams through memory. When the constructor
/// returns the thread is at work. It has the usual policy, SCHED_OTHER, whatever the calling thread
/// has. Throws std::system_error if the system refuses the thread, the policy or the CPU. While it
/// lives the memory belongs to it.
class batch_job {
public:
    batch_job(int cpu, std::shared_ptr<batch_memory> memory);
    ~batch_job();
    batch_job(const batch_job&) = delete;
    batch_job& operator=(const batch_job&) = delete;

    /// Blocks of 64 KiB that it has read and written so far.
    [[nodiscard]] std::uint64_t blocks() const { return blocks_.load(std::memory_order_relaxed); }
    /// The policy that the system says it has.
    [[nodiscard]] int policy() const { return policy_; }

private:
    void work(int cpu) noexcept;

    std::shared_ptr<batch_memory> memory_;
    std::atomic<std::uint64_t> blocks_{0};
    std::atomic<bool> ended_{false};
    std::atomic<bool> begun_{false};
    std::exception_ptr failure_; ///< written before `begun_`, as is the policy
    int policy_ = 0;
    std::thread thread_;
};

} // namespace tollgate::noise_test
