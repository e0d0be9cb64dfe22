// SPDX-License-Identifier: BSL-1.0
//
// Uses every template of the public headers where there are neither exceptions nor type
// information. Not run.
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/spsc_queue.hpp>

#include <tollgate/cancel/token.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "this is to be compiled with -fno-exceptions -fno-rtti"
#endif

namespace tollgate::queue {

// Nobody runs this.
// NOLINTBEGIN(bugprone-use-after-move)
template <class Queue>
void use_in_all_forms(Queue& used, typename Queue::value_type element, const cancel::token& by) {
    using namespace std::chrono_literals;
    const auto deadline = std::chrono::steady_clock::now();
    const auto by_another_clock = std::chrono::system_clock::now();
    const while_waiting waits(by);
    status how = used.push(std::move(element));
    how = used.push(std::move(element), by);
    how = used.push(std::move(element), waits);
    how = used.try_push(std::move(element));
    how = used.push_until(deadline, std::move(element), by);
    how = used.push_until(deadline, std::move(element), waits);
    how = used.push_until(by_another_clock, std::move(element), by);
    how = used.push_for(1s, std::move(element), by);
    how = used.push_for(1s, std::move(element), waits);
    how = blocking_queue<short>(1).push(1); // of another type, which is converted
    auto got = how == status::done ? used.pop() : used.pop(by);
    got = used.pop(waits);
    got = used.try_pop();
    got = used.pop_until(deadline, by);
    got = used.pop_until(deadline, waits);
    got = used.pop_until(by_another_clock, by);
    got = used.pop_for(1s, by);
    got = used.pop_for(1s, waits);
    if (got) {
        element = *std::move(got);
    }
    used.close();
    element = used.is_closed() ? typename Queue::value_type() : std::move(*got);
}
// NOLINTEND(bugprone-use-after-move)

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
}

} // namespace tollgate::queue
