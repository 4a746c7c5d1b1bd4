// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/files/matrixFile.hpp"

#include <gmock/gmock.h>
#include <petscviewerhdf5.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "contributor.hpp"
#include "io/textFile.hpp"
#include "la/assembly/MatrixAssembly.hpp"

namespace tenon::la {
namespace {

using ::testing::AllOf;
using testing::Contributor;
using ::testing::HasSubstr;
using testing::world;

/// Temporary folder. The destructor removes the folder.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "tenon-la-XXXXXX").string();
    if (world().isRoot() && mkdtemp(name.data()) == nullptr) name.clear();
    path_ = world().broadcast(name);
  }
  ~Folder() {
    world().barrier();
    std::error_code ignored;
    if (world().isRoot()) std::filesystem::remove_all(path_, ignored);
  }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string textOf(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Nonsymmetric matrix K of a grid of quadrilaterals and a vector on its
/// rows. Some numbers need all digits.
struct Sample {
  explicit Sample(bool all_on_last_rank = false)
      : part(testing::quadGrid(world(), 7, 5, all_on_last_rank)), state(testing::makeState("grid", part, 2)) {
    layout = std::make_shared<CombinedLayout>(std::vector<const State*>{&state});
    const Contributor contributor{&part, &state, ElementSymmetry::general};
    MatrixAssembly assembly(layout, Insertion::slots);
    const auto contribute = [&](const Contributions& to) {
      contributor.addElements(to.stiffness(1.0 / 3.0).forceOn(state).byPositionOf(state));
    };
    assembly.record(contribute);
    assembly.assemble(contribute);
    matrix = Matrix::share(assembly.matrix().get());
    vector = layout->makeVector();
    PetscInt first = 0, last = 0;
    TENON_PETSC(VecGetOwnershipRange(vector.get(), &first, &last));
    double* entries = nullptr;
    TENON_PETSC(VecGetArray(vector.get(), &entries));
    for (PetscInt row = first; row < last; ++row) entries[row - first] = 1e-7 / (1.0 + static_cast<double>(row));
    TENON_PETSC(VecRestoreArray(vector.get(), &entries));
  }
  testing::Part part;
  State state;
  std::shared_ptr<CombinedLayout> layout;
  Matrix matrix;
  Vector vector;
};

bool equal(Mat a, Mat b) {
  PetscBool same = PETSC_FALSE;
  TENON_PETSC(MatEqual(a, b, &same));
  return same == PETSC_TRUE;
}

class Viewer {
 public:
  static Viewer binary(const std::string& path) {
    Viewer viewer;
    TENON_PETSC(PetscViewerBinaryOpen(world().mpi(), path.c_str(), FILE_MODE_READ, &viewer.viewer_));
    return viewer;
  }
  static Viewer hdf5(const std::string& path) {
    Viewer viewer;
    TENON_PETSC(PetscViewerHDF5Open(world().mpi(), path.c_str(), FILE_MODE_READ, &viewer.viewer_));
    return viewer;
  }
  Viewer(Viewer&& other) noexcept : viewer_(std::exchange(other.viewer_, nullptr)) {}
  ~Viewer() { PetscViewerDestroy(&viewer_); }

  /// Reads a matrix, distributed like `pattern`, or by PETSc's default distribution if
  /// `pattern` is null. @note Collective.
  Matrix matrix(const char* name, Mat pattern = nullptr) const {
    Matrix loaded;
    PetscInt rows = PETSC_DECIDE, columns = PETSC_DECIDE;
    TENON_PETSC(MatCreate(world().mpi(), loaded.out()));
    TENON_PETSC(MatSetType(loaded.get(), MATAIJ));
    if (pattern != nullptr) {
      TENON_PETSC(MatGetLocalSize(pattern, &rows, &columns));
      TENON_PETSC(MatSetSizes(loaded.get(), rows, columns, PETSC_DETERMINE, PETSC_DETERMINE));
    }
    TENON_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(loaded.get()), name));
    TENON_PETSC(MatLoad(loaded.get(), viewer_));
    return loaded;
  }
  Vector vector(Vec pattern, const char* name) const {
    Vector loaded;
    PetscInt rows = 0;
    TENON_PETSC(VecGetLocalSize(pattern, &rows));
    TENON_PETSC(VecCreate(world().mpi(), loaded.out()));
    TENON_PETSC(VecSetSizes(loaded.get(), rows, PETSC_DETERMINE));
    TENON_PETSC(PetscObjectSetName(reinterpret_cast<PetscObject>(loaded.get()), name));
    TENON_PETSC(VecLoad(loaded.get(), viewer_));
    return loaded;
  }

