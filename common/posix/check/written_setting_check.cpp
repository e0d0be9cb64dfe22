// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/written_setting.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::posix {
namespace {

class a_written_setting : public ::testing::Test {
protected:
    a_written_setting() {
        std::string name = (std::filesystem::temp_directory_path() / "setting_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("mkdtemp " + name);
        }
        folder_ = name;
        file_ = name + "/value";
        write("0");
    }
    ~a_written_setting() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& value) const { std::ofstream(file_) << value; }
    [[nodiscard]] std::string value() const {
        std::ifstream from(file_);
        std::string text;
        from >> text;
        return text;
    }
    /// Waits until the value is `wanted`, ten seconds at most: another process writes it.
    [[nodiscard]] bool becomes(const std::string& wanted) const {
        using namespace std::chrono_literals;
        for (int attempt = 0; attempt < 1'000 && value() != wanted; ++attempt) {
            std::this_thread::sleep_for(10ms);
        }
        return value() == wanted;
    }

    std::filesystem::path folder_;
    std::string file_;
};

TEST_F(a_written_setting, gives_back_the_value_from_before_the_hold) {
    written_setting first(file_, "200");
    EXPECT_EQ(value(), "0") << "nothing holds it yet";
    (void)first.hold();
    EXPECT_EQ(value(), "0");
    write("50");
    {
        const std::shared_ptr<void> held = first.hold();
        EXPECT_EQ(value(), "200");
    }
    EXPECT_EQ(value(), "50");
}

TEST_F(a_written_setting, that_another_process_changes_after_the_hold_keeps_that_value) {
    {
        written_setting first(file_, "200");
        (void)first.hold();
        write("77");
    }
    EXPECT_EQ(value(), "77"); // the old value was written back before
}

TEST_F(a_written_setting, that_is_refused_changes_nothing) {
    written_setting first(file_ + "/none", "200");
    EXPECT_THROW((void)first.hold(), std::system_error);
    EXPECT_EQ(value(), "0");
}

TEST_F(a_written_setting, that_does_not_keep_its_value_is_refused) {
    written_setting first("/dev/null", "200");
    EXPECT_THROW((void)first.hold(), std::system_error);
}

TEST_F(a_written_setting, is_held_by_one_object_and_the_other_is_refused) {
    EXPECT_EQ(written_setting::value_of(file_), "0");
    {
        written_setting first(file_, "200");
        written_setting second(file_, "300");
        {
            const std::shared_ptr<void> held = first.hold();
            EXPECT_THROW((void)second.hold(), std::system_error);
            EXPECT_THROW((void)written_setting::value_of(file_), std::system_error);
            EXPECT_EQ(value(), "200");
        }
        {
            const std::shared_ptr<void> held = second.hold();
            EXPECT_THROW((void)first.hold(), std::system_error);
            EXPECT_EQ(value(), "300");
        }
    }
    EXPECT_EQ(value(), "0");
    written_setting later(file_, "300");
    const std::shared_ptr<void> held = later.hold();
    EXPECT_EQ(value(), "300");
}

/// Starts a process that holds the setting, reports it, and waits for its end.
pid_t start_holder(const std::string& file) {
    int ends[2];
    if (::pipe(ends) != 0) {
        return -1;
    }
    const pid_t child = ::fork();
    if (child == 0) {
        written_setting first(file, "200");
        const std::shared_ptr<void> held = first.hold();
        [[maybe_unused]] const ssize_t written = ::write(ends[1], "x", 1);
        while (true) {
            ::pause();
        }
    }
    char byte = 0;
    const ssize_t got = ::read(ends[0], &byte, 1);
    ::close(ends[0]);
    ::close(ends[1]);
    return got == 1 ? child : -1;
}

TEST_F(a_written_setting, is_put_back_when_its_process_is_killed) {
    const pid_t holder = start_holder(file_);
    ASSERT_GT(holder, 0);
    EXPECT_EQ(value(), "200");
    ::kill(holder, SIGKILL);
    ::waitpid(holder, nullptr, 0);
    EXPECT_TRUE(becomes("0"));
}

} // namespace
} // namespace tollgate::posix
