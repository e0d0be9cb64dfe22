// SPDX-License-Identifier: BSL-1.0
#include "thread_record.hpp"

#include <algorithm>
#include <utility>

namespace tollgate::bill {
namespace {

// A thread that waits for other addresses all the time needs no more memory than this.
constexpr std::size_t most_places = 32;

/// Counters that are read one after the other may disagree by a little.
std::uint64_t growth(std::uint64_t now, std::uint64_t before) {
    return now - std::min(now, before);
}

std::uint64_t ns_between(std::chrono::steady_clock::time_point before,
                         std::chrono::steady_clock::time_point now) {
    return static_cast<std::uint64_t>((now - before) / std::chrono::nanoseconds(1));
}

} // namespace

thread_record::thread_record(pid_t process, pid_t thread, const thread_reading& first)
    : process_(process),
      thread_(thread),
      name_(first.name),
      last_at_(first.at),
      migrations_at_(first.at),
      last_times_(first.times),
      last_voluntary_(first.voluntary),
      last_involuntary_(first.involuntary),
      last_migrations_(first.migrations),
      place_(first.place),
      last_found_(first.place) {
    if (first.migrations) {
        total_.migrations = 0;
    }
}

thread_record::thread_record(pid_t process, pid_t thread, const thread_reading& first,
                             std::chrono::steady_clock::time_point started)
    : thread_record(process, thread, thread_reading{.at = started, .name = first.name}) {
    if (first.migrations) {
        total_.migrations = 0;
        last_migrations_ = 0;
    }
    add(first);
}

bool thread_record::can_be_of_same_thread(const schedstat_fields& times) const {
    return times.cpu_ns >= last_times_.cpu_ns && times.runs >= last_times_.runs;
}

bool thread_record::still_waits(const schedstat_fields& times) const {
    return place_ && times.runs != 0 && times.runs == last_times_.runs &&
           times.cpu_ns == last_times_.cpu_ns;
}

void thread_record::add_wait_until(std::chrono::steady_clock::time_point now) {
    add_wait(*place_, 0, ns_between(last_at_, now));
    last_at_ = now;
}

void thread_record::add(const thread_reading& reading) {
    const std::uint64_t cpu_ns = growth(reading.times.cpu_ns, last_times_.cpu_ns);
    const std::uint64_t runnable_ns = growth(reading.times.runnable_ns, last_times_.runnable_ns);
    const std::uint64_t waits = growth(reading.voluntary, last_voluntary_);
    const std::uint64_t slept_ns = growth(ns_between(last_at_, reading.at), cpu_ns + runnable_ns);
    total_.cpu_ns += cpu_ns;
    total_.runnable_ns += runnable_ns;
    total_.voluntary += waits;
    total_.involuntary += growth(reading.involuntary, last_involuntary_);
    if (reading.migrations) {
        total_.migrations = total_.migrations.value_or(0) +
                            growth(*reading.migrations, last_migrations_.value_or(0));
        last_migrations_ = reading.migrations;
        migrations_at_ = reading.at;
    }
    const std::optional<wait_place> before = place_ ? place_ : reading.place;
    const std::optional<wait_place> after = reading.place ? reading.place : place_;
    if (before) {
        add_wait(*before, waits / 2, slept_ns / 2);
        add_wait(*after, waits - waits / 2, slept_ns - slept_ns / 2);
    } else if (last_found_) {
        add_wait(*last_found_, waits, slept_ns);
    } else {
        unplaced_.waits += waits;
        unplaced_.slept_ns += slept_ns;
    }
    if (reading.place && !last_found_) {
        add_wait(*reading.place, std::exchange(unplaced_.waits, 0),
                 std::exchange(unplaced_.slept_ns, 0));
    }
    ended_ = reading.ended;
    name_ = reading.name;
    last_at_ = reading.at;
    last_times_ = reading.times;
    last_voluntary_ = reading.voluntary;
    last_involuntary_ = reading.involuntary;
    place_ = reading.place;
    last_found_ = reading.place ? reading.place : last_found_;
}

thread_counts thread_record::counts() const {
    thread_counts counts = total_;
    counts.process = process_;
    counts.thread = thread_;
    counts.name = name_;
    counts.ended = ended_;
    return counts;
}

void thread_record::append_waits(std::vector<wait_counts>& waits) {
    if (unplaced_.waits != 0 || unplaced_.slept_ns != 0) {
        add_wait({}, std::exchange(unplaced_.waits, 0), std::exchange(unplaced_.slept_ns, 0));
    }
    for (const place_counts& counted : places_) {
        wait_counts& added = waits.emplace_back();
        added.process = process_;
        added.thread = thread_;
        added.kind = counted.place.kind;
        added.system_call = counted.place.system_call;
        added.address = counted.place.address;
        added.waits = counted.waits;
        added.slept_ns = counted.slept_ns;
    }
}

void thread_record::absorb(const thread_record& other) {
    total_.cpu_ns += other.total_.cpu_ns;
    total_.runnable_ns += other.total_.runnable_ns;
    total_.voluntary += other.total_.voluntary;
    total_.involuntary += other.total_.involuntary;
    if (other.total_.migrations) {
        total_.migrations = total_.migrations.value_or(0) + *other.total_.migrations;
    }
    add_wait({}, other.unplaced_.waits, other.unplaced_.slept_ns);
    for (const place_counts& counted : other.places_) {
        add_wait({.kind = counted.place.kind, .system_call = counted.place.system_call},
                 counted.waits, counted.slept_ns);
    }
}

thread_record::place_counts& thread_record::counts_at(wait_place place) {
    auto found = std::ranges::find(places_, place, &place_counts::place);
    if (found == places_.end() && places_.size() >= most_places) {
        place.address = 0;
        found = std::ranges::find(places_, place, &place_counts::place);
    }
    return found == places_.end() ? places_.emplace_back(place_counts{.place = place}) : *found;
}

void thread_record::add_wait(const wait_place& place, std::uint64_t waits, std::uint64_t slept_ns) {
    if (waits != 0 || slept_ns != 0) {
        place_counts& counted = counts_at(place);
        counted.waits += waits;
        counted.slept_ns += slept_ns;
    }
}

} // namespace tollgate::bill
