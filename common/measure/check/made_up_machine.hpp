// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "made_up_root.hpp"

#include <tollgate/measure/environment.hpp>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace tollgate::measure {

inline std::string in_words(const verdict& one) {
    return std::string(to_string(one.state)) + ": " + one.found + "; why: " + one.why;
}

MATCHER_P(is_ok, found, "") {
    *result_listener << in_words(arg);
    return arg.state == condition::ok && arg.found == found && arg.why.empty() && arg.fix.empty() &&
           arg.undo.empty();
}
MATCHER_P(is_bad, found, "") {
    *result_listener << in_words(arg);
    return arg.state == condition::bad && arg.found == found && !arg.why.empty();
}
MATCHER_P(is_unknown, found, "") {
    *result_listener << in_words(arg);
    return arg.state == condition::unknown && arg.found == found && !arg.why.empty();
}

inline const std::string cpu_dir = "sys/devices/system/cpu/";

/// A made-up machine. A directory in a file's place is what cannot be read, by root either.
class made_up_machine : public made_up_root {
protected:
    made_up_machine() { question_.cpus = {0, 1}; }

    /// One line, as the kernel shows it.
    void write(const std::string& path, const std::string& line) const {
        made_up_root::write(path, line + '\n');
    }
    static std::string file_of(int cpu, const std::string& file) {
        return cpu_dir + "cpu" + std::to_string(cpu) + "/" + file;
    }
    void write_each(const std::string& file, const std::string& text) const {
        for (const int cpu : question_.cpus) {
            write(file_of(cpu, file), text);
        }
    }
    void unreadable(const std::string& path) const {
        std::filesystem::remove_all(root_ / path);
        std::filesystem::create_directories(root_ / path);
    }
    void virtual_machine() const { write("proc/cpuinfo", "flags\t\t: fpu tsc hypervisor sse"); }

    std::vector<verdict> all() const {
        return examine_environment(machine_files(root_), question_);
    }
    std::optional<verdict> find(const std::string& name) const {
        for (const verdict& one : all()) {
            if (one.name == name) {
                return one;
            }
        }
        return std::nullopt;
    }
    verdict get(const std::string& name) const {
        const std::optional<verdict> found = find(name);
        if (!found) {
            throw std::logic_error("no verdict " + name);
        }
        return *found;
    }

    environment_question question_;
};

} // namespace tollgate::measure
