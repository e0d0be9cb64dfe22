// SPDX-License-Identifier: BSL-1.0
//
// Queues that need only this library, the standard library and the system.
#include "alternatives/cached_ring.hpp"
#include "alternatives/capacity.hpp"
#include "alternatives/locked_ring.hpp"
#include "own_batches.hpp"
#include "queue_table.hpp"
#include "selecting_queues.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/spsc_queue.hpp>
#include <tollgate/queue/unbounded_queue.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tollgate::queue_test {

/// The form of pop that is called.
enum class pop_form { plain, deadline, token };

/// A time that is never over. pop_for() has to compute the deadline from it.
inline constexpr std::chrono::seconds far_away{10};

/// The queues of tollgate::queue.
template <class Message, template <class> class Queue, pop_form Form, bool OneEach>
class own_queue : public exact_capacity {
public:
    using message_type = Message;
    static constexpr bool single_producer_single_consumer = OneEach;

    /// The clock-pair run of the program is of this queue.
    static constexpr bool has_clock_pair_run = Form == pop_form::plain && !OneEach;

    explicit own_queue(std::size_t capacity) : queue_(capacity) {}

    /// The queue is never closed. The loops check that no message is lost.
    void push(const Message& message) { static_cast<void>(queue_.push(message)); }

    template <class Use>
    void take(Use use, const cancel::token& cancellation) {
        if constexpr (Form == pop_form::plain) {
            use(*queue_.pop());
        } else if constexpr (Form == pop_form::deadline) {
            use(*queue_.pop_for(far_away));
        } else {
            use(*queue_.pop(cancellation));
        }
    }

private:
    Queue<Message> queue_;
};

template <class Message>
using own_blocking = own_queue<Message, queue::blocking_queue, pop_form::plain, false>;
template <class Message>
using own_blocking_deadline = own_queue<Message, queue::blocking_queue, pop_form::deadline, false>;
template <class Message>
using own_blocking_token = own_queue<Message, queue::blocking_queue, pop_form::token, false>;
template <class Message>
using own_spsc = own_queue<Message, queue::spsc_queue, pop_form::plain, true>;
template <class Message>
using own_blocking_select = selecting_queues<queue::blocking_queue<Message>, thread_selects>;
template <class Message>
using own_spsc_select = selecting_queues<queue::spsc_queue<Message>, thread_selects, true>;
template <class Message>
using own_blocking_ones = own_batches<queue::blocking_queue<Message>, 1>;
template <class Message>
using own_blocking_batches = own_batches<queue::blocking_queue<Message>, usual_batch>;
template <class Message>
using own_spsc_ones = own_batches<queue::spsc_queue<Message>, 1, true>;
template <class Message>
using own_spsc_batches = own_batches<queue::spsc_queue<Message>, usual_batch, true>;

/// queue::unbounded_queue, made like the others.
template <class Message>
struct unlimited : queue::unbounded_queue<Message> {
    explicit unlimited(std::size_t /*capacity*/) {}
};
template <class Message>
class own_unbounded : public own_queue<Message, unlimited, pop_form::plain, false> {
public:
    using own_queue<Message, unlimited, pop_form::plain, false>::own_queue;
    static constexpr bool is_bounded = false;
    static constexpr bool has_clock_pair_run = false;
};

void add_own_queues(queue_table& table) {
    table.add<own_blocking>({{"blocking"}, {"blocking"}});
    table.add<own_blocking_deadline>({{"blocking", {{"pop", "deadline"}}}, {"blocking"}});
    table.add<own_blocking_token>({{"blocking", {{"pop", "token"}}}, {"blocking"}});
    table.add<own_spsc>({{"spsc"}, {"blocking"}});
    table.add<own_blocking_ones>(queue_table::in_batches("blocking", 1));
    table.add<own_blocking_batches>(queue_table::in_batches("blocking", usual_batch));
    table.add<own_spsc_ones>(queue_table::in_batches("spsc", 1));
    table.add<own_spsc_batches>(queue_table::in_batches("spsc", usual_batch));
    table.add<own_unbounded>({{"unbounded"}, {"blocking"}});

    table.add_select_pingpongs<own_blocking, own_blocking_select>({"blocking"});
    table.add_select_pingpongs<own_spsc, own_spsc_select>({"spsc"});
    table.add_selects<queue::blocking_queue<std::uint64_t>, thread_selects>("blocking");
    table.add_selects<queue::spsc_queue<std::uint64_t>, thread_selects>("spsc");
}

void add_locked_queues(queue_table& table) {
    table.add<mutex_condvar>({{"mutex_condvar"}, {"blocking"}});
    table.add<timeout_polling>({{"timeout_polling"}, {"cancellable"}});
    table.add<cancellable>({{"cancellable"}, {"blocking"}});
    table.add_trying<cached_ring>({{"cached_ring"}, {"spsc"}});
}

} // namespace tollgate::queue_test