 private:
  Viewer() = default;
  PetscViewer viewer_ = nullptr;
};

bool equal(Vec a, Vec b) {
  PetscBool same = PETSC_FALSE;
  TENON_PETSC(VecEqual(a, b, &same));
  return same == PETSC_TRUE;
}

TEST(MatrixFile, MatLoadReadsBackPetscAndHdf5) {
  for (const bool all_on_last_rank : {false, true}) {
    const Folder folder;
    const Sample sample(all_on_last_rank);
    writeMatrix(sample.matrix, folder / "K.petsc", FileFormat::petsc, "K");
    writeVector(sample.vector, folder / "b.petsc", FileFormat::petsc, "b");
    writeMatrix(sample.matrix, folder / "K.h5", FileFormat::hdf5, "K");
    writeVector(sample.vector, folder / "b.h5", FileFormat::hdf5, "b");
    EXPECT_TRUE(equal(Viewer::binary(folder / "b.petsc").vector(sample.vector.get(), "b").get(), sample.vector.get()));
    EXPECT_TRUE(equal(Viewer::hdf5(folder / "b.h5").vector(sample.vector.get(), "b").get(), sample.vector.get()));
    const Matrix binary = Viewer::binary(folder / "K.petsc").matrix("K", sample.matrix.get());
    EXPECT_TRUE(equal(binary.get(), sample.matrix.get()));
    PetscInt block = 0;
    TENON_PETSC(MatGetBlockSize(binary.get(), &block));
    EXPECT_EQ(block, 2);
    // The layout of the sample is not used here because some ranks may have no rows: PETSc 3.18
    // reads the HDF5 file on these ranks, but crashes when it creates the matrix.
    EXPECT_TRUE(
        equal(Viewer::hdf5(folder / "K.h5").matrix("K").get(), Viewer::binary(folder / "K.petsc").matrix("K").get()));
  }
}

TEST(MatrixFile, BinaryIsWhatMatViewWrites) {
  const Folder folder;
  const Sample sample;
  writeMatrix(sample.matrix, folder / "ours", FileFormat::petsc, "K");
  writeVector(sample.vector, folder / "ours_b", FileFormat::petsc, "b");
  const auto view = [&](const std::string& path, auto&& work) {
    PetscViewer viewer = nullptr;
    TENON_PETSC(PetscViewerBinaryOpen(world().mpi(), path.c_str(), FILE_MODE_WRITE, &viewer));
    work(viewer);
    TENON_PETSC(PetscViewerDestroy(&viewer));
    world().barrier();
  };
  view(folder / "petsc", [&](PetscViewer viewer) { TENON_PETSC(MatView(sample.matrix.get(), viewer)); });
  view(folder / "petsc_b", [&](PetscViewer viewer) { TENON_PETSC(VecView(sample.vector.get(), viewer)); });
  for (const char* name : {"", "_b", ".info"})
    EXPECT_TRUE(textOf(folder / (std::string("ours") + name)) == textOf(folder / (std::string("petsc") + name)))
        << name;
}

/// Returns the entries of a text file after its header, as (row, column, value).
std::vector<std::array<double, 3>> entriesOf(std::string text, int header_lines, bool commas) {
  std::replace(text.begin(), text.end(), ',', commas ? ' ' : ',');
  std::istringstream in(text);
  for (int line = 0; line < header_lines; ++line) in.ignore(1000, '\n');
  std::vector<std::array<double, 3>> entries;
  std::string a, b, c;
  while (in >> a >> b >> c) entries.push_back({std::stod(a), std::stod(b), std::stod(c)});
  return entries;
}

