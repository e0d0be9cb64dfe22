// SPDX-License-Identifier: BSL-1.0
#include "async_pingpong.hpp"
#include "async_pop_loop.hpp"
#include "queue_table.hpp"

#include <tollgate/measure/measured_case.hpp>

namespace tollgate::queue_test {

void add_async_cases(bench::case_table& table) {
    const auto key = [](const char* path, const char* waiter) {
        return measure::case_key(path, {{"impl", "tollgate"}, {"by", waiter}});
    };
    const measure::case_key plain = key("queue/async_pop", "thread");
    const char* const unit = "one push and one pop of an element that is there";
    table.add(measure::make_case(plain, unit, 1, 1, async_pop_loop<popper::thread>()), plain);
    table.add(measure::make_case(key("queue/async_pop", "coroutine"), unit, 1, 1,
                                 async_pop_loop<popper::coroutine>()),
              plain);
    table.add(measure::make_case(key("queue/async_pingpong", "coroutine"),
                                 "one hand-off: push to the next coroutine, which waits", 1, 1,
                                 async_pingpong<>()),
              plain);
}

} // namespace tollgate::queue_test
