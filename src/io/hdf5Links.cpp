// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5Links.hpp"

#include <fmt/format.h>

#include "Hdf5Handle.hpp"
#include "base/quote.hpp"
#include "tenon/base/check.hpp"

namespace tenon::io {

bool existsWithin(hid_t file, const std::string& object) {
  for (std::size_t end = object.find('/', 1);; end = object.find('/', end + 1)) {
    const std::string part = object.substr(0, end);
    if (part != "/") {
      if (TENON_HDF5(H5Lexists(file, part.c_str(), H5P_DEFAULT)) == 0) return false;
      H5L_info_t link{};
      TENON_HDF5(H5Lget_info(file, part.c_str(), &link, H5P_DEFAULT));
      requireLinkWithin(link, part);
    }
    if (end == std::string::npos) return true;
  }
}

void requireLinkWithin(const H5L_info_t& link, const std::string& name) {
  if (link.type == H5L_TYPE_HARD || link.type == H5L_TYPE_SOFT) return;
  throw base::FileError(
      fmt::format("{} is a link to another file, but such links are not followed: store the data in this file (with "
                  "h5copy or h5repack).",
                  base::quote(name)));
}

void requireValuesWithin(hid_t dataset) {
  const Hdf5Handle properties(TENON_HDF5(H5Dget_create_plist(dataset)), H5Pclose);
  if (H5Pget_layout(properties.id()) != H5D_VIRTUAL && TENON_HDF5(H5Pget_external_count(properties.id())) == 0) return;
  throw base::FileError(
      "the values of the dataset are stored in other files, but values are read only from this file: store the values "
      "in it (with h5repack -l CONTI).");
}

void disableExternalAccess() {
  static const bool is_done = [] {
    H5Lunregister(H5L_TYPE_EXTERNAL);  // access by a soft link then fails
    H5PLset_loading_state(0);          // filters of a file would be loaded from libraries
    return true;
  }();
  static_cast<void>(is_done);
}

}  // namespace tenon::io
