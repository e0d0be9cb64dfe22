// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "statement.hpp"

#include <cstddef>
#include <string>

namespace tollgate::bill {

/// A text with everything that could break a page or a terminal.
inline const std::string& hostile_text() {
    static const std::string text =
        "a</style><script>alert(1)</script><img src=x onerror=\"alert(2)"
        "\">'\"&amp;\x1b[31m\a\x7f\xc2\x9b\xe2\x80\xae\xe2\x80\xa8\xff"
        "\xfe\r\n\tz";
    return text;
}

inline entry fake_entry(const std::string& threads, double cpus) {
    entry made;
    made.name = made.threads = threads;
    made.event = "waits on a futex";
    made.stack = {"pthread_cond_wait", "queue::take(message&)", "main"};
    made.typical_us = 4.1;
    made.price_ns = amount{3100, 2900, 3300};
    made.a_second = cpus * 1e9 / made.price_ns->value;
    made.cpus = amount{cpus, cpus * 0.94, cpus * 1.06};
    return made;
}

inline entry fake_entry_without_price(const std::string& threads) {
    entry made = fake_entry(threads, 0.01);
    made.event = "waits for a disk";
    made.price_ns.reset();
    made.cpus.reset();
    return made;
}

inline saving fake_saving(double cpus) {
    return {.id = "brief_waits",
            .finding = "consumer waits on a futex 84,000 times a second, for 3.0 to 9.0 µs",
            .change = "spin up to 12 µs before it sleeps",
            .means = "tollgate::sleep::adaptive_spin; or a loop that looks before it sleeps",
            .cpus = {cpus, cpus - 0.03, cpus + 0.03},
            .time_share = {}};
}

/// A small server: two priced events, one without a price, one saving.
inline statement fake_statement() {
    statement bill;
    bill.processes = {"redis-server (1234)"};
    bill.seconds = 10;
    bill.traced = true;
    bill.cpus = 2;
    bill.threads = 4;
    bill.cpus_used = 0.84;
    bill.waiting = {0.31, 0.28, 0.34};
    bill.runnable = 0.12;
    bill.switches = 41'200;
    bill.preemptions = 310;
    bill.migrations = 12;
    bill.entries = {fake_entry("consumer", 0.26), fake_entry("worker-* (12)", 0.05),
                    fake_entry_without_price("logger")};
    bill.savings = {fake_saving(0.18)};
    bill.prices_from = "prices of 2026-11-30, this machine";
    bill.own_share = 0.012;
    return bill;
}

/// More of everything than a screen has room for, and every text is `text`.
inline statement crowded_statement(const std::string& text, std::size_t entries = 200) {
    statement bill = fake_statement();
    bill.partial = true;
    bill.processes.assign(5, text);
    bill.prices_from = text;
    bill.remarks.assign(9, text);
    bill.savings.assign(12, fake_saving(0.18));
    for (saving& each : bill.savings) {
        each.finding = each.change = each.means = each.faster_thread = text;
        each.time_share = amount{0.17, 0.14, 0.2};
    }
    bill.entries.clear();
    for (std::size_t i = 0; i < entries; ++i) {
        bill.entries.push_back(fake_entry(text, 0.001));
        bill.entries.back().event = text;
        bill.entries.back().stack.assign(40, text);
    }
    return bill;
}

} // namespace tollgate::bill
