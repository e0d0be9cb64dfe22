// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <string_view>

namespace tollgate::cli {

/// Where a file is, or will be when it is written, through symbolic links: the same for all names
/// of one file. Throws std::system_error where links go round in a circle.
[[nodiscard]] std::filesystem::path place_of(const std::filesystem::path& file);

/// Finds out before a long run whether a file can be written at its end: the folder must let a file
/// be made in it that holds `room` bytes, and the file take the place of what is there. Leaves
/// nothing behind. Throws usage_error if the target is something that must not be replaced (a
/// folder, a device, the file that is standard output or standard error), machine_refused
/// otherwise; the message names `option`, which gave the file, and the file.
void expect_writable(std::string_view option, const std::filesystem::path& target,
                     std::size_t room = 1 << 20);

/// Writes a temporary file beside the target (beside what it means, if it is a symbolic link),
/// brings it to the disk and renames it: a reader sees the old content or the new one,
/// whatever happens in between. The permissions of an old file remain, and its owner and group
/// where this process may give a file to them. One with several names (hard links) is written over,
/// so that each of them has the new content, and so is one that cannot be replaced, as a file that
/// is a mount; a reader may see half of these. Throws machine_refused, which names `option`, and
/// then leaves any other old file alone.
void replace_file(std::string_view option, const std::filesystem::path& target,
                  std::string_view content);

/// Writes all of it to stdout. A reader who has gone away (`| head -1`) is no error; a full disk
/// throws std::system_error. SIGPIPE must be ignored.
void write_stdout(std::string_view text);

} // namespace tollgate::cli
