// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <stdlib.h>

#include <gtest/gtest.h>

namespace tollgate::measure {

/// A directory in which a check lays out the files of a machine, gone at the end.
class made_up_root : public ::testing::Test {
protected:
    made_up_root() {
        std::string name = (std::filesystem::temp_directory_path() / "machine_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("mkdtemp " + name);
        }
        root_ = name;
    }
    ~made_up_root() override { std::filesystem::remove_all(root_); }

    void write(const std::string& path, const std::string& text) const {
        std::filesystem::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text;
    }

    std::filesystem::path root_;
};

} // namespace tollgate::measure
