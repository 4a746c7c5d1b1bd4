#pragma once
#include <hdf5.h>

#include <string>

// An HDF5 file may say that a part of it lies in another file: by links, by datasets that are mosaics of others, by
// rows in a file without format. HDF5 opens whatever stands there, pipes and devices too. These functions refuse it.
namespace tenon::io {

/// Returns whether an object exists, link by link from the root. FileError if a link on the way leads to another file,
/// or is of a kind that HDF5 does not know by itself.
bool existsWithin(hid_t file, const std::string& object);

/// FileError if a link that a listing has found leads to another file.
void requireLinkWithin(const H5L_info_t& link, const std::string& name);

/// FileError if the values of a dataset lie in other files. Before anything is asked of its extent, for which HDF5
/// would open them.
void requireValuesWithin(hid_t dataset);

/// Takes away HDF5's means to leave a file by itself, for the whole program: external links and plugins.
void confineHdf5();

}  // namespace tenon::io
