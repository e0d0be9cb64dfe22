// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fake_program.hpp"

#include <tollgate/testing/message_of.hpp>
#include <tollgate/testing/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::cli {

using testing::message_of;
using testing::temporary_folder;

/// Redirects a descriptor of this process into a file during its lifetime.
class redirected {
public:
    redirected(int descriptor, const std::filesystem::path& to)
        : descriptor_(descriptor), saved_(::dup(descriptor)) {
        std::fflush(nullptr);
        const int file = ::open(to.c_str(), O_RDWR | O_CREAT, 0600);
        if (saved_ < 0 || file < 0 || ::dup2(file, descriptor) < 0) {
            throw std::runtime_error("cannot redirect into " + to.string());
        }
        ::close(file);
    }
    ~redirected() {
        std::fflush(nullptr);
        ::dup2(saved_, descriptor_);
        ::close(saved_);
    }
    redirected(const redirected&) = delete;
    redirected& operator=(const redirected&) = delete;

private:
    int descriptor_;
    int saved_;
};

/// The value that a call returned, and its output on stdout and stderr.
struct captured_output {
    int code = 0;
    std::string out;
    std::string err;
};

template <class Call>
captured_output observe(Call call) {
    const temporary_folder place;
    captured_output output;
    {
        const redirected out(STDOUT_FILENO, place / "out");
        const redirected err(STDERR_FILENO, place / "err");
        output.code = call();
    }
    output.out = place.content_of("out");
    output.err = place.content_of("err");
    return output;
}

using tokens = std::vector<std::string>;

/// The output of fake::run().
inline captured_output run(const tokens& arguments, const program& description = fake::describe()) {
    return observe([&] { return fake::run(arguments, description); });
}

} // namespace tollgate::cli
