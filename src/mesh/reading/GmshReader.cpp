// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "GmshReader.hpp"

#include <memory>

#include "GmshParser.hpp"
#include "base/InputFile.hpp"
#include "base/text.hpp"
#include "mesh/checks/checks.hpp"

namespace tenon::mesh {

RawMesh readGmsh(const std::string& path) {
  const base::InputFile file("the mesh", path);
  const std::size_t size = file.size();
  const std::unique_ptr<char[]> content(new char[size]);  // not initialised, because read() fills it
  file.read(content.get(), size);
  return parseGmsh({content.get(), size}, path);
}

RawMesh parseGmsh(std::string_view content, const std::string& file) {
  return GmshParser(content, file).parse();
}

RawMesh GmshParser::parse() {
  readFormat();
  for (cursor_.skipBlanks(); cursor_.remaining() > 0; cursor_.skipBlanks()) {
    const std::string name(cursor_.line());
    if (name.empty() || name[0] != '$')
      cursor_.fail(
          fmt::format("a section was expected, but '{}' was found.", GmshCursor::printable(name.substr(0, 30))));
    cursor_.setSection(GmshCursor::printable(name));
    readSection(name.substr(1));
  }
  finish();
  return std::move(mesh_);
}

void GmshParser::readFormat() {
  const std::string_view first = cursor_.line();
  if (first == "$NOD")
    failFile("is in Gmsh's format 1: convert it to 4.1 with `gmsh old.msh -save -format msh41 -o new.msh`.");
  if (first != "$MeshFormat")
    failFile(
        "is not a Gmsh mesh: it does not begin with $MeshFormat. Use `tenon convert` to import Abaqus, VTK, "
        "MED, Exodus and other formats.");
  const double version = cursor_.text<double>("the version of the format");
  const auto binary = cursor_.text<std::int64_t>("the file type");
  const auto data_size = cursor_.text<std::int64_t>("the size of a number");
  is_format_4_ = version == 4.1;
  if (!is_format_4_ && !(version >= 2.0 && version < 3.0))
    cursor_.fail(
        fmt::format("format {} is not supported; the supported formats are 2.2 and 4.1. Convert the file to 4.1 with "
                    "`gmsh old.msh -save -format msh41 -o new.msh`.",
                    version));
  if (binary != 0 && binary != 1)
    cursor_.fail(fmt::format("the file type must be 0 (text) or 1 (binary), but is {}.", binary));
  cursor_.line();
  if (binary == 1) {
    cursor_.setBinary(true);
    if (data_size != 8)
      cursor_.fail(fmt::format("numbers must have 8 bytes, but have {} bytes in this file.", data_size));
    const std::int64_t one = cursor_.integer("the integer 1 that indicates the byte order");
    if (one == 0x01000000) cursor_.fail("the file has a different byte order from this machine; save it as text.");
    if (one != 1) cursor_.fail("the integer 1 that indicates the byte order is missing.");
  }
  endSection("MeshFormat");
}

void GmshParser::readSection(const std::string& name) {
  if (name == "PhysicalNames") {
    readPhysicalNames();
  } else if (name == "Entities" && is_format_4_) {
    readEntities();
  } else if (name == "Nodes") {
    if (has_nodes_) cursor_.fail("there is a second section $Nodes, but only one is allowed.");
    has_nodes_ = true;
    is_format_4_ ? readNodes4() : readNodes2();
    numberNodes();
  } else if (name == "Elements") {
    if (!has_nodes_) cursor_.fail("the section $Nodes must come before $Elements.");
    if (has_elements_) cursor_.fail("there is a second section $Elements, but only one is allowed.");
    has_elements_ = true;
    is_format_4_ ? readElements4() : readElements2();
  } else {
    return skipSection(name);
  }
  endSection(name);
}

void GmshParser::skipSection(const std::string& name) {
  if (!cursor_.skipPast("$End" + name))
    cursor_.fail(fmt::format("the file ends before $End{}.", GmshCursor::printable(name)));
  cursor_.line();
}

void GmshParser::endSection(const std::string& name) {
  cursor_.skipBlanks();
  if (cursor_.remaining() == 0) cursor_.fail(fmt::format("the file ends before $End{}.", name));
  if (cursor_.line() != "$End" + name)
    cursor_.fail(fmt::format("the section ${} continues where it should end.", name));
}

void GmshParser::readPhysicalNames() {
  const auto count = cursor_.text<std::int64_t>("the number of physical names");
  for (std::int64_t i = 0; i < count; ++i) {
    const auto dimension = cursor_.text<std::int64_t>("the dimension of a physical group");
    const auto number = cursor_.text<std::int64_t>("the number of a physical group");
    std::string_view name = cursor_.line();
    const std::size_t first = name.find('"'), last = name.rfind('"');
    if (first == std::string_view::npos || last == first || dimension < 0 || dimension > 3)
      cursor_.fail("the previous line must consist of a dimension from 0 to 3, a number and a name in quotes.");
    const std::string_view inner = name.substr(first + 1, last - first - 1);
    names_[{static_cast<int>(dimension), number}] = base::printable(
        base::firstInvalidUtf8(inner) == std::string_view::npos ? std::string(inner) : base::latin1ToUtf8(inner));
  }
}

void GmshParser::readEntities() {
  std::array<std::int64_t, 4> counts;
  for (auto& count : counts) count = cursor_.size("a number of entities");
  for (int dimension = 0; dimension < 4; ++dimension)
    for (std::int64_t i = 0; i < counts[static_cast<std::size_t>(dimension)]; ++i) {
      const std::int64_t tag = cursor_.integer("the number of an entity");
      for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) cursor_.real("a bound of an entity");
      const std::int64_t num_physicals = cursor_.size("the number of physical groups of an entity");
      std::vector<std::int64_t> physicals(cursor_.checkCount(num_physicals, 1, 4, "physical groups of one entity"));
      for (auto& physical : physicals) physical = cursor_.integer("the number of a physical group");
      if (!physicals.empty()) physicals_of_entity_[{dimension, tag}] = std::move(physicals);
      if (dimension == 0) continue;
      const std::int64_t num_bounds = cursor_.size("the number of bounding entities");
      cursor_.checkCount(num_bounds, 1, 4, "bounding entities");
      for (std::int64_t b = 0; b < num_bounds; ++b) cursor_.integer("the number of a bounding entity");
    }
}

