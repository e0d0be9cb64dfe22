// SPDX-License-Identifier: BSL-1.0
#include "serve.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace runtime {
namespace {

void greet(const greeting& with) {
    std::cout << "runtime 1 " << with.runtime << ' ' << with.version << '\n';
    for (const std::string& note : with.notes) {
        std::cout << "note " << note << '\n';
    }
    for (const offer& one : with.offers) {
        std::cout << "case " << one.name << ' ' << one.text << '\n';
    }
    std::cout << "ready\n";
}

/// Sums of three numbers of 18 digits fit into 63 bits.
std::uint64_t number_in(const std::string& word) {
    constexpr std::size_t most_digits = 18;
    if (word.empty() || word.size() > most_digits ||
        word.find_first_not_of("0123456789") != std::string::npos) {
        throw std::invalid_argument("a number was expected");
    }
    return std::stoull(word);
}

/// The value of the parameter NAME:NUMBER.
std::uint64_t members_in(const std::string& word, const std::string& name) {
    constexpr std::uint64_t most = 1'000'000;
    if (!word.starts_with(name + ":")) {
        throw std::invalid_argument("the parameter " + name + ":NUMBER was expected");
    }
    const std::uint64_t number = number_in(word.substr(name.size() + 1));
    if (number < 1 || number > most) {
        throw std::invalid_argument("the number of " + name + " is 1 to " + std::to_string(most));
    }
    return number;
}

/// Answers the rest of a line that begins with `run`.
void run(const greeting& with, std::istream& line) {
    std::string name;
    std::string operations;
    std::string warmup;
    std::string first;
    std::string members;
    std::string more;
    line >> name >> operations >> warmup >> first >> members >> more;
    const auto found = std::find_if(with.offers.begin(), with.offers.end(),
                                    [&](const offer& one) { return one.name == name; });
    if (found == with.offers.end()) {
        throw std::invalid_argument("there is no such case");
    }
    batch asked{number_in(operations), number_in(warmup), number_in(first)};
    if (!found->members.empty()) {
        asked.members = members_in(members, found->members);
    } else if (!members.empty()) {
        throw std::invalid_argument("this case takes no parameter");
    }
    if (!more.empty()) {
        throw std::invalid_argument("a batch is: run NAME OPERATIONS WARMUP FIRST [NAME:NUMBER]");
    }
    const outcome done = found->run(asked);
    std::cout << "ran " << asked.operations << ' ' << done.elapsed_ns << ' ' << done.cpu_ns << ' '
              << done.came.received << ' ' << done.came.sum << '\n';
}

void answer(const greeting& with, const std::string& text) {
    std::istringstream line(text);
    std::string word;
    line >> word;
    if (text == "hello 1") {
        greet(with);
    } else if (word == "hello") {
        throw std::invalid_argument("this runtime speaks version 1 of the protocol");
    } else if (word == "run") {
        run(with, line);
    } else {
        throw std::invalid_argument("this runtime knows hello and run");
    }
}

} // namespace

void serve(const greeting& with) {
    std::string line;
    while (std::getline(std::cin, line)) {
        try {
            answer(with, line);
        } catch (const std::exception& error) {
            std::string text = error.what();
            std::replace(text.begin(), text.end(), '\n', ' ');
            std::cout << "error " << text << '\n';
        }
        std::cout.flush();
    }
}

std::string compiler() {
#if defined(__clang__)
    return "clang++ " __clang_version__;
#else
    return "g++ " __VERSION__;
#endif
}

} // namespace runtime
