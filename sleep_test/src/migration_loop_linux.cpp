// SPDX-License-Identifier: BSL-1.0
#include "migration_loop_linux.hpp"

#include "cpu_pieces.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::sleep_test {
namespace {

/// A mask of one CPU, made before the move, which is then a system call alone.
class one_cpu_mask {
public:
    explicit one_cpu_mask(int cpu) : cpu_(cpu), words_(index() + 1) {
        words_[index()] = 1UL << (static_cast<std::size_t>(cpu) % bits);
    }

    [[nodiscard]] int cpu() const { return cpu_; }

    void move_this_thread() const {
        if (::syscall(SYS_sched_setaffinity, 0, words_.size() * sizeof words_.front(),
                      words_.data()) != 0) {
            throw std::system_error(errno, std::generic_category(),
                                    "sched_setaffinity(CPU " + std::to_string(cpu_) + ")");
        }
    }

private:
    static constexpr std::size_t bits = sizeof(unsigned long) * CHAR_BIT;

    [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(cpu_) / bits; }

    int cpu_;
    std::vector<unsigned long> words_;
};

class data_of_thread {
public:
    explicit data_of_thread(std::size_t kib) : lines_(kib * 1'024 / sizeof(line)) {}

    /// The next line is always far away, so that the CPU does not fetch it before.
    void walk() noexcept {
        constexpr std::size_t odd = 0x9E37'79B1;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            ++lines_[i * odd & (lines_.size() - 1)].walks;
        }
    }

    [[nodiscard]] bool was_walked(std::uint64_t times) const {
        return std::ranges::all_of(lines_, [&](const line& each) { return each.walks == times; });
    }

private:
    struct alignas(64) line {
        std::uint64_t walks = 0;
    };
    std::vector<line> lines_;
};

/// Returns the price of a move.
double move_repeatedly(std::size_t kib, const std::array<one_cpu_mask, 2>& places,
                       measure::event_probe<clock::chosen_clock>& probe,
                       measure::loop_report& report) {
    data_of_thread data(kib);
    cpu_pieces<> stays;
    cpu_pieces<> moves;
    std::size_t place = 0;
    places[place].move_this_thread();
    std::uint64_t walks = 0;
    while (probe.wanted() && report.failures.empty()) {
        stays.add([&] { data.walk(); });
        place = 1 - place;
        const auto begun = probe.begin();
        moves.add([&] {
            places[place].move_this_thread();
            data.walk();
        });
        const auto ended = probe.end();
        walks += 2;
        if (const int cpu = cpu::current_cpu(); cpu != places[place].cpu()) {
            report.failures.push_back("a thread moved to CPU " +
                                      std::to_string(places[place].cpu()) + ", and runs on CPU " +
                                      std::to_string(cpu));
        }
        probe.add(begun, ended);
    }
    if (!data.was_walked(walks)) {
        report.failures.emplace_back("a walk left out some of the data");
    }
    return moves.mean_ns() - stays.mean_ns();
}

} // namespace

measure::loop_report
migration_loop::operator()(measure::event_probe<clock::chosen_clock>& probe) const {
    const std::array places{one_cpu_mask(where.cpu_of(0).value()),
                            one_cpu_mask(where.cpu_of(1).value())};
    double move_ns = 0;
    measure::loop_report report =
        measure::run_thread_group({{[&](measure::loop_member& thread) {
                                        move_ns =
                                            move_repeatedly(kib, places, probe, thread.report);
                                    },
                                    std::nullopt}});
    report.probe_calls = {probe.events()};
    report.metered = probe.events();
    set_cpu_time(report, move_ns);
    return report;
}

} // namespace tollgate::sleep_test
