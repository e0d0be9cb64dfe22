// SPDX-License-Identifier: BSL-1.0
// The guest `photon`: threads of PhotonLibOS, which are fibers, all on one thread of the system.
#include "serve.hpp"

#include <photon/thread/thread.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace guest {
namespace {

/// Makes a thread that runs `start(argument)` and can be joined.
photon::join_handle* make(void* (*start)(void*), void* argument) {
    photon::thread* const made = photon::thread_create(start, argument);
    if (made == nullptr) {
        throw std::runtime_error("photon::thread_create");
    }
    return photon::thread_enable_join(made);
}

struct ring {
    stopwatch watch;
    std::uint64_t first;
    std::uint64_t done = 0;
    bool ended = false;
    tally came;
};

void* take_turns(void* argument) {
    ring& shared = *static_cast<ring*>(argument);
    tally own;
    while (!shared.ended && shared.watch.turn(shared.done)) {
        const std::uint64_t number = shared.first + shared.done;
        ++shared.done;
        photon::thread_yield();
        own.add(number);
    }
    shared.ended = true;
    shared.came += own;
    return nullptr;
}

outcome run_yields(const batch& asked) {
    ring shared{stopwatch(asked), asked.first, 0, false, {}};
    std::vector<photon::join_handle*> made;
    for (std::uint64_t i = 0; i < asked.members; ++i) {
        made.push_back(make(take_turns, &shared));
    }
    for (photon::join_handle* const one : made) {
        photon::thread_join(one);
    }
    return shared.watch.with(shared.came);
}

/// The number that a thread gets, and the number that it gives back.
struct errand {
    std::uint64_t given;
    std::uint64_t back = 0;
};

void* give_back(void* argument) {
    errand& own = *static_cast<errand*>(argument);
    own.back = own.given;
    return nullptr;
}

outcome run_create_joins(const batch& asked) {
    stopwatch watch(asked);
    tally came;
    for (std::uint64_t done = 0; watch.turn(done); ++done) {
        errand one{asked.first + done};
        photon::thread_join(make(give_back, &one));
        came.add(one.back);
    }
    return watch.with(came);
}

/// A rendezvous. photon has no channel without a buffer: the number lies in a variable, and two
/// semaphores signal that it is there and that it was taken.
struct rendezvous {
    const batch& asked;
    stopwatch watch;
    std::uint64_t number = 0;
    photon::semaphore given{0};
    photon::semaphore taken{0};
    tally came{};
};

void* send_all(void* argument) {
    rendezvous& shared = *static_cast<rendezvous*>(argument);
    for (std::uint64_t done = 0; done < shared.asked.total(); ++done) {
        shared.number = shared.asked.first + done;
        shared.given.signal(1);
        shared.taken.wait(1);
    }
    return nullptr;
}

void* receive_all(void* argument) {
    rendezvous& shared = *static_cast<rendezvous*>(argument);
    for (std::uint64_t done = 0; shared.watch.turn(done); ++done) {
        shared.given.wait(1);
        shared.came.add(shared.number);
        shared.taken.signal(1);
    }
    return nullptr;
}

outcome run_rendezvous(const batch& asked) {
    rendezvous shared{asked, stopwatch(asked)};
    photon::join_handle* const receiver = make(receive_all, &shared);
    photon::join_handle* const sender = make(send_all, &shared);
    photon::thread_join(receiver);
    photon::thread_join(sender);
    return shared.watch.with(shared.came);
}

greeting describe() {
    return {
        "photon",
        "PhotonLibOS, " + compiler(),
        {"a photon thread is a fiber with a stack of its own, 8 MiB of address space by default, "
         "and "
         "is not preempted",
         "photon's idle thread takes a turn in each lap of the ring",
         "photon has no channel without a buffer: a variable and two semaphores take its place"},
        {{"yield", "fiber/yield 1 fibers:* = one photon::thread_yield() in a ring", "fibers",
          run_yields},
         {"create_join", "fiber/create_join 1 = one photon thread made, run and joined", "",
          run_create_joins},
         {"rendezvous",
          "fiber/unbuffered_channel 1 by:semaphores = one number handed over between two "
          "semaphores",
          "", run_rendezvous}}};
}

} // namespace
} // namespace guest

int main() {
    if (photon::vcpu_init() < 0) {
        return 1;
    }
    guest::serve(guest::describe());
    photon::vcpu_fini();
}
