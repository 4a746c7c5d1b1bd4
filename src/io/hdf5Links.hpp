// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <hdf5.h>

#include <string>

// An HDF5 file may refer to other files: by external links, by virtual datasets, and by external
// raw data. HDF5 opens whatever file is named, including pipes and devices. These functions reject
// such references.
namespace tenon::io {

/// Returns true if an object exists, checking link by link from the root.
/// @throws FileError if a link on the way leads to another file or is of a user-defined kind
bool existsWithin(hid_t file, const std::string& object);

/// Throws FileError if a link found in a listing leads to another file.
void requireLinkWithin(const H5L_info_t& link, const std::string& name);

/// Throws FileError if the values of a dataset are stored in other files. Called before the extent
/// is queried, for which HDF5 would open these files.
void requireValuesWithin(hid_t dataset);

/// Disables HDF5's access to other files for the whole program: external links and plugins.
void disableExternalAccess();

}  // namespace tenon::io
