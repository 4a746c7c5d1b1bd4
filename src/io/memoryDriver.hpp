// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <hdf5.h>

#include <memory>

#include "MemoryImage.hpp"

namespace tenon::io {

/// Configures access properties so that files opened with them are stored in `image`, which the
/// files co-own. `image` must stay at its address while the properties are used. HDF5 is never
/// informed of failures, so that it closes files in order; query MemoryImage::isIncomplete()
/// afterwards.
void setMemoryDriver(hid_t access_properties, const std::shared_ptr<MemoryImage>& image);

}  // namespace tenon::io
