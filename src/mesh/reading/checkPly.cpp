#include "checkPly.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>
#include <vector>

#include "tenon/base/Error.hpp"

namespace tenon::mesh {
namespace {

enum class PlyKind : std::uint8_t { whole, unsigned_whole, real };
struct PlyType {
  PlyKind kind;
  std::size_t size;
};

const std::map<std::string, PlyType> ply_types{{"char", {PlyKind::whole, 1}},
                                               {"int8", {PlyKind::whole, 1}},
                                               {"uchar", {PlyKind::unsigned_whole, 1}},
                                               {"uint8", {PlyKind::unsigned_whole, 1}},
                                               {"short", {PlyKind::whole, 2}},
                                               {"int16", {PlyKind::whole, 2}},
                                               {"ushort", {PlyKind::unsigned_whole, 2}},
                                               {"uint16", {PlyKind::unsigned_whole, 2}},
                                               {"int", {PlyKind::whole, 4}},
                                               {"int32", {PlyKind::whole, 4}},
                                               {"uint", {PlyKind::unsigned_whole, 4}},
                                               {"uint32", {PlyKind::unsigned_whole, 4}},
                                               {"float", {PlyKind::real, 4}},
                                               {"float32", {PlyKind::real, 4}},
                                               {"double", {PlyKind::real, 8}},
                                               {"float64", {PlyKind::real, 8}}};

class PlyCheck {
 public:
  PlyCheck(const std::string& contents, const std::string& path) : text_(contents), path_(path) {}

  void check() {
    readHeader();
    for (const Element& element : elements_)
      for (std::int64_t i = 0; i < element.count; ++i)
        for (const Property& property : element.properties) checkProperty(element, property);
  }

 private:
  struct Property {
    PlyType type;
    bool is_list;
    PlyType count;
  };
  struct Element {
    std::string name;
    std::int64_t count;
    std::vector<Property> properties;
  };

  [[noreturn]] void fail(const std::string& why) const {
    throw base::FileError(fmt::format("'{}' is damaged: {}.", path_, why));
  }

  void readHeader() {
    for (std::string line;;) {
      const std::size_t end = text_.find('\n', at_);
      if (end == std::string::npos) fail("its header has no end");
      std::istringstream words(text_.substr(at_, end - at_));
      at_ = end + 1;
      std::string first;
      words >> first;
      if (first == "end_header") return;
      if (first == "format") words >> format_;
      if (first == "element") readElement(words);
      if (first == "property") readProperty(words);
    }
  }

  void readElement(std::istringstream& words) {
    Element element{};
    if (!(words >> element.name >> element.count) || element.count < 0) fail("its header has a wrong element");
    if (element.name == "vertex") num_vertices_ = element.count;
    elements_.push_back(element);
  }

  void readProperty(std::istringstream& words) {
    std::string first, count, type;
    words >> first;
    const bool is_list = first == "list";
    if (is_list) words >> count >> type;
    const auto of_values = ply_types.find(is_list ? type : first), of_count = ply_types.find(count);
    if (elements_.empty() || of_values == ply_types.end() ||
        (is_list && (of_count == ply_types.end() || of_count->second.kind == PlyKind::real)))
      fail("its header has a wrong property");
    elements_.back().properties.push_back(
        {of_values->second, is_list, is_list ? of_count->second : PlyType{PlyKind::whole, 0}});
  }

  void checkProperty(const Element& element, const Property& property) {
    const double count = property.is_list ? read(property.count) : 1.0;
    if (!(count >= 0.0)) fail(fmt::format("a list of a {} has no length", element.name));
    for (double i = 0; i < count; ++i) {
      const double value = read(property.type);
      if (property.is_list && element.name == "face" && property.type.kind != PlyKind::real &&
          !(value >= 0.0 && value < static_cast<double>(num_vertices_)))
        fail(fmt::format("a face names the vertex {:.0f} of {}", value, num_vertices_));
    }
  }

  double read(const PlyType& type) { return format_ == "ascii" ? readText() : readBytes(type); }

  double readText() {
    const char* const begin = text_.c_str() + at_;
    char* end = nullptr;
    const double value = std::strtod(begin, &end);
    if (end == begin) fail("it ends too early, or something in it is no number");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  double readBytes(const PlyType& type) {
    if (at_ + type.size > text_.size()) fail("it ends too early");
    const bool has_highest_first = format_ == "binary_big_endian";
    std::int64_t value = 0;
    for (std::size_t i = 0; i < type.size; ++i) {
      const std::size_t byte = at_ + (has_highest_first ? type.size - 1 - i : i);
      value |= static_cast<std::int64_t>(static_cast<unsigned char>(text_[byte])) << (8 * i);
    }
    at_ += type.size;
    if (type.kind == PlyKind::real) return 0.0;  // any will do
    const std::int64_t range = std::int64_t{1} << (8 * type.size);
    return static_cast<double>(type.kind == PlyKind::whole && value >= range / 2 ? value - range : value);
  }

  const std::string& text_;
  const std::string& path_;
  std::size_t at_ = 0;
  std::string format_;
  std::vector<Element> elements_;
  std::int64_t num_vertices_ = 0;
};

}  // namespace

void checkPly(const std::string& contents, const std::string& path) {
  PlyCheck(contents, path).check();
}

}  // namespace tenon::mesh
