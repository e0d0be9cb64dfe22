// SPDX-License-Identifier: BSL-1.0
#include "built_guests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <unistd.h>

namespace tollgate::run {
namespace {

std::filesystem::path guest_folder() {
    if (const char* named = std::getenv("TOLLGATE_GUESTS")) {
        return named;
    }
    std::error_code ignored;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return self.parent_path() / "build" / "guests";
}

/// As one word of a shell command.
std::string quoted_for_shell(const std::string& text) {
    std::string word = "'";
    for (const char one : text) {
        word += one == '\'' ? std::string("'\\''") : std::string(1, one);
    }
    return word + "'";
}

std::string printable(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char one) { return one < ' ' || one > '~'; }, '?');
    return text;
}

} // namespace

std::vector<built_guest> all_built_guests() {
    std::vector<built_guest> all;
    std::error_code ignored;
    for (const auto& folder : std::filesystem::directory_iterator(guest_folder(), ignored)) {
        built_guest one{printable(folder.path().filename()), {}, {}};
        if (one.name.starts_with('.')) {
            continue; // what builds have in common
        }
        const std::filesystem::path program = std::filesystem::absolute(folder.path() / "guest");
        std::string line;
        if (::access(program.c_str(), X_OK) == 0) {
            one.command = "exec " + quoted_for_shell(program);
        } else if (std::ifstream why(folder.path() / "left_out"); std::getline(why, line)) {
            one.why_not = "it was left out: " + printable(line);
        } else {
            one.why_not = "it has no program 'guest' that may be executed";
        }
        all.push_back(std::move(one));
    }
    std::sort(all.begin(), all.end(),
              [](const auto& one, const auto& other) { return one.name < other.name; });
    return all;
}

built_guest find_built_guest(const std::string& name) {
    std::string names;
    for (built_guest& one : all_built_guests()) {
        if (one.name == name) {
            return std::move(one);
        }
        names += (names.empty() ? "" : ", ") + one.name;
    }
    return {name,
            {},
            names.empty() ? "no guests are built here: make guests"
                          : "not one of the guests that are built here: " + names};
}

} // namespace tollgate::run
