// SPDX-License-Identifier: BSL-1.0
#include "thread_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace tollgate::bill {
namespace {

constexpr std::size_t most_ended = 10'000;

// The number of migrations is in the longest file of a thread.
constexpr std::chrono::seconds migrations_age{1};

std::chrono::nanoseconds tick() {
    return std::chrono::nanoseconds(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK);
}

thread_id id_of(const thread_record& record) {
    return {record.process(), record.thread()};
}

} // namespace

thread_table::thread_table(thread_reader& reader, const source_clocks& clocks,
                           bool begins_with_processes)
    : reader_(&reader),
      clocks_(&clocks),
      began_(clocks.now()),
      boot_at_begin_(clocks.since_boot()),
      begins_with_processes_(begins_with_processes) {}

void thread_table::match(const std::vector<thread_id>& listed) {
    std::vector<thread_record> matched;
    matched.reserve(listed.size());
    auto old = alive_.begin();
    for (const thread_id& id : listed) {
        for (; old != alive_.end() && id_of(*old) < id; ++old) {
            retire(*old);
        }
        if (old != alive_.end() && id_of(*old) == id && !old->gone()) {
            matched.push_back(std::move(*old));
            ++old;
        } else if (auto record = first_reading(id)) {
            matched.push_back(std::move(*record));
        }
    }
    for (; old != alive_.end(); ++old) {
        retire(*old);
    }
    alive_ = std::move(matched);
    is_first_list_ = false;
}

void thread_table::read(std::size_t index, bool with_migrations) {
    thread_record& record = alive_[index];
    const thread_id id = id_of(record);
    if (record.ended()) {
        return;
    }
    const auto times = reader_->times(id.process, id.thread);
    const auto now = clocks_->now();
    if (!times) {
        record.set_gone();
        return;
    }
    if (!record.can_be_of_same_thread(*times)) {
        if (auto other = first_reading(id)) {
            retire(record);
            record = std::move(*other);
        }
        return;
    }
    if (record.still_waits(*times)) {
        record.add_wait_until(now);
        return;
    }
    const bool reads_migrations = with_migrations || now - record.migrations_at() >= migrations_age;
    if (const auto reading =
            reader_->reading(id.process, id.thread, *times, now, reads_migrations)) {
        record.add(*reading);
    } else {
        record.set_gone();
    }
}

void thread_table::append_to(observation& seen) {
    const auto append = [&](thread_record& record) {
        seen.threads.push_back(record.counts());
        record.append_waits(seen.waits);
    };
    std::ranges::for_each(alive_, append);
    std::ranges::for_each(ended_, append);
    if (others_) {
        append(*others_);
        seen.remarks.push_back(
            fmt::format("{} threads that ended are added up in one line.", other_count_));
    }
}

/// A thread that ends during its first reading is not observed.
std::optional<thread_record> thread_table::first_reading(thread_id id) const {
    const auto times = reader_->times(id.process, id.thread);
    const auto now = clocks_->now();
    const auto reading =
        times ? reader_->reading(id.process, id.thread, *times, now, true) : std::nullopt;
    if (!reading) {
        return std::nullopt;
    }
    if (is_first_list_ && !begins_with_processes_) {
        return thread_record(id.process, id.thread, *reading);
    }
    const auto start = reader_->start_ticks(id.process, id.thread);
    if (!start) {
        return std::nullopt;
    }
    const bool is_new =
        begins_with_processes_ || *start >= static_cast<std::uint64_t>(boot_at_begin_ / tick());
    return is_new ? thread_record(id.process, id.thread, *reading,
                                  std::clamp(time_of(*start), began_, now))
                  : thread_record(id.process, id.thread, *reading);
}

void thread_table::retire(thread_record& record) {
    record.set_gone();
    if (ended_.size() < most_ended) {
        ended_.push_back(std::move(record));
        return;
    }
    if (!others_) {
        others_.emplace(0, 0, thread_reading{.at = began_, .name = "(ended)"});
        others_->set_gone();
    }
    others_->absorb(record);
    ++other_count_;
}

std::chrono::steady_clock::time_point thread_table::time_of(std::uint64_t ticks) const {
    return began_ + (tick() * static_cast<std::int64_t>(ticks) - boot_at_begin_);
}

} // namespace tollgate::bill
