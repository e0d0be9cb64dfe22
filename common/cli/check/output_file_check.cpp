// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/output_file.hpp>

#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#include <sys/mount.h>
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
    struct stat seen {};
    return ::stat(file.c_str(), &seen) == 0 ? seen.st_mode & 07777 : 0;
}

/// While it lives, new files get these permissions taken away.
class with_umask {
public:
    explicit with_umask(mode_t mask) : before_(::umask(mask)) {}
    ~with_umask() { ::umask(before_); }
    with_umask(const with_umask&) = delete;
    with_umask& operator=(const with_umask&) = delete;

private:
    mode_t before_;
};

/// While it lives, no file of this process grows beyond that many bytes: writing fails as on a full
/// disk.
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

/// What is refused, with its message.
std::string refusal(const std::filesystem::path& target, std::size_t room = 1 << 20) {
    return message_of<machine_refused>([&] { expect_writable("--json", target, room); });
}

TEST(replace_file, makes_a_file_and_leaves_nothing_beside) {
    const temporary_folder place;
    replace_file(place / "new.json", "content\n");
    EXPECT_EQ(content_of(place / "new.json"), "content\n");
    EXPECT_THAT(place.names(), ElementsAre("new.json"));
}

TEST(replace_file, takes_an_empty_text_and_a_large_one) {
    const temporary_folder place;
    replace_file(place / "file", "");
    EXPECT_EQ(content_of(place / "file"), "");
    const std::string large(3'000'000, 'x');
    replace_file(place / "file", large);
    EXPECT_EQ(content_of(place / "file"), large);
}

TEST(replace_file, a_relative_name_needs_no_folder) {
    const temporary_folder place;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(place.path());
    replace_file("bare", "content");
    std::filesystem::current_path(before);
    EXPECT_EQ(content_of(place / "bare"), "content");
}

TEST(replace_file, who_has_the_old_file_open_keeps_all_of_it) {
    const temporary_folder place;
    write_file(place / "file", "the old content");
    std::ifstream open_before(place / "file");
    replace_file(place / "file", "new");
    std::string seen;
    std::getline(open_before, seen);
    EXPECT_EQ(seen, "the old content");
    EXPECT_EQ(content_of(place / "file"), "new");
}

TEST(replace_file, permissions_are_those_of_any_new_file) {
    const temporary_folder place;
    {
        const with_umask mask(027);
        replace_file(place / "group", "");
    }
    {
        const with_umask mask(0);
        replace_file(place / "all", "");
    }
    EXPECT_EQ(permissions(place / "group"), 0640u);
    EXPECT_EQ(permissions(place / "all"), 0666u);
}

