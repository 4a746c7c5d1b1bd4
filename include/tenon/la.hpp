#pragma once
// Degrees of freedom of distributed states, and the vectors and matrices over them. Contributors
// add forces and derivatives through the classes declared here.
#include "tenon/la/Accumulator.hpp"
#include "tenon/la/CombinedLayout.hpp"
#include "tenon/la/ConstraintMatrix.hpp"
#include "tenon/la/Halo.hpp"
#include "tenon/la/Layout.hpp"
#include "tenon/la/SaddleMatrix.hpp"
#include "tenon/la/State.hpp"
#include "tenon/la/assembly/AijArrays.hpp"
#include "tenon/la/assembly/BlockMatrix.hpp"
#include "tenon/la/assembly/BlockPattern.hpp"
#include "tenon/la/assembly/PageArray.hpp"
#include "tenon/la/assembly/RowTable.hpp"
#include "tenon/la/contributions.hpp"
#include "tenon/la/handles.hpp"
