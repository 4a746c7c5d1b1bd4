// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/files/readMatrix.hpp"

#include <gmock/gmock.h>

#include "io/TemporaryFolder.hpp"
#include "la/files/matrixFile.hpp"
#include "twoMeshes.hpp"

namespace tenon::la {
namespace {

using io::testing::bytesOf;
using io::testing::TemporaryFolder;
using io::testing::writeBytes;
using testing::dense;
using ::testing::HasSubstr;
using testing::world;

/// Returns the message of the error that reading a file with this text throws. @note Collective.
std::string errorOf(const std::string& text, const std::string& ending = ".mtx") {
  const TemporaryFolder folder;
  const std::string path = folder / ("a" + ending);
  writeBytes(world(), path, text);
  std::string message = "no error";
  try {
    readMatrix(world(), path);
  } catch (const base::Error& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    message = error.what();
  }
  return message;
}

const std::string head = "%%MatrixMarket matrix coordinate real general\n";

TEST(ReadMatrix, readsFilesOfWriteMatrix) {
  const testing::TwoMeshes two(3, 3);
  MatrixAssembly assembly(two.layout, Insertion::slots);
  const auto fill = [&](const Contributions& to) { two.contribute(to, 1.0); };
  assembly.record(fill);
  assembly.assemble(fill);
  const Matrix matrix = Matrix::share(assembly.matrix().get());
  const Eigen::MatrixXd expected = dense(world(), matrix.get());
  for (const auto format : {FileFormat::matrixMarket, FileFormat::petsc}) {
    const TemporaryFolder folder;
    const std::string path = folder / ("K" + fileExtension(format));
    writeMatrix(matrix, path, format, "K");
    EXPECT_EQ((dense(world(), readMatrix(world(), path).get()) - expected).norm(), 0.0);
  }
}

TEST(ReadMatrix, readsOtherMatrixMarketFiles) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.mtx";
  writeBytes(
      world(), path,
      "%%MatrixMarket Matrix coordinate integer symmetric\n% a comment\n\n 3 3 4 \n1 1 2\n3 1 -1\r\n  2 2 5\n\n3 1 "
      "-1");
  Eigen::MatrixXd expected(3, 3);
  expected << 2, 0, -2, 0, 5, 0, -2, 0, 0;
  EXPECT_EQ((dense(world(), readMatrix(world(), path).get()) - expected).norm(), 0.0);
}

TEST(ReadMatrix, reportsTheLocationOfErrors) {
  EXPECT_THAT(errorOf("%%MatrixMarket matrix array real general\n1 1\n2\n"),
              HasSubstr(".mtx:1: this line is not the header of a sparse matrix"));
  EXPECT_THAT(errorOf(""), HasSubstr("this line is not the header of a sparse matrix"));
  EXPECT_THAT(errorOf(head + "% sizes\n2 2\n"), HasSubstr(".mtx:3: the numbers of rows"));
  EXPECT_THAT(errorOf(head + "2 2 1\n1 3 1.0\n"), HasSubstr(".mtx:3: there is no entry (1, 3) in a 2 x 2 matrix"));
  EXPECT_THAT(errorOf(head + "2 2 2\n1 1 1.0\n0 1 1.0\n"), HasSubstr(".mtx:4: there is no entry (0, 1)"));
  for (const char* entry : {"1 1", "1 1 nan", "1 1 2 3", "1 1 x", "one 1 2", "1 1 1e999"})
    EXPECT_THAT(errorOf(head + "2 2 1\n" + entry + "\n"), HasSubstr(".mtx:3: an entry must consist of")) << entry;
  EXPECT_THAT(errorOf(head + "2 2 3\n1 1 1.0\n"), HasSubstr("declares 3 entries, but contains 1"));
  if (sizeof(PetscInt) == 4) {
    EXPECT_THAT(errorOf(head + "99999999999999999 2 1\n1 1 1.0\n"), HasSubstr("integers"));
  }
  EXPECT_THAT(errorOf("", ".petsc"), HasSubstr("not a matrix in PETSc's binary format"));
  EXPECT_THAT(errorOf(std::string(400, 'x'), ".petsc"), HasSubstr("not a matrix in PETSc's binary format"));
  EXPECT_THAT(errorOf("", ".txt"), HasSubstr("the name must end with"));
  EXPECT_THROW(readMatrix(world(), "none.mtx"), base::FileError);
  EXPECT_THROW(readMatrix(world(), "none.petsc"), base::FileError);
}

// Verifies that truncated or damaged files are rejected before PETSc uses their numbers.
TEST(ReadMatrix, refusesDamagedPetscFiles) {
  const TemporaryFolder folder;
  writeBytes(world(), folder / "K.mtx", head + "3 3 3\n1 1 1\n2 2 2\n3 3 3\n");
  writeMatrix(readMatrix(world(), folder / "K.mtx"), folder / "K.petsc", FileFormat::petsc, "K");
  const std::string bytes = bytesOf(folder / "K.petsc");
  EXPECT_EQ(errorOf(bytes, ".petsc"), "no error");
  EXPECT_THAT(errorOf(bytes.substr(0, bytes.size() - 1), ".petsc"), HasSubstr("not a matrix in PETSc's binary format"));
  std::string long_row = bytes, far_column = bytes;
  long_row[5 * sizeof(PetscInt) - 1] = 9;
  far_column[8 * sizeof(PetscInt) - 1] = 3;
  EXPECT_THAT(errorOf(long_row, ".petsc"), HasSubstr("is damaged: row 0 has an invalid number of entries (9)"));
  EXPECT_THAT(errorOf(far_column, ".petsc"),
              HasSubstr("is damaged: row 0 has an entry in column 3, but the number of columns is 3"));
}

}  // namespace
}  // namespace tenon::la