TEST(replace_file, goes_through_a_symbolic_link) {
    const temporary_folder place;
    std::filesystem::create_directory(place / "elsewhere");
    write_file(place / "elsewhere/file", "old");
    std::filesystem::create_symlink("elsewhere/file", place / "link");
    std::filesystem::create_symlink("link", place / "link_to_link");
    replace_file(place / "link_to_link", "new");
    EXPECT_EQ(content_of(place / "elsewhere/file"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(place / "link"));
    EXPECT_TRUE(std::filesystem::is_symlink(place / "link_to_link"));
    EXPECT_THAT(place.names(), UnorderedElementsAre("elsewhere", "link", "link_to_link"));
}

TEST(replace_file, a_symbolic_link_to_nothing_yet_is_kept_too) {
    const temporary_folder place;
    std::filesystem::create_directory(place / "elsewhere");
    std::filesystem::create_symlink(place / "elsewhere/file", place / "link");
    replace_file(place / "link", "new");
    EXPECT_EQ(content_of(place / "elsewhere/file"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(place / "link"));
}

TEST(replace_file, a_failure_while_writing_leaves_the_old_file_alone) {
    const temporary_folder place;
    write_file(place / "file", "old");
    {
        const with_small_files limit(4096);
        EXPECT_THROW(replace_file(place / "file", std::string(100'000, 'x')), std::system_error);
    }
    EXPECT_EQ(content_of(place / "file"), "old");
    EXPECT_THAT(place.names(), ElementsAre("file"));
}

TEST(replace_file, a_failure_to_rename_leaves_nothing_behind) {
    const temporary_folder place;
    write_file(place / "folder/inside", "old");
    EXPECT_THROW(replace_file(place / "folder", "new"), std::system_error);
    EXPECT_THAT(place.names(), ElementsAre("folder"));
    EXPECT_EQ(content_of(place / "folder/inside"), "old");
}

TEST(replace_file, the_error_names_the_file) {
    const temporary_folder place;
    const auto target = place / "missing/file";
    EXPECT_THAT(message_of<std::system_error>([&] { replace_file(target, ""); }),
                HasSubstr(target.string()));
}

TEST(expect_writable, leaves_nothing_behind_and_the_old_file_alone) {
    const temporary_folder place;
    expect_writable("--json", place / "new");
    EXPECT_THAT(place.names(), IsEmpty());
    write_file(place / "old", "content");
    expect_writable("--json", place / "old");
    EXPECT_THAT(place.names(), ElementsAre("old"));
    EXPECT_EQ(content_of(place / "old"), "content");
}

TEST(expect_writable, what_must_not_be_replaced_is_a_usage_error) {
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
            message_of<usage_error>([&] { expect_writable("--csv", target); });
        EXPECT_THAT(message, StartsWith("--csv: '" + target.string() + "' is not a regular file"));
    }
    EXPECT_THAT(place.names(), UnorderedElementsAreArray(before));
}

TEST(expect_writable, a_folder_that_is_not_there_is_refused) {
    const temporary_folder place;
    const std::string message = refusal(place / "missing/file.json");
    EXPECT_THAT(message, StartsWith("--json: "));
    EXPECT_THAT(message, HasSubstr((place / "missing/file.json").string()));
    EXPECT_THAT(message, HasSubstr("No such file or directory"));
    EXPECT_THAT(place.names(), IsEmpty());
}

TEST(expect_writable, a_file_below_a_file_is_refused) {
    const temporary_folder place;
    write_file(place / "file", "content");
    EXPECT_THAT(refusal(place / "file/below.json"), HasSubstr("Not a directory"));
    EXPECT_EQ(content_of(place / "file"), "content");
}

TEST(expect_writable, a_folder_that_takes_no_files_is_refused) {
    const temporary_folder place;
    std::filesystem::path target = place / "sealed/file.json";
    std::filesystem::create_directory(place / "sealed");
    std::filesystem::permissions(place / "sealed", std::filesystem::perms(0555));
    if (::geteuid() == 0) {
        target = "/proc/file.json"; // root may write anywhere but here
    }
    if (!std::filesystem::exists(target.parent_path())) {
        GTEST_SKIP() << "as root, without " << target.parent_path();
    }
    EXPECT_THAT(refusal(target), HasSubstr(target.string()));
}

TEST(expect_writable, a_link_to_itself_is_refused) {
    const temporary_folder place;
    std::filesystem::create_symlink("circle", place / "circle");
    EXPECT_THAT(refusal(place / "circle"), HasSubstr("circle"));
    EXPECT_THAT(place.names(), ElementsAre("circle"));
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

/// Makes any user root of a user namespace, where mounts are this process's own. Changes nothing
/// where that is refused.
void become_root_of_own_namespace() {
    const std::string user = std::to_string(::getuid());
    const std::string group = std::to_string(::getgid());
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) {
        std::ofstream("/proc/self/setgroups") << "deny";
        std::ofstream("/proc/self/uid_map") << "0 " + user + " 1";
        std::ofstream("/proc/self/gid_map") << "0 " + group + " 1";
    }
}

/// A disk of 64 KiB, in memory.
class tiny_disk {
public:
    explicit tiny_disk(const std::filesystem::path& where) : where_(where) {
        std::filesystem::create_directory(where);
        if (::geteuid() != 0) {
            become_root_of_own_namespace();
        }
        mounted_ = ::mount("tmpfs", where.c_str(), "tmpfs", 0, "size=64k") == 0;
    }
    ~tiny_disk() {
        if (mounted_) {
            ::umount2(where_.c_str(), MNT_DETACH);
        }
    }
    tiny_disk(const tiny_disk&) = delete;
    tiny_disk& operator=(const tiny_disk&) = delete;

    [[nodiscard]] bool mounted() const { return mounted_; }

private:
    std::filesystem::path where_;
    bool mounted_ = false;
};

TEST(full_disk, is_found_beforehand_and_spares_the_old_file) {
    const temporary_folder place;
    const tiny_disk disk(place / "disk");
    if (!disk.mounted()) {
        GTEST_SKIP() << "this user cannot mount a small disk";
    }
    const auto target = place / "disk/file.json";
    replace_file(target, "old");
    EXPECT_THAT(refusal(target), HasSubstr("No space left on device"));
    EXPECT_THROW(replace_file(target, std::string(100'000, 'x')), std::system_error);
    EXPECT_EQ(content_of(target), "old");
    expect_writable("--json", target, 16'384);
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(place / "disk")) {
        names.push_back(entry.path().filename());
    }
    EXPECT_THAT(names, ElementsAre("file.json"));
}

TEST(write_stdout, a_full_device_is_an_error) {
    const redirected out(STDOUT_FILENO, "/dev/full");
    EXPECT_THAT(message_of<std::system_error>([] { write_stdout("text"); }),
                HasSubstr("stdout: No space left on device"));
}

#endif

TEST(write_stdout, writes_all_of_it) {
    const std::string large(200'000, 'x');
    const auto seen = observe([&] {
        write_stdout(large);
        write_stdout("");
        write_stdout("y");
        return 0;
    });
    EXPECT_EQ(seen.out, large + "y");
}

TEST(write_stdout, a_reader_who_has_gone_is_no_error) {
    void (*const before)(int) = std::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[0]);
    const int saved = ::dup(STDOUT_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[1]);
    EXPECT_NO_THROW(write_stdout("text"));
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    std::signal(SIGPIPE, before);
}

} // namespace
} // namespace tollgate::cli
