// SPDX-License-Identifier: BSL-1.0
//
// The interleavings of one sleeper and its wakers that a parker must survive. Between any two steps
// of the sleeper there is a place where a scene can put a wake: the clock reading after its first
// look at the word, the wait before the kernel compares, the wait itself, the clock reading after
// it.
#pragma once

#include "adversary.hpp"

#include <map>

namespace tollgate::sleep {

template <class Parker>
failures wake_before_sleep() {
    adversary<Parker> scene;
    scene.parker.wake();
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(0, 0);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
    return scene.found;
}

template <class Parker>
failures wake_before_sleep_without_deadline() {
    adversary<Parker> scene;
    scene.parker.wake();
    scene.parker.sleep();
    scene.expect_calls(0, 0);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
    return scene.found;
}

template <class Parker>
failures two_wakes_are_one_permit() {
    adversary<Parker> scene;
    scene.parker.wake();
    scene.parker.wake();
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_timeout(scene.sleep_a_nap());
    scene.expect_calls(1, 0);
    return scene.found;
}

template <class Parker>
failures wake_between_look_and_announcement() {
    adversary<Parker> scene;
    scene.kernel.at_reading[1] = scene.wake();
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(0, 0);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
    return scene.found;
}

template <class Parker>
failures wake_between_announcement_and_wait() {
    adversary<Parker> scene;
    scene.kernel.script.push_back({.before_compare = scene.wake()});
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(1, 1);
    scene.expect(scene.kernel.refused == 1, "the kernel was told to compare with something else");
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
    return scene.found;
}

template <class Parker>
failures wake_between_announcement_and_wait_without_deadline() {
    adversary<Parker> scene;
    scene.kernel.script.push_back({.before_compare = scene.wake()});
    scene.parker.sleep();
    scene.expect_calls(1, 1);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
    return scene.found;
}

/// The second waker finds the permit of the first and has nobody to wake.
template <class Parker>
failures two_wakes_while_asleep() {
    adversary<Parker> scene;
    scene.kernel.script.push_back({.asleep = [&] {
        scene.parker.wake();
        scene.parker.wake();
    }});
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(1, 1);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
    return scene.found;
}

template <class Parker>
failures wake_while_asleep_without_deadline() {
    adversary<Parker> scene;
    scene.kernel.script.push_back({.asleep = scene.wake()});
    scene.parker.sleep();
    scene.expect_calls(1, 1);
    return scene.found;
}

template <class Parker>
failures returns_for_no_reason_before_the_wake() {
    adversary<Parker> scene;
    scene.kernel.script = {{.for_no_reason = true}, {.for_no_reason = true}};
    scene.kernel.script.push_back({.asleep = scene.wake()});
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(3, 1);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
    return scene.found;
}

template <class Parker>
failures returns_for_no_reason_without_deadline() {
    adversary<Parker> scene;
    bool woken = false;
    scene.kernel.script = {{.for_no_reason = true}, {.for_no_reason = true}};
    scene.kernel.script.push_back({.asleep = [&] {
        woken = true;
        scene.parker.wake();
    }});
    scene.parker.sleep();
    scene.expect(woken, "returned before anybody woke it");
    scene.expect_calls(3, 1);
    return scene.found;
}

/// The last of them half way: a timer that is early.
template <class Parker>
failures returns_for_no_reason_before_the_deadline() {
    adversary<Parker> scene;
    const auto deadline = scene.kernel.now + scene.nap;
    scene.kernel.script = {{.for_no_reason = true}, {.for_no_reason = true}};
    scene.kernel.script.push_back(
        {.asleep = [&] { scene.kernel.now += scene.nap / 2; }, .for_no_reason = true});
    scene.expect_timeout(scene.parker.sleep_until(deadline));
    scene.expect(scene.kernel.now >= deadline, "early");
    scene.expect_calls(4, 0);
    scene.expect(scene.kernel.last_deadline == deadline, "the deadline has moved");
    return scene.found;
}

/// A wake for the parker that lay at this address before.
template <class Parker>
failures wake_of_somebody_else() {
    adversary<Parker> scene;
    scene.kernel.script.push_back({.asleep = [&] { scene.kernel.wake_one(); }});
    scene.expect_timeout(scene.sleep_a_nap());
    scene.expect_calls(2, 1);
    return scene.found;
}

/// The kernel has given up, the sleeper has not yet looked at the clock.
template <class Parker>
failures wake_at_the_deadline() {
    adversary<Parker> scene;
    scene.kernel.at_reading[2] = scene.wake();
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
    return scene.found;
}

/// The permit waits for the next sleep, and the kernel is not asked for nobody.
template <class Parker>
failures wake_after_the_timeout() {
    adversary<Parker> scene;
    scene.expect_timeout(scene.sleep_a_nap());
    scene.parker.wake();
    scene.expect_calls(1, 0);
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(1, 0);
    return scene.found;
}

template <class Parker>
failures deadline_in_the_past() {
    using time_point = scripted_kernel::time_point;
    adversary<Parker> scene;
    const time_point now = scene.kernel.now;
    for (const time_point past : {now, now - scene.nap, time_point{}, time_point::min()}) {
        scene.expect_timeout(scene.parker.sleep_until(past));
        scene.parker.wake();
        scene.expect_woken(scene.parker.sleep_until(past));
    }
    scene.expect_calls(0, 0);
    scene.expect(scene.kernel.now == now, "slept");
    return scene.found;
}

template <class Parker>
failures no_deadline_at_all() {
    adversary<Parker> scene;
    scene.kernel.script.push_back({.asleep = scene.wake()});
    scene.expect_woken(scene.parker.sleep_until(scripted_kernel::time_point::max()));
    scene.expect(!scene.kernel.last_deadline, "waited with a deadline");
    scene.expect_calls(1, 1);
    scene.expect(scene.kernel.readings == 0, "asked for the time");
    return scene.found;
}

template <class Parker>
failures wakes_without_a_sleeper() {
    adversary<Parker> scene;
    for (int i = 0; i < 3; ++i) {
        scene.parker.wake();
    }
    scene.expect(scene.permit_is_left(), "no permit");
    scene.parker.wake();
    scene.expect_calls(0, 0);
    return scene.found;
}

/// What a sleep may ask of the kernel and the clock.
template <class Parker>
failures cost_of_a_sleep() {
    adversary<Parker> scene;
    scene.expect_timeout(scene.sleep_a_nap());
    scene.expect_calls(1, 0);
    scene.expect(scene.kernel.readings == 2, "number of clock readings");
    scene.parker.wake();
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(1, 0);
    scene.expect(scene.kernel.readings == 2, "asked for the time although there was a permit");
    return scene.found;
}

template <class Parker>
using scene_table = std::map<std::string, failures (*)()>;

template <class Parker>
const scene_table<Parker>& scenes() {
    static const scene_table<Parker> all{
        {"wake_before_sleep", wake_before_sleep<Parker>},
        {"wake_before_sleep_without_deadline", wake_before_sleep_without_deadline<Parker>},
        {"two_wakes_are_one_permit", two_wakes_are_one_permit<Parker>},
        {"wake_between_look_and_announcement", wake_between_look_and_announcement<Parker>},
        {"wake_between_announcement_and_wait", wake_between_announcement_and_wait<Parker>},
        {"wake_between_announcement_and_wait_without_deadline",
         wake_between_announcement_and_wait_without_deadline<Parker>},
        {"two_wakes_while_asleep", two_wakes_while_asleep<Parker>},
        {"wake_while_asleep_without_deadline", wake_while_asleep_without_deadline<Parker>},
        {"returns_for_no_reason_before_the_wake", returns_for_no_reason_before_the_wake<Parker>},
        {"returns_for_no_reason_without_deadline", returns_for_no_reason_without_deadline<Parker>},
        {"returns_for_no_reason_before_the_deadline",
         returns_for_no_reason_before_the_deadline<Parker>},
        {"wake_of_somebody_else", wake_of_somebody_else<Parker>},
        {"wake_at_the_deadline", wake_at_the_deadline<Parker>},
        {"wake_after_the_timeout", wake_after_the_timeout<Parker>},
        {"deadline_in_the_past", deadline_in_the_past<Parker>},
        {"no_deadline_at_all", no_deadline_at_all<Parker>},
        {"wakes_without_a_sleeper", wakes_without_a_sleeper<Parker>},
        {"cost_of_a_sleep", cost_of_a_sleep<Parker>},
    };
    return all;
}

} // namespace tollgate::sleep
