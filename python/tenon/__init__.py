# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Distributed-memory assembly and solution of constrained mechanics.

`tenon.open()` opens a case, whose matrices are objects of petsc4py and whose states are NumPy
arrays. The modules of the package are imported on first use; `tenon.results` needs neither MPI nor
PETSc. If the program has imported mpi4py before and has several ranks, the import of this package
initialises PETSc, since only a part of the ranks may use it afterwards.
"""
from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import (
        analyses, blocks, conditions, constraints, contact_solvers, contacts, contributors,
        descriptor, errors, forces, gradients, histories, interactions, joint_conditions, mappings,
        masses, materials, matrices, model, output_fields, pictures, registries, results, shapes,
        simulation, solvers, states, steppers, studies, systems, testing,
    )
    from .contributors import (
        CellForce, Constraint, ForceField, Mapping, TupleConstraint, TupleForce, TupleMapping, norm,
    )
    from .descriptor import Descriptor
    from .errors import Error, FileError, InputError, InternalError, NotConvergedError
    from .gradients import (
        CellFieldGradient, Function, Gradient, Objective, Optimum, Progress, TaylorTest, as_function, gradient,
        minimise, taylor_test,
    )
    from .matrices import dense, gather, local_csr, scipy
    from .mesh import mesh
    from .model import Model, Object
    from .simulation import Simulation, Step, open, set_log_level
    from .states import Body
    from .studies import Study, study

    __version__: str

#: Module in which each public name is defined.
_MODULE_OF = {
    "Body": "states",
    "CellForce": "contributors",
    "Constraint": "contributors",
    "ForceField": "contributors",
    "Mapping": "contributors",
    "TupleConstraint": "contributors",
    "TupleForce": "contributors",
    "TupleMapping": "contributors",
    "norm": "contributors",
    "Descriptor": "descriptor",
    "Error": "errors",
    "FileError": "errors",
    "InputError": "errors",
    "InternalError": "errors",
    "NotConvergedError": "errors",
    "CellFieldGradient": "gradients",
    "Function": "gradients",
    "Gradient": "gradients",
    "Objective": "gradients",
    "Optimum": "gradients",
    "Progress": "gradients",
    "TaylorTest": "gradients",
    "as_function": "gradients",
    "gradient": "gradients",
    "minimise": "gradients",
    "taylor_test": "gradients",
    "Model": "model",
    "Object": "model",
    "Simulation": "simulation",
    "Step": "simulation",
    "Study": "studies",
    "dense": "matrices",
    "gather": "matrices",
    "local_csr": "matrices",
    "open": "simulation",
    "scipy": "matrices",
    "set_log_level": "simulation",
    "study": "studies",
}
__all__ = [
    "Body", "CellFieldGradient", "CellForce", "Constraint", "Descriptor", "Error", "FileError", "ForceField",
    "Function", "Gradient", "InputError", "InternalError", "Mapping", "Model", "NotConvergedError", "Object",
    "Objective", "Optimum", "Progress", "Simulation", "Step", "Study", "TaylorTest", "TupleConstraint", "TupleForce",
    "TupleMapping", "as_function", "dense", "gather", "gradient", "local_csr", "minimise", "norm", "open",
    "scipy", "set_log_level", "study", "taylor_test",
    # modules
    "contributors", "descriptor", "errors", "gradients", "matrices", "mesh", "model", "pictures", "registries",
    "results", "simulation", "states", "studies", "testing",
    # modules with constructors of the entries of a case, see tenon.registries
    "analyses", "blocks", "conditions", "constraints", "contact_solvers", "contacts", "forces",
    "histories", "interactions", "joint_conditions", "mappings", "masses", "materials",
    "output_fields", "shapes", "solvers", "steppers", "systems",
]


if not TYPE_CHECKING:  # type checkers report names that do not exist
    def __getattr__(name: str) -> Any:
        """Imports the module that defines a name when it is used for the first time."""
        if name in _MODULE_OF:
            value = getattr(importlib.import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
            globals()[name] = value
            return value
        if name in __all__:
            return importlib.import_module(f"{__name__}.{name}")
        if name == "__version__":
            return importlib.import_module(f"{__name__}._library")._tenon.__version__
        raise AttributeError(f"module 'tenon' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted([*globals(), *__all__])


def _initialise_on_several_ranks() -> None:
    """Initialises PETSc if the program has imported mpi4py and has several ranks. Collective.

    The initialisation of PETSc is collective over all ranks. Without PETSc, `tenon.results` remains
    usable, and the first use of another module reports the error.
    """
    mpi = sys.modules.get("mpi4py.MPI")
    if mpi is not None and mpi.Is_initialized() and not mpi.Is_finalized() and mpi.COMM_WORLD.size > 1:
        try:
            importlib.import_module(f"{__name__}._library")
        except ImportError:
            pass


_initialise_on_several_ranks()
