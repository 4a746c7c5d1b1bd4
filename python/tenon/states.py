# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Objects of a simulation, with NumPy views of their states."""
from __future__ import annotations

import weakref
from typing import Any, List

import numpy as np
from numpy.typing import NDArray

from ._library import _tenon

#: View of an array of the simulation, [local nodes, unknowns of a node].
View = NDArray[np.float64]


class Body:
    """Object of a simulation: its mesh and its state on this rank.

    Arrays have one row per local node. The nodes that this rank owns come first, [0, num_owned);
    they are followed by ghosts, which are copies of nodes of other ranks. After owned nodes have
    been changed, `update()` copies their values to the ghosts.

    `displacement`, `velocity` and `acceleration` are views: they change with the state, and the
    state changes with them. A view remains readable after the simulation has been closed. It then
    becomes read-only, as it does if new ghosts have replaced the array of the state.
    """

    def __init__(self, session: _tenon.Session, name: str) -> None:
        self._state = _tenon.ObjectState(session, name)
        self._views: List[tuple[_tenon.Quantity, int, weakref.ref[View]]] = []

    def __repr__(self) -> str:
        return f"<tenon.Body '{self.name}'>"

    # -- state ------------------------------------------------------------------------------------

    def _view(self, quantity: _tenon.Quantity) -> View:
        """Returns a view, and remembers it until it is collected."""
        self._detach_replaced()
        view = self._state.view(quantity)
        self._views.append((quantity, self._state.address(quantity), weakref.ref(view)))
        return view

    def _detach_replaced(self) -> None:
        """Makes views of replaced arrays read-only."""
        kept = []
        for quantity, address, reference in self._views:
            view = reference()
            if view is None:
                continue
            if address == self._state.address(quantity):
                kept.append((quantity, address, reference))
            else:
                view.flags.writeable = False
        self._views = kept

    def _detach(self) -> None:
        """Makes all views read-only, because the simulation is closed."""
        for _, _, reference in self._views:
            view = reference()
            if view is not None:
                view.flags.writeable = False
        self._views = []

    @property
    def displacement(self) -> View:
        """Displacements from the reference configuration; rotation vectors for rigid bodies."""
        return self._view(_tenon.Quantity.displacement)

    @displacement.setter
    def displacement(self, values: Any) -> None:
        self.displacement[:] = values

    @property
    def velocity(self) -> View:
        """Velocities."""
        return self._view(_tenon.Quantity.velocity)

    @velocity.setter
    def velocity(self, values: Any) -> None:
        self.velocity[:] = values

    @property
    def acceleration(self) -> View:
        """Accelerations."""
        return self._view(_tenon.Quantity.acceleration)

    @acceleration.setter
    def acceleration(self, values: Any) -> None:
        self.acceleration[:] = values

    @property
    def reference(self) -> View:
        """Reference configuration, which cannot be changed."""
        view = self._state.view(_tenon.Quantity.reference)
        view.flags.writeable = False
        return view

    @property
    def position(self) -> View:
        """Current positions of the nodes as a new array; the values of scalar objects."""
        columns = self._state.dimension or self._state.block
        position: View = self.reference[:, :columns] + self._state.view(_tenon.Quantity.displacement)[:, :columns]
        position.flags.writeable = False
        return position

    def update(self) -> None:
        """Copies displacements, velocities and accelerations to the ghosts. Collective.

        Mapped objects are then updated from their parents. The state of a mapped object is
        otherwise updated only when the solver evaluates it.
        """
        self._state.update()

    # -- mesh -------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Name of the object."""
        return self._state.name

    @property
    def num_owned(self) -> int:
        """Number of nodes that this rank owns."""
        return self._state.num_owned

    @property
    def num_local(self) -> int:
        """Number of nodes on this rank, with ghosts."""
        return self._state.num_local

    @property
    def num_nodes(self) -> int:
        """Number of nodes on all ranks."""
        return self._state.num_global

    @property
    def global_numbers(self) -> NDArray[np.int64]:
        """Number of each local node among the nodes of all ranks."""
        return self._state.global_numbers

    @property
    def tags(self) -> NDArray[np.int64]:
        """Number of each local node in the mesh file. Ghosts that belong to no cell have none."""
        return self._state.tags

    @property
    def groups(self) -> list[str]:
        """Names of the groups of the mesh."""
        return self._state.groups

    def nodes(self, group: str, *, ghosts: bool = False) -> NDArray[np.int32]:
        """Returns the local numbers of the nodes of a group, in ascending order. Collective.

        Args:
            group: name of the group.
            ghosts: includes ghosts; by default, the nodes that this rank owns.

        Raises:
            InputError: if there is no such group.
        """
        return self._state.nodes(group, ghosts)

    @property
    def cell_types(self) -> list[str]:
        """Types of the cells, such as "tet10"."""
        return self._state.cell_types

    def cells(self, type: str, *, ghosts: bool = False) -> NDArray[np.int32]:
        """Returns the local node numbers of the cells of a type, [cells, nodes of a cell].

        Args:
            type: type of the cells, one of `cell_types`.
            ghosts: includes cells of other ranks that contain owned nodes.

        Raises:
            InputError: if there are no such cells.
        """
        return self._state.cells(type, ghosts)
