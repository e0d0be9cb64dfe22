// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/posix/descriptor.hpp>
#include <tollgate/run/errors.hpp>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/sysmacros.h>
#endif

namespace tollgate::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;
using ::testing::UnorderedElementsAreArray;

mode_t permissions(const std::filesystem::path& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

/// Sets the umask during its lifetime.
class with_umask {
public:
    explicit with_umask(mode_t mask) : before_(::umask(mask)) {}
    ~with_umask() { ::umask(before_); }
    with_umask(const with_umask&) = delete;
    with_umask& operator=(const with_umask&) = delete;

private:
    mode_t before_;
};

/// Limits the size of files during its lifetime: writing fails as on a full disk.
class with_small_files {
public:
    explicit with_small_files(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~with_small_files() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    with_small_files(const with_small_files&) = delete;
    with_small_files& operator=(const with_small_files&) = delete;

private:
    void (*handler_)(int);
    rlimit before_{};
};

constexpr uid_t nobody = 65534;

/// Takes the rights of root during its lifetime.
class as_nobody {
public:
    as_nobody() {
        if (::seteuid(nobody) != 0) {
            throw std::system_error(errno, std::generic_category(), "seteuid");
        }
    }
    ~as_nobody() { [[maybe_unused]] const int back = ::seteuid(0); }
    as_nobody(const as_nobody&) = delete;
    as_nobody& operator=(const as_nobody&) = delete;
};

/// The message of the refusal.
std::string refusal(const std::filesystem::path& target, std::size_t room = 1 << 20) {
    return message_of<run::machine_refused>([&] { expect_writable("--json", target, room); });
}

TEST(replace_file, makes_a_file_and_leaves_nothing_beside) {
    const temporary_folder place;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(place.path());
    replace_file("--json", "bare", "content");
    std::filesystem::current_path(before);
    EXPECT_EQ(place.content_of("bare"), "content");
    EXPECT_THAT(place.names(), ElementsAre("bare"));
}

TEST(replace_file, an_open_old_file_keeps_its_content) {
    const temporary_folder place;
    place.write("file", "the old content");
    std::ifstream open_before(place / "file");
    replace_file("--json", place / "file", "new");
    std::string status;
    std::getline(open_before, status);
    EXPECT_EQ(status, "the old content");
    EXPECT_EQ(place.content_of("file"), "new");
}

TEST(replace_file, a_new_file_has_the_usual_permissions) {
    const temporary_folder place;
    {
        const with_umask mask(027);
        replace_file("--json", place / "group", "");
    }
    {
        const with_umask mask(0);
        replace_file("--json", place / "all", "");
    }
    EXPECT_EQ(permissions(place / "group"), 0640u);
    EXPECT_EQ(permissions(place / "all"), 0666u);
}

TEST(replace_file, an_old_file_keeps_its_permissions_and_its_names) {
    const temporary_folder place;
    place.write("file", "the old content");
    std::filesystem::permissions(place / "file", std::filesystem::perms(0604));
    replace_file("--json", place / "file", "new");
    EXPECT_EQ(permissions(place / "file"), 0604u);
    std::filesystem::create_hard_link(place / "file", place / "other");
    for (const char* content : {"longer than before", "short"}) {
        replace_file("--json", place / "file", content);
        EXPECT_EQ(place.content_of("other"), content);
    }
    EXPECT_EQ(permissions(place / "other"), 0604u);
    std::filesystem::permissions(place / "file", std::filesystem::perms(0444));
    if (::geteuid() != 0) { // who may write all
        EXPECT_THAT(refusal(place / "file"), HasSubstr("cannot write"));
    }
    EXPECT_THAT(place.names(), UnorderedElementsAre("file", "other"));
}

TEST(replace_file, an_old_file_keeps_its_owner_and_group) {
    const temporary_folder place;
    place.write("file", "old");
    if (::chown((place / "file").c_str(), nobody, nobody) != 0) {
        GTEST_SKIP() << "this user gives no file away";
    }
    replace_file("--json", place / "file", "new");
    struct stat status {};
    ASSERT_EQ(::stat((place / "file").c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, nobody);
    EXPECT_EQ(status.st_gid, nobody);
}

TEST(replace_file, goes_through_a_symbolic_link) {
    const temporary_folder place;
    std::filesystem::create_directory(place / "elsewhere");
    std::filesystem::create_symlink("elsewhere/file", place / "link");
    std::filesystem::create_symlink("link", place / "link_to_link");
    replace_file("--json", place / "link_to_link", "made");
    EXPECT_EQ(place.content_of("elsewhere/file"), "made") << "there was nothing yet";
    replace_file("--json", place / "link_to_link", "new");
    EXPECT_EQ(place.content_of("elsewhere/file"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(place / "link"));
    EXPECT_TRUE(std::filesystem::is_symlink(place / "link_to_link"));
    EXPECT_THAT(place.names(), UnorderedElementsAre("elsewhere", "link", "link_to_link"));
}

TEST(replace_file, a_failure_while_writing_leaves_the_old_file_alone) {
    const temporary_folder place;
    place.write("file", "old");
    {
        const with_small_files limit(4096);
        EXPECT_THROW(replace_file("--json", place / "file", std::string(100'000, 'x')),
                     run::machine_refused);
    }
    EXPECT_EQ(place.content_of("file"), "old");
    EXPECT_THAT(place.names(), ElementsAre("file"));
}

TEST(replace_file, a_failure_to_rename_leaves_nothing_behind) {
    const temporary_folder place;
    place.write("folder/inside", "old");
    EXPECT_THROW(replace_file("--json", place / "folder", "new"), run::machine_refused);
    EXPECT_THAT(place.names(), ElementsAre("folder"));
    EXPECT_EQ(place.content_of("folder/inside"), "old");
}

TEST(place_of, is_the_same_for_all_names_of_a_file_that_is_still_to_be_written) {
    const temporary_folder place;
    std::filesystem::create_symlink("new", place / "link");
    std::filesystem::create_symlink("link", place / "link_to_link");
    std::filesystem::create_symlink(place.path(), place / "folder");
    const auto expected = place_of(place / "new");
    for (const char* name : {"link", "link_to_link", "folder/new", "folder/./link"}) {
        EXPECT_EQ(place_of(place / name), expected) << name;
    }
    EXPECT_NE(place_of(place / "other"), expected);
}

TEST(expect_writable, leaves_nothing_behind_and_the_old_file_alone) {
    const temporary_folder place;
    expect_writable("--json", place / "new");
    EXPECT_THAT(place.names(), IsEmpty());
    place.write("old", "content");
    expect_writable("--json", place / "old");
    EXPECT_THAT(place.names(), ElementsAre("old"));
    EXPECT_EQ(place.content_of("old"), "content");
}

TEST(expect_writable, a_target_that_is_no_regular_file_is_a_usage_error) {
    const temporary_folder place;
    std::vector<std::filesystem::path> targets{place.path(), place / "fifo",
                                               place / "link_to_folder"};
    ASSERT_EQ(::mkfifo((place / "fifo").c_str(), 0600), 0);
    std::filesystem::create_symlink(place.path(), place / "link_to_folder");
    // Root would really replace the system's own device if this went wrong.
    if (::geteuid() != 0) {
        targets.emplace_back("/dev/null");
    } else if (::mknod((place / "device").c_str(), S_IFCHR | 0600, makedev(1, 3)) == 0) {
        targets.push_back(place / "device");
    }
    const std::vector<std::string> before = place.names();
    for (const auto& target : targets) {
        const std::string message =
            message_of<run::usage_error>([&] { expect_writable("--csv", target); });
        EXPECT_THAT(message, StartsWith("--csv: '" + target.string() + "' is not a regular file"));
    }
    EXPECT_THAT(place.names(), UnorderedElementsAreArray(before));
}

TEST(expect_writable, a_file_that_is_a_standard_stream_is_a_usage_error) {
    const temporary_folder place;
    place.write("log", "precious");
    std::filesystem::create_hard_link(place / "log", place / "link");
    const auto refusal_of = [](std::string_view option, const std::filesystem::path& target) {
        return message_of<run::usage_error>([&] { expect_writable(option, target); });
    };
    {
        const redirected out(STDOUT_FILENO, place / "log");
        EXPECT_EQ(refusal_of("--json", "/dev/stdout"),
                  "--json: '/dev/stdout' is standard output; use --format json, or name a file");
        EXPECT_EQ(refusal_of("--csv", place / "link"),
                  "--csv: '" + (place / "link").string() +
                      "' is standard output; use --format csv, or name a file");
        EXPECT_EQ(refusal_of("--html", "/dev/stdout"),
                  "--html: '/dev/stdout' is standard output; name a file");
    }
    posix::pipe pipe;
    const std::string end = "/dev/fd/" + std::to_string(pipe.write.number());
    EXPECT_THAT(refusal_of("--json", end), HasSubstr("'" + end + "' is not a regular file"));
    const redirected error(STDERR_FILENO, end);
    EXPECT_EQ(refusal_of("--json", "/dev/stderr"),
              "--json: '/dev/stderr' is standard error; name a file");
}

TEST(expect_writable, a_file_that_others_keep_is_refused) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "no file of others without root";
    }
    const temporary_folder place;
    place.write("file", "theirs");
    constexpr auto all = std::filesystem::perms::all;
    std::filesystem::permissions(place.path(), all | std::filesystem::perms::sticky_bit);
    std::filesystem::permissions(place / "file", std::filesystem::perms(0644));
    std::string refused;
    std::string late;
    {
        const as_nobody other_user;
        refused = refusal(place / "file");
        late = message_of<run::machine_refused>(
            [&] { replace_file("--json", place / "file", "new"); });
    }
    EXPECT_EQ(refused, "--json: cannot write " + (place / "file").string() + ": Permission denied");
    EXPECT_EQ(late, "--json: open " + (place / "file").string() + ": Permission denied");
    EXPECT_THAT(place.names(), ElementsAre("file"));
}

TEST(expect_writable, a_folder_in_which_no_file_can_be_made_is_refused) {
    const temporary_folder place;
    place.write("file", "content");
    std::filesystem::create_symlink("circle", place / "circle");
    EXPECT_EQ(refusal(place / "missing/file.json"), "--json: cannot make a file in the folder of " +
                                                        (place / "missing/file.json").string() +
                                                        ": No such file or directory");
    EXPECT_THAT(refusal(place / "file/below"), HasSubstr("Not a directory"));
    EXPECT_THAT(refusal(place / "circle"), HasSubstr("circle"));
    if (std::filesystem::exists("/proc/self")) { // where even root makes no file
        EXPECT_THAT(refusal("/proc/file.json"), HasSubstr("/proc/file.json"));
    }
    EXPECT_THAT(place.names(), UnorderedElementsAre("circle", "file"));
    EXPECT_EQ(place.content_of("file"), "content");
}

TEST(expect_writable, no_room_for_the_result_is_refused) {
    const temporary_folder place;
    {
        const with_small_files limit(4096);
        EXPECT_THAT(refusal(place / "file.json"), HasSubstr("no room"));
        expect_writable("--json", place / "file.json", 4096);
    }
    EXPECT_THAT(place.names(), IsEmpty());
}

#if defined(__linux__)

TEST(write_stdout, a_full_device_is_an_error) {
    const redirected out(STDOUT_FILENO, "/dev/full");
    EXPECT_THAT(message_of<std::system_error>([] { write_stdout("text"); }),
                HasSubstr("stdout: No space left on device"));
}

#endif

} // namespace
} // namespace tollgate::cli
