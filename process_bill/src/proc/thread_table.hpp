// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"
#include "source_clocks.hpp"
#include "thread_reader.hpp"
#include "thread_record.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// The records of all observed threads, also of those that ended.
///
/// - *Cost*: a thread takes about 400 bytes. Of threads that ended, 10,000 have a record of their
///   own, and the others share one, so that the memory stays bounded.
class thread_table {
public:
    /// The observation begins now. If it begins with the processes, the counts of each thread begin
    /// with the thread. Otherwise those of the threads in the first list begin with their first
    /// reading.
    thread_table(thread_reader& reader, const source_clocks& clocks, bool begins_with_processes);

    /// Sets the existing threads, in ascending order. Reads the new ones for the first time.
    void match(const std::vector<thread_id>& listed);

    /// The number of existing threads.
    [[nodiscard]] std::size_t size() const { return alive_.size(); }
    [[nodiscard]] thread_id id(std::size_t index) const {
        return {alive_[index].process(), alive_[index].thread()};
    }
    /// Reads a thread, if it has run since its last reading.
    void read(std::size_t index, bool with_migrations);

    /// Adds threads and waits.
    void append_to(observation& seen);

private:
    std::optional<thread_record> first_reading(thread_id id) const;
    void retire(thread_record& record);
    [[nodiscard]] std::chrono::steady_clock::time_point time_of(std::uint64_t ticks) const;

    thread_reader* reader_;
    const source_clocks* clocks_;
    std::chrono::steady_clock::time_point began_;
    std::chrono::nanoseconds boot_at_begin_;
    bool begins_with_processes_;
    bool is_first_list_ = true;
    std::vector<thread_record> alive_; ///< ordered by their ids
    std::vector<thread_record> ended_;
    std::optional<thread_record> others_; ///< the sum of further ones that ended
    std::uint64_t other_count_ = 0;
};

} // namespace tollgate::bill