TEST(MatrixFile, TextHoldsEveryEntryInOrder) {
  const Folder folder;
  const Sample sample;
  const Eigen::MatrixXd dense = testing::referenceOf(sample.part, 2, false) / 3.0;
  struct Case {
    FileFormat format;
    int header_lines, base;
    double tolerance;
  };
  for (const Case& c : {Case{FileFormat::matrixMarket, 2, 1, 1e-15}, Case{FileFormat::csv, 1, 0, 1e-15},
                        Case{FileFormat::chronoFromZero, 0, 0, 1e-12}, Case{FileFormat::chrono, 0, 1, 1e-12}}) {
    const std::string path = folder / ("K" + fileExtension(c.format));
    writeMatrix(sample.matrix, path, c.format, "K");
    const auto entries = entriesOf(textOf(path), c.header_lines, c.format == FileFormat::csv);
    ASSERT_EQ(entries.size(), 4u * static_cast<std::size_t>((3 * 8 - 2) * (3 * 6 - 2)));
    Eigen::MatrixXd read = Eigen::MatrixXd::Zero(dense.rows(), dense.cols());
    double last = -1.0;
    for (const auto& [row, column, value] : entries) {
      const auto i = static_cast<Eigen::Index>(row) - c.base, j = static_cast<Eigen::Index>(column) - c.base;
      ASSERT_TRUE(i >= 0 && i < dense.rows() && j >= 0 && j < dense.cols());
      read(i, j) = value;
      const double place = static_cast<double>(i * dense.cols() + j);
      EXPECT_GT(place, last) << "rows and columns ascend";
      last = place;
    }
    EXPECT_LE((read - dense).norm(), c.tolerance * dense.norm()) << path;
  }
  EXPECT_THAT(textOf(folder / "K.mtx"),
              ::testing::StartsWith("%%MatrixMarket matrix coordinate real general\n96 96 1408\n1 1 "));
  EXPECT_THAT(textOf(folder / "K.csv"), ::testing::StartsWith("row,column,value\n0,0,"));
  EXPECT_THAT(textOf(folder / "K.dat"), ::testing::ContainsRegex("^1 1 -?[0-9]\\.[0-9]{12}e[+-][0-9]{2}\n"));
}

TEST(MatrixFile, TextOfVectors) {
  const Folder folder;
  const Sample sample;
  writeVector(sample.vector, folder / "b.mtx", FileFormat::matrixMarket, "b");
  writeVector(sample.vector, folder / "b.csv", FileFormat::csv, "b");
  writeVector(sample.vector, folder / "b.dat", FileFormat::chrono, "b");
  std::string market = "%%MatrixMarket matrix array real general\n96 1\n", chrono;
  std::istringstream csv(textOf(folder / "b.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "row,value");
  for (int row = 0; row < 96; ++row) {
    const double value = 1e-7 / (1.0 + row);
    std::getline(csv, line);
    EXPECT_EQ(line.substr(0, line.find(',')), std::to_string(row));
    EXPECT_EQ(std::stod(line.substr(line.find(',') + 1)), value) << "the same number, bit by bit";
    market += line.substr(line.find(',') + 1) + "\n";
    char text[40];
    std::snprintf(text, sizeof text, "%.12e\n", value);
    chrono += text;
  }
  EXPECT_EQ(textOf(folder / "b.mtx"), market);
  EXPECT_EQ(textOf(folder / "b.dat"), chrono);
}

TEST(MatrixFile, RejectsUnsupportedFormats) {
  const Sample sample;
  try {
    fileFormat("hdf");
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("no file format 'hdf'"), HasSubstr("did you mean 'hdf5'")));
  }
  EXPECT_EQ(fileFormat("mm"), FileFormat::matrixMarket);
  for (const std::string& name : fileFormatNames())
    EXPECT_THROW(writeMatrix(sample.matrix, "/none/K", fileFormat(name), "K"), base::FileError) << name;
  Matrix shell;
  TENON_PETSC(MatCreateShell(world().mpi(), 1, 1, PETSC_DETERMINE, PETSC_DETERMINE, nullptr, shell.out()));
  TENON_PETSC(MatSetUp(shell.get()));
  EXPECT_THROW(writeMatrix(shell, "/none/K", FileFormat::csv, "K"), base::InputError);
}

}  // namespace
}  // namespace tenon::la
