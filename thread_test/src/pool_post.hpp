// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <semaphore>
#include <string>
#include <vector>

namespace tollgate::thread_test {

/// boost::asio::thread_pool, whose threads are ours (`attach`). So each thread can have its CPU,
/// its CPU time is measured, and a refused thread is an error. (The destructor of the pool would
/// wait for ever if the system refused the second thread of the pool.)
class asio_pool {
public:
    template <class Job>
    void post(Job job) {
        boost::asio::post(pool_, job);
    }
    /// Runs jobs on the calling thread until `stop`.
    void work() { pool_.attach(); }
    void stop() { pool_.stop(); }

private:
    boost::asio::thread_pool pool_{0};
};

/// A thread that posts jobs to a pool, and waits for each. The job wakes the poster by a
/// std::binary_semaphore, the cheapest way in the standard library without an allocation.
///
/// The threads of the pool are on the CPU of the poster, or all on one other CPU, or anywhere.
template <class Pool>
struct pool_post {
    std::size_t pool_threads;
    cpu::assignment where;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Pool pool;
        counts counted;
        std::vector<measure::group_member> members{
            {[&](measure::loop_member& poster) {
                 post_jobs(probe, pool, counted);
                 poster.report.probe_calls = {counted.posted.load(std::memory_order_relaxed) + 1};
             },
             where.cpu_of(0)}};
        for (std::size_t i = 0; i < pool_threads; ++i) {
            members.push_back({[&pool](measure::loop_member&) { pool.work(); }, where.cpu_of(1)});
        }
        bench::standstill nothing_moves;
        measure::loop_report report = measure::run_thread_group(
            members, {bench::check_interval, [&] {
                          nothing_moves.observe(counted.posted.load(std::memory_order_relaxed));
                      }});
        judge(counted, report);
        return report;
    }

private:
    struct counts {
        std::atomic<std::uint64_t> posted{0}; ///< of the poster; the calling thread watches it
        // The jobs change the next two, one after the other. The semaphore and the pool order them.
        std::uint64_t ran = 0;
        std::uint64_t out_of_order = 0;
        std::binary_semaphore job_ran{0};
    };

    template <class Probe>
    static void post_jobs(Probe& probe, Pool& pool, counts& counted) {
        std::uint64_t posted = 0;
        while (probe.keep_running(posted)) {
            pool.post([&counted, number = posted] {
                counted.out_of_order += counted.ran == number ? 0 : 1;
                ++counted.ran;
                counted.job_ran.release();
            });
            counted.job_ran.acquire();
            // Relaxed: only a sign of life, and a count that is read after the join.
            counted.posted.store(++posted, std::memory_order_relaxed);
        }
        pool.stop();
    }

    static void judge(const counts& counted, measure::loop_report& report) {
        const std::uint64_t posted = counted.posted.load(std::memory_order_relaxed);
        if (counted.ran != posted) {
            report.failures.push_back(std::to_string(posted) + " jobs were posted, " +
                                      std::to_string(counted.ran) + " ran");
        }
        if (counted.out_of_order != 0) {
            report.failures.push_back(std::to_string(counted.out_of_order) +
                                      " jobs ran twice or out of order");
        }
    }
};

} // namespace tollgate::thread_test
