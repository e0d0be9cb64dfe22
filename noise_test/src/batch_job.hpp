// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/pinned_thread.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tollgate::noise_test {

/// The memory of batch jobs, larger than any L2 cache. It is written once, and kept over batches.
class batch_memory {
public:
    static constexpr std::size_t words = std::size_t{1} << 22; ///< 32 MiB

    batch_memory() : words_(words, 1) {}
    /// Reads and writes one block; `turn` says which.
    void stream(std::uint64_t turn) noexcept {
        const std::size_t begin = turn % (words / block) * block;
        for (std::size_t i = begin; i < begin + block; ++i) {
            words_[i] = words_[i] * 3 + 1;
        }
    }

private:
    static constexpr std::size_t block = 8'192; ///< words, 64 KiB

    std::vector<std::uint64_t> words_;
};

/// A neighbour: while it lives, a thread on that CPU streams through memory. When the constructor
/// returns the thread is at work. It has the usual policy, SCHED_OTHER, whatever the calling thread
/// has. Throws std::system_error if the system refuses the thread, the policy or the CPU. While it
/// lives the memory belongs to it.
class batch_job {
public:
    batch_job(int cpu, const std::shared_ptr<batch_memory>& memory)
        : thread_(cpu, SCHED_OTHER,
                  [memory](std::uint64_t turn) noexcept { memory->stream(turn); }) {}

    /// Blocks of 64 KiB that it has read and written so far.
    [[nodiscard]] std::uint64_t blocks() const { return thread_.turns(); }
    /// The policy that the system says it has.
    [[nodiscard]] int policy() const { return thread_.policy(); }

private:
    cpu::pinned_thread thread_;
};

} // namespace tollgate::noise_test
