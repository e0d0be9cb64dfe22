// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "message.hpp"
#include "pingpong_loop.hpp"
#include "program.hpp"
#include "stream_loop.hpp"
#include "wrong_queue.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue_test {

/// What is run with a mistake: queues that only try, in the way of this crew.
template <class Crew>
struct trying_queues {
    using crew = Crew;
    template <queue_mistake Made>
    using queue = trying_again<typename wrong<Made>::template queue<message<64>>, Crew>;
};

/// Or these, which would be right.
template <class Queue, class Crew>
struct queues_used_wrongly {
    using crew = Crew;
    template <queue_mistake Made>
    using queue = used_wrongly<Queue, Made>;
};

struct wrong_queue_choice {
    bool stream;
    std::size_t capacity;
    std::int64_t mistake_at; ///< this message of a batch
};

/// Before the first batch of samples comes one of its own that is long enough for the mistake; what
/// is wrong with it is said of that of samples. The mistake is not left to a batch that comes
/// anyway, because these are short, and because those of the pilots are not judged: where nothing
/// moves they last long and tell nothing.
inline measure::measured_case with_the_mistake(measure::measured_case one, std::int64_t at) {
    one.run = [run = one.run, at, made = std::make_shared<bool>(false)](
                  const measure::schedule& asked, clock::source source) {
        std::vector<std::string> failures;
        if (!*made && asked.groups() > 1) {
            *made = true;
            const auto half = static_cast<std::uint64_t>(at);
            const measure::schedule enough{half, {{1, half}}};
            pushes_until_the_mistake = at;
            failures = measure::failed_proofs(run(enough, source), enough);
        }
        measure::batch done = run(asked, source);
        done.report.failures.insert(done.report.failures.end(), failures.begin(), failures.end());
        return done;
    };
    return one;
}

template <queue_mistake Made, class Kind>
measure::measured_case case_of(const wrong_queue_choice& chosen) {
    using queue = typename Kind::template queue<Made>;
    using players = typename Kind::crew;
    // Nothing but a mistake may look as if nothing moved; and after a rescue threads that have no
    // CPU at the moment still have five looks to end.
    const std::chrono::nanoseconds look_every =
        Made == queue_mistake::none ? between_looks : std::chrono::milliseconds(200);
    const shape of{1, 1, chosen.capacity};
    const measure::case_key key(chosen.stream ? "queue/stream" : "queue/pingpong",
                                {{"impl", "wrong"},
                                 {"producers", 1U},
                                 {"consumers", 1U},
                                 {"capacity", chosen.capacity},
                                 {"payload", 64U},
                                 {"placement", "free"}});
    const auto made = [&](auto loop) {
        return measure::make_case(key, "one message", 1, 2,
                                  std::function<measure::loop_report(measure::turnstile&)>(loop));
    };
    measure::measured_case one =
        chosen.stream ? made(stream_loop<queue, players>{of, {}, nullptr, look_every})
                      : made(pingpong_loop<queue, players>{of, {}, look_every});
    return Made == queue_mistake::none ? one : with_the_mistake(std::move(one), chosen.mistake_at);
}

template <class Kind>
measure::measured_case case_with(const std::string& mistake, wrong_queue_choice chosen) {
    if (mistake == "drops_one_in_a_million") {
        chosen.mistake_at = 1'000'000;
        return case_of<queue_mistake::drops, Kind>(chosen);
    }
    if (mistake == "drops") {
        return case_of<queue_mistake::drops, Kind>(chosen);
    }
    if (mistake == "swaps") {
        return case_of<queue_mistake::swaps, Kind>(chosen);
    }
    if (mistake == "doubles") {
        return case_of<queue_mistake::doubles, Kind>(chosen);
    }
    if (mistake == "damages") {
        return case_of<queue_mistake::damages, Kind>(chosen);
    }
    if (mistake == "loses_a_wake_up") {
        return case_of<queue_mistake::loses_a_wake_up, Kind>(chosen);
    }
    return case_of<queue_mistake::none, Kind>(chosen);
}

/// Which queues have the mistake, by name.
using wrong_kinds =
    std::map<std::string, measure::measured_case (*)(const std::string&, wrong_queue_choice)>;

/// ./testQueue with one case, whose queue is right, or makes the mistake that --mistake names,
/// once, in the --loop that is named; the queue is of the --kind that is named. For main.
inline int run_wrong_queue(int argc, char** argv, const wrong_kinds& kinds) {
    cli::program what = describe_program();
    what.name = "wrong_queue_loop";
    what.words = {};
    what.numbers = {};
    what.own = {{"mistake", "NAME", "none",
                 "drops, drops_one_in_a_million, swaps, doubles, damages, loses_a_wake_up",
                 [](const auto&) {}},
                {"loop", "NAME", "pingpong", "pingpong or stream", [](const auto&) {}},
                {"kind", "NAME", kinds.begin()->first, "which queues", [](const auto&) {}},
                {"capacity", "N", "64", "messages", [](const auto&) {}}};
    what.cases = [kinds](const cli::options& chosen, const cpu::topology&) {
        return cli::case_list{
            {kinds.at(chosen.own.at("kind"))(
                chosen.own.at("mistake"),
                {chosen.own.at("loop") == "stream", std::stoul(chosen.own.at("capacity")), 1'000})},
            {},
            {}};
    };
    return cli::run_program(argc, argv, what);
}

} // namespace tollgate::queue_test
