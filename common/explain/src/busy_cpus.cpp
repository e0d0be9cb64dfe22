// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/explain/arm.hpp>
#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <cerrno>
#include <exception>
#include <latch>
#include <system_error>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace tollgate::explain {
namespace {

#if defined(__linux__)
/// A thread on each of the CPUs, of the policy that gives way to every other thread, which spins
/// until this is destroyed. Made, all of them spin. Nothing is handed over but the flag that ends
/// them.
class busy_cpus {
public:
    explicit busy_cpus(const std::vector<int>& cpus)
        : spinning_(static_cast<std::ptrdiff_t>(cpus.size())) {
        threads_.reserve(cpus.size());
        try {
            for (const int cpu : cpus) {
                threads_.emplace_back([this, cpu] { spin_on(cpu); });
            }
        } catch (...) {
            end();
            throw;
        }
        spinning_.wait();
        if (const int error = error_.load()) {
            end();
            throw std::system_error(error, std::generic_category(),
                                    "a thread of SCHED_IDLE on a CPU");
        }
    }
    ~busy_cpus() { end(); }
    busy_cpus(const busy_cpus&) = delete;
    busy_cpus& operator=(const busy_cpus&) = delete;

private:
    void spin_on(int cpu) noexcept {
        try {
            cpu::pin_this_thread(cpu);
            const sched_param none{};
            if (::sched_setscheduler(0, SCHED_IDLE, &none) != 0) {
                error_ = errno;
            }
        } catch (const std::system_error& error) {
            error_ = error.code().value();
        }
        spinning_.count_down();
        while (!ended_.load(std::memory_order_relaxed) && error_ == 0) {
            sleep::relax();
        }
    }

    void end() noexcept {
        ended_.store(true, std::memory_order_relaxed);
        for (std::thread& one : threads_) {
            one.join();
        }
        threads_.clear();
    }

    std::latch spinning_;
    std::atomic<int> error_{0};
    std::atomic<bool> ended_{false};
    std::vector<std::thread> threads_;
};
#endif

constexpr const char* busy = "cpus=busy";
constexpr std::size_t most_cpus = 16;

} // namespace

#if defined(__linux__)
void offer_busy_cpus(const setting& where, const std::vector<int>& cpus, offer& all) {
    if (!where.machine.can_pin) {
        all.refuse(busy, "this system lets no thread choose its CPU");
        return;
    }
    if (cpus.size() > most_cpus) {
        all.refuse(busy, "it would keep " + std::to_string(cpus.size()) +
                             " CPUs busy; choose at most 16 with --cpus");
        return;
    }
    intervention one;
    one.name = busy;
    one.effect = "goes when its CPUs are kept from idling";
    one.verdict = "idle states";
    one.follows = {"threads of idle priority that spin, one on each of its CPUs",
                   "all of these CPUs' time, and the power for it",
                   "chrt --idle 0 taskset -c CPU sh -c 'while :; do :; done' &", "kill %1"};
    one.hold = [cpus] { return std::make_shared<busy_cpus>(cpus); };
    one.proof = [](const measure::case_record& control, const measure::case_record& arm) {
        return expect_fewer(control, arm, witness::idle_entries, "they entered idle");
    };
    all.possible.push_back(std::move(one));
}
#else
void offer_busy_cpus(const setting&, const std::vector<int>&, offer& all) {
    all.refuse(busy, "this system has no policy that gives way to every other thread");
}
#endif

} // namespace tollgate::explain
