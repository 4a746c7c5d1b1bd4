#pragma once
#include <hdf5.h>

#include <memory>

#include "tenon/io/MemoryImage.hpp"

namespace tenon::io {

/// Makes files that are opened with these access properties live in `image`, of which they are owners, too. `image` has
/// to stay at its address while the properties are used. HDF5 never learns of a failure there, so that it closes in
/// order: MemoryImage::isIncomplete() tells it afterwards.
void setMemoryDriver(hid_t access_properties, const std::shared_ptr<MemoryImage>& image);

}  // namespace tenon::io
