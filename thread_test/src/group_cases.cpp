// SPDX-License-Identifier: BSL-1.0
#include "group_cases.hpp"

#include "create_join.hpp"
#include "meeting_loop.hpp"
#include "meetings.hpp"
#include "pool_post.hpp"

#include <tollgate/bench/placements.hpp>

#include <optional>
#include <thread>
#include <type_traits>

namespace tollgate::thread_test {
namespace {

measure::case_key pool_key(std::uint64_t threads, cpu::placement where) {
    return {"thread/pool_post",
            {{"impl", "boost_asio"}, {"threads", threads}, {"placement", cpu::to_string(where)}}};
}

measure::case_key meeting_key(const char* path, std::uint64_t threads, cpu::placement where) {
    return {path, {{"impl", "std"}, {"threads", threads}, {"placement", cpu::to_string(where)}}};
}

} // namespace

measure::case_key create_join_key(const char* impl, cpu::placement where) {
    return {"thread/create_join", {{"impl", impl}, {"placement", cpu::to_string(where)}}};
}

void add_create_join(bench::case_table& to, cpu::placement where) {
    if (where != cpu::placement::same && where != cpu::placement::free) {
        to.refuse(create_join_key("*", where),
                  "a new thread has the CPUs of its creator, so the system chooses among them");
        return;
    }
    const auto place = to.assign(where, 1, create_join_key("*", where));
    if (!place) {
        return;
    }
    const char* const unit = "one thread created, run and joined";
    const auto settling = bench::settling_on_one_cpu(2);
    const auto creating = [&]<class Thread>(std::type_identity<Thread>, const char* impl) {
        return measure::make_case(create_join_key(impl, where), unit, 1, 2,
                                  create_join<Thread>{*place}, settling);
    };
    const measure::case_key reference = create_join_key("std_thread", where);
    to.add(creating(std::type_identity<std::thread>(), "std_thread"));
    to.add(creating(std::type_identity<std::jthread>(), "std_jthread"), reference);
    to.add(creating(std::type_identity<async_thread>(), "std_async"), reference);
    to.add(creating(std::type_identity<child_thread>(), "tollgate"), reference);
}

void add_pool_post(bench::case_table& to, cpu::placement where) {
    // The poster and the pool have a CPU each.
    const auto place = to.assign(where, 2, pool_key(1, where));
    if (!place) {
        return;
    }
    const auto pool_of = [&](std::uint64_t threads) {
        return measure::make_case(
            pool_key(threads, where), "one job posted to a pool, run and awaited", 1, threads + 1,
            pool_post<asio_pool>{threads, *place}, bench::settling_on_one_cpu(threads + 1));
    };
    to.add(pool_of(1));
    to.add(pool_of(2), pool_key(1, where));
}

void add_meetings(bench::case_table& to, std::uint64_t threads, cpu::placement where) {
    const measure::case_key barrier = meeting_key("thread/barrier", threads, where);
    const measure::case_key latch = meeting_key("thread/latch", threads, where);
    const auto settling = bench::settling_on_one_cpu(threads);
    if (threads != 2 && where != cpu::placement::free) {
        for (const measure::case_key& key : {barrier, latch}) {
            to.refuse(key,
                      "a placement is a relation of two CPUs, so a pinned group has 2 threads");
        }
        return;
    }
    if (const auto place = to.assign(where, threads, barrier)) {
        to.add(measure::make_case(barrier, "one round: all threads arrive, and all continue", 1,
                                  threads, meeting_loop<barrier_meetings>{threads, *place},
                                  settling));
        to.add(measure::make_case(latch, "one round at a fresh latch", 1, threads,
                                  meeting_loop<latch_meetings>{threads, *place}, settling),
               barrier);
    }
}

} // namespace tollgate::thread_test
