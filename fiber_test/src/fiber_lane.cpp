// SPDX-License-Identifier: BSL-1.0
#include "fiber_lane.hpp"

#include "counted_picks.hpp"

#include <tollgate/cpu/affinity.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/algo/shared_work.hpp>
#include <boost/fiber/algo/work_stealing.hpp>
#include <boost/fiber/operations.hpp>

#include <functional>
#include <utility>

namespace tollgate::fiber_test {
namespace {

/// Schedulers that work_stealing's table must hold: the timed lane's and the counting one's. They
/// never steal: a lane has ready fibers as long as its job runs.
constexpr std::uint32_t lanes = 2;

template <class Algorithm, class... Arguments>
void use(counting count, std::uint64_t& picks, Arguments... arguments) {
    if (count == counting::on) {
        boost::fibers::use_scheduling_algorithm<counted_picks<Algorithm>>(std::ref(picks),
                                                                          arguments...);
    } else {
        boost::fibers::use_scheduling_algorithm<Algorithm>(arguments...);
    }
}

} // namespace

fiber_lane::fiber_lane(scheduler which, counting count, std::optional<int> cpu)
    : which_(which), count_(count), cpu_(cpu) {}

fiber_lane::~fiber_lane() {
    if (thread_.joinable()) {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }
}

void fiber_lane::start() {
    if (!thread_.joinable()) {
        thread_ = std::thread([this] { serve(); });
    }
}

void fiber_lane::run(const std::function<void()>& job) {
    start();
    std::unique_lock lock(mutex_);
    job_ = &job;
    changed_.notify_all();
    changed_.wait(lock, [this] { return job_ == nullptr; });
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

void fiber_lane::intend_cpu(measure::loop_report& report) const {
    if (cpu_) {
        report.cpus_intended.push_back(*cpu_);
    }
}

void fiber_lane::serve() {
    std::unique_lock lock(mutex_);
    try {
        if (cpu_) {
            cpu::pin_this_thread(*cpu_);
        }
        install();
    } catch (...) {
        unusable_ = std::current_exception();
    }
    while (true) {
        changed_.wait(lock, [this] { return job_ != nullptr || ending_; });
        if (job_ == nullptr) {
            return;
        }
        take_job(lock);
    }
}

void fiber_lane::take_job(std::unique_lock<std::mutex>& lock) {
    std::exception_ptr failure = unusable_;
    if (!failure) {
        lock.unlock();
        try {
            (*job_)();
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
    }
    failure_ = failure;
    job_ = nullptr;
    changed_.notify_all();
}

void fiber_lane::install() {
    namespace algo = boost::fibers::algo;
    switch (which_) {
    case scheduler::round_robin:
        use<algo::round_robin>(count_, picks_);
        break;
    case scheduler::shared_work:
        use<algo::shared_work>(count_, picks_);
        break;
    case scheduler::work_stealing:
        use<algo::work_stealing>(count_, picks_, lanes);
        break;
    }
}

} // namespace tollgate::fiber_test
