// SPDX-License-Identifier: BSL-1.0
//
// Compiles every template of the public headers without exceptions and type information. It is not
// run.
#include <tollgate/queue/append_to.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/async_select.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/queue/spsc_queue.hpp>
#include <tollgate/queue/unbounded_queue.hpp>

#include <tollgate/await/on.hpp>
#include <tollgate/await/run_loop.hpp>
#include <tollgate/cancel/stop_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <array>
#include <chrono>
#include <coroutine>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "this is to be compiled with -fno-exceptions -fno-rtti"
#endif

namespace tollgate::queue {

// Not run.
// NOLINTBEGIN(bugprone-use-after-move)
template <class Queue>
void use_in_all_forms(Queue& used, typename Queue::value_type element, const cancel::token& by) {
    using namespace std::chrono_literals;
    const auto deadline = std::chrono::steady_clock::now();
    const auto by_another_clock = std::chrono::system_clock::now();
    const while_waiting waits(by);
    const cancel::from_stop_token stop{std::stop_token()};
    status result = used.push(std::move(element));
    result = used.push_for(1s, std::move(element), stop);
    result = used.push(std::move(element), by);
    result = used.push(std::move(element), waits);
    result = used.try_push(std::move(element));
    result = used.push_until(deadline, std::move(element), by);
    result = used.push_until(deadline, std::move(element), waits);
    result = used.push_until(by_another_clock, std::move(element), by);
    result = used.push_for(1s, std::move(element), by);
    result = used.push_for(1s, std::move(element), waits);
    result = blocking_queue<short>(1).push(1); // of another type, which is converted
    auto popped_element = result == status::done ? used.pop() : used.pop(by);
    popped_element = used.pop(waits);
    popped_element = used.pop(stop);
    popped_element = used.try_pop();
    popped_element = used.pop_until(deadline, by);
    popped_element = used.pop_until(deadline, waits);
    popped_element = used.pop_until(by_another_clock, by);
    popped_element = used.pop_for(1s, by);
    popped_element = used.pop_for(1s, waits);
    if (popped_element) {
        element = *std::move(popped_element);
    }
    used.close();
    element = used.is_closed() ? typename Queue::value_type() : std::move(*popped_element);
}
// NOLINTEND(bugprone-use-after-move)

template <class Queue>
void use_batches(Queue& used, std::vector<typename Queue::value_type> elements,
                 const cancel::token& by) {
    using namespace std::chrono_literals;
    const auto deadline = std::chrono::system_clock::now();
    const std::span places(elements);
    batch result = used.pop_some(places, by);
    result = used.pop_some(append_to(elements, 3), while_waiting(by));
    result = used.pop_some_for(1s, places);
    result = used.pop_some_for(1s, append_to(elements, 3), by);
    result = used.pop_some_until(deadline, places, by);
    result = used.pop_some_until(deadline, append_to(elements, 3));
    result = used.push_all(std::move(elements), by);
    elements.resize(result.count);
    result = used.push_all_for(1s, std::move(elements), by);
    elements.resize(result.count);
    result = used.push_all_until(deadline, std::move(elements), while_waiting(by));
    used.close();
}

void use_everything(const cancel::token& by) {
    blocking_queue<std::string> strings(3);
    static_cast<void>(strings.push("converted"));
    use_in_all_forms(strings, "one", by);
    spsc_queue<std::unique_ptr<int>> pointers(strings.capacity() + strings.size());
    use_in_all_forms(pointers, std::make_unique<int>(1), by);
    if (pointers.wait_for_element(by) == status::done &&
        pointers.wait_for_element(std::chrono::seconds(1), by) == status::done &&
        pointers.wait_for_element(std::chrono::system_clock::now(), by) == status::done) {
        pointers.peek()->reset();
    }
    use_batches(strings, {"one", "two"}, by);
    use_batches(pointers, {}, by);
    static_cast<void>(strings.push_all(std::array{"converted"}));
    unbounded_queue<std::string> without_limit;
    static_cast<void>(without_limit.push("one"));
    static_cast<void>(without_limit.push("two", by));
    static_cast<void>(without_limit.try_push(*without_limit.pop(by)));
    const auto ignore = [](auto&&) {};
    source_set set;
    set.add(pop(without_limit, ignore));
    select(set, pop(strings, ignore), push(pointers, nullptr), cancelled_by(by),
           within(std::chrono::seconds(1)));
    await::run_loop loop;
    auto waiting = await::on(loop, async_select(set, pop(strings, ignore), cancelled_by(by)))
                       .
                       operator co_await();
    static_cast<void>(waiting.await_suspend(std::noop_coroutine()));
    waiting.await_resume();
    static_cast<void>(async_pop(strings, by));
    static_cast<void>(async_push(strings, "one"));
}

} // namespace tollgate::queue
