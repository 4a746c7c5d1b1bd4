// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "base/InputFile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/quote.hpp"
#include "base/text.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::base {
namespace {

using testing::HasSubstr;

std::string errorOf(const std::string& path) {
  try {
    InputFile("the mesh", path).contents();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

/// Temporary folder of this rank. The destructor removes the folder.
class Folder {
 public:
  Folder() {
    char name[] = "/tmp/tenon-input-XXXXXX";
    path_ = mkdtemp(name);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

TEST(InputFile, ReadsAllOfAFile) {
  const Folder folder;
  std::ofstream(folder / "a") << "two\nlines";
  EXPECT_EQ(InputFile("the mesh", folder / "a").contents(), "two\nlines");
  EXPECT_EQ(InputFile("the mesh", folder / "a").size(), 9u);
}

TEST(InputFile, RejectsWhatIsNotARegularFile) {
  const Folder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(errorOf(folder / "pipe"), "Cannot read the mesh '" + (folder / "pipe") + "': it is not a regular file.");
  EXPECT_EQ(errorOf("/dev/zero"), "Cannot read the mesh '/dev/zero': it is not a regular file.");
  EXPECT_THAT(errorOf("/tmp"), HasSubstr("it is a folder"));
  EXPECT_THAT(errorOf(folder / "none"), HasSubstr("No such file"));
  EXPECT_THAT(errorOf(folder / std::string(300, 'n')), HasSubstr("File name too long"));
}

TEST(RunCollectively, ConvertsFilesystemErrorsToFileErrors) {
  try {
    runCollectively(Communicator::world(),
                    [] { (void)std::filesystem::is_directory("/tmp/" + std::string(300, 'n')); });
    ADD_FAILURE() << "the name is too long";
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("nnn': File name too long."));
    EXPECT_TRUE(error.isOnAllRanks());
  }
}

TEST(Text, PrintableTextIsUtf8WithoutControlCharacters) {
  EXPECT_EQ(printable("a\x1b[31m\tb\nc\x7f"), "a?[31m?b\nc?");
  EXPECT_EQ(printable("gr\xc3\xbc\xc3\x9f"
                      "e \xfc \xc2\x9b"),
            "gr\xc3\xbc\xc3\x9f"
            "e ? ?");
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");  // encoding of a UTF-16 surrogate
  EXPECT_EQ(printable("a\u202eb\u2066c\u2069d\u200fe\u2028f\u061c"), "a?b?c?d?e?f?");
  EXPECT_EQ(printable("\u2013\u2065\u0620"), "\u2013\u2065\u0620");
  EXPECT_EQ(firstControlCharacter("ab\tc"), 2u);
  EXPECT_EQ(firstControlCharacter("a\n\u202e"), std::string::npos);
  EXPECT_EQ(firstInvalidUtf8("ab\xc3"), 2u);
  EXPECT_EQ(firstInvalidUtf8("\xf4\x8f\xbf\xbf"), std::string::npos);
  EXPECT_EQ(firstInvalidUtf8("\xf4\x90\x80\x80"), 0u);
  EXPECT_EQ(latin1ToUtf8("\xdc"
                         "ber"),
            "\xc3\x9c"
            "ber");
  EXPECT_EQ(abbreviate("abcdef", 3), "abc...");
  EXPECT_EQ(abbreviate("ab\xc3\xbc", 3), "ab...");
}

TEST(Quote, IsOneLineOfLimitedLength) {
  EXPECT_EQ(quote("group"), "'group'");
  EXPECT_EQ(quote("a\x1b[2J\nb"), "'a?[2J?b'");
  EXPECT_EQ(quote(std::string(200, 'x')), "'" + std::string(200, 'x') + "'");
  EXPECT_EQ(quote(std::string(201, 'x')), "'" + std::string(200, 'x') + "...'");
  EXPECT_EQ(quote(std::string(99, 'x') + "\xc3\xbc" + "y", 100), "'" + std::string(99, 'x') + "...'");
  EXPECT_LE(quote(std::string(100000, '\x01')).size(), 205u);
}

TEST(Quote, BoundsEachPartOfAMessage) {
  const std::string x(300, 'x'), cut(200, 'x');
  EXPECT_EQ(truncateQuotes("There is no group '" + x + "'; the choices are: 'a', '" + x + "'."),
            "There is no group '" + cut + "...'; the choices are: 'a', '" + cut + "...'.");
  const std::string prose = "A node's mass and the bodies' " + std::string(300, 'y') + " aren't quoted: 'a' is.";
  EXPECT_EQ(truncateQuotes(prose), prose);
  EXPECT_EQ(truncateQuotes("'" + x), "'" + x);
  EXPECT_EQ(truncateQuotes(""), "");
}

}  // namespace
}  // namespace tenon::base
