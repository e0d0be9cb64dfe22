// SPDX-License-Identifier: BSL-1.0
// A queue whose pop can be cancelled, and threads that are stopped while they wait in pop.
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/thread.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace cancel = tollgate::cancel;

template <class Item>
class queue {
public:
    void push(Item item) {
        {
            const std::lock_guard lock(mutex_);
            items_.push_back(std::move(item));
        }
        filled_.notify_one();
    }

    // 1. Take a token, as the last parameter and by const reference.
    std::optional<Item> pop(const cancel::token& cancellation) {
        std::unique_lock lock(mutex_);
        // 2. Wait with the token. 3. When the wait returns false, clean up and return.
        if (!cancel::wait(
                filled_, lock, [this] { return !items_.empty(); }, cancellation)) {
            return std::nullopt;
        }
        Item item = std::move(items_.front());
        items_.pop_front();
        return item;
    }

private:
    std::mutex mutex_;
    std::condition_variable filled_;
    std::deque<Item> items_;
};

long sum_of_all(queue<int>& numbers, const cancel::token& cancellation) {
    long sum = 0;
    while (cancellation) {                                   // 4. Check the token in loops.
        if (const auto number = numbers.pop(cancellation)) { // 5. Pass it to blocking calls.
            sum += *number;
        }
    }
    return sum;
}

// 6. If you start threads, make a source that follows your token, and give it to the threads.
long sum_with_two_threads(queue<int>& numbers, const cancel::token& cancellation) {
    const auto source = cancel::cancellation_source::following(cancellation);
    long sums[2] = {};
    cancel::thread first(source,
                         [&](const cancel::token& own) { sums[0] = sum_of_all(numbers, own); });
    cancel::thread second(source,
                          [&](const cancel::token& own) { sums[1] = sum_of_all(numbers, own); });
    first.join();
    second.join();
    return sums[0] + sums[1];
}

int main() {
    queue<int> numbers;
    queue<long> results;
    {
        cancel::thread adder([&](const cancel::token& cancellation) {
            results.push(sum_with_two_threads(numbers, cancellation));
        });
        for (int number = 1; number <= 100; ++number) {
            numbers.push(number);
        }
    } // the destructor cancels and joins, most likely while both threads wait for a number
    const cancel::dummy_token never_cancelled;
    const long sum = *results.pop(never_cancelled);
    std::printf("%ld\n", sum);
    return sum >= 0 && sum <= 5050 ? 0 : 1;
}