void GmshParser::addNode(std::int64_t tag) {
  for (int k = 0; k < 3; ++k) {
    const double x = cursor_.real("a coordinate");
    if (!isCoordinate(x)) cursor_.fail(fmt::format("node {} has the invalid coordinate {}.", tag, x));
    mesh_.points.push_back(x);
  }
}

void GmshParser::readNodes2() {
  const std::int64_t claimed = cursor_.text<std::int64_t>("the number of nodes");
  const std::size_t count = cursor_.checkCount(claimed, 4, 28, "nodes");
  cursor_.line();
  mesh_.node_tags.reserve(count);
  mesh_.points.reserve(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    mesh_.node_tags.push_back(cursor_.integer("the number of a node"));
    addNode(mesh_.node_tags.back());
  }
}

void GmshParser::readNodes4() {
  const std::int64_t num_blocks = cursor_.size("the number of blocks of nodes");
  const std::size_t count = cursor_.checkCount(cursor_.size("the number of nodes"), 4, 32, "nodes");
  for (int i = 0; i < 2; ++i) cursor_.size("the smallest or the largest node number");
  mesh_.node_tags.reserve(count);
  mesh_.points.reserve(3 * count);
  for (std::int64_t b = 0; b < num_blocks; ++b) {
    const std::int64_t dimension = cursor_.integer("the dimension of an entity");
    cursor_.integer("the number of an entity");
    const bool parametric = cursor_.integer("the flag for parametric nodes") != 0;
    const std::size_t here = cursor_.checkCount(cursor_.size("the number of nodes of an entity"), 4, 32, "nodes");
    if (here > count - mesh_.node_tags.size())
      cursor_.fail(fmt::format("the section contains more nodes than declared ({}).", count));
    const std::size_t first = mesh_.node_tags.size();
    for (std::size_t i = 0; i < here; ++i) mesh_.node_tags.push_back(cursor_.size("the number of a node"));
    for (std::size_t i = 0; i < here; ++i) {
      addNode(mesh_.node_tags[first + i]);
      for (std::int64_t k = 0; parametric && k < std::min<std::int64_t>(dimension, 3); ++k)
        cursor_.real("a parameter of a node");
    }
  }
  if (mesh_.node_tags.size() != count)
    cursor_.fail(
        fmt::format("the declared number of nodes is {}, but the section contains {}.", count, mesh_.node_tags.size()));
}

void GmshParser::numberNodes() {
  if (mesh_.numNodes() > static_cast<std::size_t>(INT32_MAX))
    failFile("has more than 2^31 - 1 nodes; use a partitioned HDF5 mesh.");
  const std::int64_t twice = numbers_.build(mesh_.node_tags);
  if (twice != -1) failFile(fmt::format("defines node {} twice.", twice));
}

}  // namespace tenon::mesh
