// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/examine.hpp>

#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <stdlib.h>

#include <gmock/gmock.h>

namespace tollgate::environment {

/// A temporary directory for the files of a fake machine.
class fake_root : public ::testing::Test {
protected:
    fake_root() {
        std::string name = (std::filesystem::temp_directory_path() / "machine_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("mkdtemp " + name);
        }
        root_ = name;
    }
    ~fake_root() override { std::filesystem::remove_all(root_); }

    void write(const std::string& path, const std::string& text) const {
        std::filesystem::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text;
    }

    std::filesystem::path root_;
};

inline std::string in_words(const verdict& listed) {
    return std::string(to_string(listed.state)) + ": " + listed.found + "; why: " + listed.why;
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

/// A fake machine with two CPUs. Unreadable files are directories, because even root cannot read
/// those.
class fake_machine : public fake_root {
protected:
    fake_machine() { program_.cpus = {0, 1}; }

    /// Writes a file of a single line, like those of the kernel.
    void write(const std::string& path, const std::string& line) const {
        fake_root::write(path, line + '\n');
    }
    static std::string file_of(int cpu, const std::string& file) {
        return cpu_dir + "cpu" + std::to_string(cpu) + "/" + file;
    }
    void write_each(const std::string& file, const std::string& text) const {
        for (const int cpu : program_.cpus) {
            write(file_of(cpu, file), text);
        }
    }
    void unreadable(const std::string& path) const {
        std::filesystem::remove_all(root_ / path);
        std::filesystem::create_directories(root_ / path);
    }
    void virtual_machine() const { write("proc/cpuinfo", "flags\t\t: fpu tsc hypervisor sse"); }

    std::vector<verdict> all() const { return examine(machine_files(root_), program_); }
    std::optional<verdict> find(const std::string& name) const {
        for (const verdict& listed : all()) {
            if (listed.name == name) {
                return listed;
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

    program_facts program_;
};

} // namespace tollgate::environment
