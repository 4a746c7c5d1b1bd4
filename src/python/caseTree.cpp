// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "caseTree.hpp"

#include "tenon/base/Error.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;

/// Returns a scalar of a case as a number or a Boolean if it represents one, otherwise as a string.
py::object scalarOf(const base::CaseNode& node) {
  const std::string text = node.scalar();
  if (text == "true" || text == "false") return py::bool_(text == "true");
  try {
    if (!node.isNumber()) return py::str(text);
  } catch (const base::InputError&) {
    return py::str(text);  // a leading zero, which is reported where the value is read
  }
  const bool is_integer = text.find_first_not_of("+-0123456789") == std::string::npos;
  return is_integer ? py::object(py::int_(py::str(text))) : py::object(py::float_(py::str(text)));
}

}  // namespace

py::object objectOf(const base::CaseNode& node) {
  if (!node.isDefined()) return py::none();
  if (node.isMap()) {
    py::dict block;
    for (const std::string& key : node.keys()) block[py::str(key)] = objectOf(node[key]);
    return std::move(block);
  }
  if (!node.isList()) return scalarOf(node);
  py::list list;
  for (const base::CaseNode& item : node.items()) list.append(objectOf(item));
  return std::move(list);
}

}  // namespace tenon::python
