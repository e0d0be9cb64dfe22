// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <stdlib.h>

namespace tollgate::testing {

/// A folder for a check. The destructor removes the folder and its content.
///
///     const testing::temporary_folder folder;
///     folder.write("a/b", "text");
///     const std::string text = folder.content_of("a/b");
class temporary_folder {
public:
    temporary_folder() : path_((std::filesystem::temp_directory_path() / "check_XXXXXX").string()) {
        if (::mkdtemp(path_.data()) == nullptr) {
            throw std::runtime_error("mkdtemp " + path_);
        }
    }
    ~temporary_folder() { std::filesystem::remove_all(path_); }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;

    /// The absolute path.
    [[nodiscard]] const std::string& path() const { return path_; }
    /// The path of a file in the folder.
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
        return std::filesystem::path(path_) / name;
    }

    /// Makes the folders of a file, and writes the file. Returns the path of the file.
    std::string write(const std::string& name, const std::string& content) const {
        const std::filesystem::path file = *this / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << content;
        return file;
    }

    /// The content of a file. If there is no such file, the content is empty.
    [[nodiscard]] std::string content_of(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(*this / name, std::ios::binary).rdbuf();
        return text.str();
    }

    /// The names of the files and folders in the folder, in any order.
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) {
            all.push_back(entry.path().filename().string());
        }
        return all;
    }

private:
    std::string path_;
};

} // namespace tollgate::testing
