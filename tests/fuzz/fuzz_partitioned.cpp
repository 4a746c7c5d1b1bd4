// A mesh, or an error that a person can read, comes out of a partitioned mesh whatever its numbers say, and whatever
// its bytes are. An input is a list of changes: of what the datasets hold, in a file that HDF5 itself accepts; or of
// single bytes and of the length of the file.
#include <hdf5.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Runtime.hpp"
#include "tenon/mesh/GmshReader.hpp"
#include "tenon/mesh/Mesh.hpp"
#include "tenon/mesh/partitioned.hpp"

namespace {

using namespace tenon;

/// Two tetrahedra, a face of each in a group.
constexpr const char* small_mesh = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
3 1 "body"
2 2 "skin"
$EndPhysicalNames
$Nodes
5
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
5 1 1 1
$EndNodes
$Elements
4
1 4 2 1 1 1 2 3 4
2 4 2 1 1 2 3 4 5
3 2 2 2 2 1 2 3
4 2 2 2 2 3 4 5
$EndElements
)";

/// The next numbers of an input; zeros after its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  bool isEmpty() const { return at_ == end_; }
  std::uint8_t byte() { return isEmpty() ? std::uint8_t{0} : *at_++; }
  std::size_t below(std::size_t count) { return (byte() + std::size_t{256} * byte()) % count; }

 private:
  const std::uint8_t *at_, *end_;
};

herr_t addName(hid_t, const char* name, const H5O_info_t* info, void* names) {
  if (info->type == H5O_TYPE_DATASET) static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

/// One good file, and its damaged copies at one place.
class Files {
 public:
  Files() {
    const mesh::RawMesh raw = mesh::parseGmsh(small_mesh, "small.msh");
    mesh::writePartitioned(raw, {0, 1}, 2, path_);
    std::ifstream file(path_, std::ios::binary);
    good_.assign(std::istreambuf_iterator<char>(file), {});
    const hid_t opened = H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    H5Ovisit(opened, H5_INDEX_NAME, H5_ITER_INC, addName, &datasets_);
    H5Fclose(opened);
  }
  ~Files() { ::unlink(path_.c_str()); }

  const std::string& path() const { return path_; }

  void damage(Input input) const {
    if (input.below(4) == 0) return damageBytes(input);
    std::ofstream(path_, std::ios::binary).write(good_.data(), static_cast<std::streamsize>(good_.size()));
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    for (int change = 0; change < 8 && !input.isEmpty(); ++change)
      damage(file, datasets_[input.below(datasets_.size())], input);
    H5Fclose(file);
  }

 private:
  void damageBytes(Input input) const {
    std::string bytes = good_;
    if (input.below(8) == 0) bytes.resize(input.below(bytes.size()));
    for (int change = 0; change < 8 && !input.isEmpty() && !bytes.empty(); ++change) {
      const std::size_t at = input.below(bytes.size());
      bytes[at] = static_cast<char>(input.byte());
    }
    std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  static void damage(hid_t file, const std::string& name, Input& input) {
    const hid_t dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
    const hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    const H5T_class_t kind = H5Tget_class(type);
    const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
    if (kind == H5T_INTEGER && count > 0) {
      std::vector<std::int64_t> values(count);
      H5Dread(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      values[input.below(count)] = integer(input, values[input.below(count)]);
      write(file, name, dataset, space, input, H5T_NATIVE_INT64, values);
    } else if (kind == H5T_FLOAT && count > 0) {
      std::vector<double> values(count);
      H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      values[input.below(count)] = real(input, values[input.below(count)]);
      write(file, name, dataset, space, input, H5T_NATIVE_DOUBLE, values);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(dataset);
  }

  static std::int64_t integer(Input& input, std::int64_t other) {
    switch (input.below(6)) {
      case 0:
        return -1;
      case 1:
        return std::numeric_limits<std::int64_t>::max();
      case 2:
        return std::numeric_limits<std::int64_t>::min();
      case 3:
        return other;
      case 4:
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(other) + 1);
      default:
        return input.byte();
    }
  }
  static double real(Input& input, double other) {
    switch (input.below(4)) {
      case 0:
        return std::nan("");
      case 1:
        return std::numeric_limits<double>::infinity();
      case 2:
        return 1e300;
      default:
        return other;
    }
  }

  /// In place, or as a dataset of another size, shape or type.
  template <class Value>
  static void write(hid_t file, const std::string& name, hid_t dataset, hid_t space, Input& input, hid_t type,
                    std::vector<Value> values) {
    const std::size_t way = input.below(8);
    if (way < 5) {
      H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      return;
    }
    hsize_t sizes[H5S_MAX_RANK];
    const int rank = H5Sget_simple_extent_dims(space, sizes, nullptr);
    H5Ldelete(file, name.c_str(), H5P_DEFAULT);
    if (way == 5) return;
    sizes[input.below(static_cast<std::size_t>(rank))] = input.byte() % 7;
    hsize_t total = 1;
    for (int i = 0; i < rank; ++i) total *= sizes[i];
    values.resize(static_cast<std::size_t>(total));
    const hid_t new_space = H5Screate_simple(rank, sizes, nullptr);
    const hid_t made = H5Dcreate2(file, name.c_str(), way == 6 ? type : H5T_NATIVE_INT8, new_space, H5P_DEFAULT,
                                  H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(made);
    H5Sclose(new_space);
  }

  std::string path_ = "/dev/shm/tenon-fuzz-" + std::to_string(::getpid()) + ".h5", good_;
  std::vector<std::string> datasets_;
};

std::optional<base::Runtime> runtime;
std::optional<Files> files;

void finish() {
  files.reset();
  runtime.reset();
}

}  // namespace

/// MPI starts before the clock of the first input does.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  runtime.emplace();
  files.emplace();
  return std::atexit(finish);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  files->damage(Input(data, size));
  try {
    mesh::readPartitioned(base::Communicator::world(), files->path());
  } catch (const base::FileError&) {
  } catch (const base::InputError&) {
  }
  return 0;
}
