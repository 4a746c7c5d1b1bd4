# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Models that a program creates without a case file."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Optional, Sequence, Union

from ._case_text import plain, yaml_text
from ._library import _tenon
from .errors import InputError
from .mesh import Mesh
from .simulation import PetscOptions, Simulation, _settings, _words

if TYPE_CHECKING:
    from mpi4py import MPI

#: Contributor of a model: an entry, as the constructors in `tenon.forces` and others return it, or
#: a function that creates a contributor in Python from the object `find`.
Contributor = Union[Mapping[str, Any], Callable[[Any], Any]]
Entries = Union[Mapping[str, Any], Sequence[Mapping[str, Any]]]
Contributors = Union[Contributor, Sequence[Contributor]]

_CONTRIBUTOR_LISTS = ("interactions", "constraints")


def _listed(entries: Any) -> list[Any]:
    """Returns entries as a list; a single entry becomes a list of one."""
    if entries is None:
        return []
    if isinstance(entries, Mapping) or callable(entries):
        return [entries]
    return list(entries)


def _require_known(keys: Sequence[str], known: Sequence[str], called: str) -> None:
    """Raises a TypeError for an unknown keyword, with the nearest known one."""
    for key in keys:
        if key not in known:
            near = _tenon.nearest_name(key, list(known))
            hint = f"; did you mean {near!r}?" if near else f"; the choices are: {', '.join(known)}."
            raise TypeError(f"{called} has no keyword {key!r}{hint}")


def _name_of(contributor: Any) -> str:
    """Returns the name of a contributor in Python for messages."""
    code = getattr(contributor, "__code__", None)
    name = getattr(contributor, "__qualname__", type(contributor).__qualname__)
    return f"{name} ({os.path.basename(code.co_filename)}:{code.co_firstlineno})" if code else str(name)


class Object:
    """Object of a model: mesh, forces, masses, conditions and other keys of a case.

    `Model.object()` creates it.
    """

    def __init__(
        self,
        name: str,
        mesh: Mesh | str | os.PathLike[str] | None = None,
        *,
        material: Mapping[str, Any] | None = None,
        forces: Contributors | None = None,
        masses: Entries | None = None,
        conditions: Entries | None = None,
        shapes: Entries | None = None,
        mapping: Contributor | None = None,
        **keys: Any,
    ) -> None:
        #: Name of the object.
        self.name = name
        #: Mesh in memory, or path of a mesh file; None if the object has none.
        self.mesh = mesh
        #: Forces: entries, or functions that create contributors in Python.
        self.forces: list[Contributor] = _listed(forces)
        if material is not None:
            self.forces.insert(0, {"type": "elastic", "material": material})
        #: Masses.
        self.masses: list[Mapping[str, Any]] = _listed(masses)
        #: Dirichlet conditions.
        self.conditions: list[Mapping[str, Any]] = _listed(conditions)
        #: Contact shapes of rigid bodies.
        self.shapes: list[Mapping[str, Any]] = _listed(shapes)
        #: Mapping to the parents of the object: an entry, or a function that creates it in Python.
        self.mapping: Optional[Contributor] = mapping
        _require_known(list(keys), _tenon.object_keys(), f"the object {name!r}")
        #: Other keys of the object, such as `space`, `groups` and `thickness`.
        self.keys: dict[str, Any] = dict(keys)

    def __repr__(self) -> str:
        return f"<tenon object {self.name!r}>"

    def _tree(self, model: str) -> dict[str, Any]:
        """Returns the block of the object in a case, without what exists in Python only."""
        tree: dict[str, Any] = {}
        if isinstance(self.mesh, Mesh):
            tree["mesh"] = f"mesh of {self.name}"
        elif self.mesh is not None:
            tree["mesh"] = os.fspath(self.mesh)
        tree.update(self.keys)
        for key in ("forces", "masses", "conditions", "shapes"):
            entries = getattr(self, key)
            if entries:
                tree[key] = [None if key == "forces" and callable(entry) else entry for entry in entries]
        if self.mapping is not None and not callable(self.mapping):
            tree["mapping"] = self.mapping
        plain_tree: dict[str, Any] = plain(tree, f"{model}.objects.{self.name}")
        return plain_tree


class Model:
    """Model with objects, contributors, analysis and solver, as a case file describes them.

    >>> import tenon
    >>> from tenon import analyses, conditions, forces, materials
    >>> model = tenon.Model(analysis=analyses.static())
    >>> steel = materials.linear_elastic(young=200e3, poisson=0.3)
    >>> block = model.object("block", mesh="block.msh", material=steel)
    >>> block.conditions.append(conditions.fixed(group="base"))

    Args:
        tree: blocks of the case by key, as in a case file.
        name: name of the model in messages and of its results.
        folder: folder from which relative names of files start.
        blocks: other blocks of the case by key: `analysis`, `solver`, `output` and others.

    Raises:
        TypeError: if there is no block of this name.
    """

    def __init__(
        self,
        tree: Mapping[str, Any] | None = None,
        *,
        name: str = "model",
        folder: str | os.PathLike[str] = "",
        **blocks: Any,
    ) -> None:
        _require_known(list(blocks), _tenon.top_keys(), "the model")
        self.name = name
        self.folder = os.fspath(folder)
        whole = {**(tree or {}), **blocks}
        #: Objects by name.
        self.objects: dict[str, Object] = {}
        for called, block in dict(whole.pop("objects", None) or {}).items():
            self.objects[called] = block if isinstance(block, Object) else self._object_of(called, block)
        #: Interactions: entries, or functions that create contributors in Python.
        self.interactions: list[Contributor] = _listed(whole.pop("interactions", None))
        #: Constraints: entries, or functions that create contributors in Python.
        self.constraints: list[Contributor] = _listed(whole.pop("constraints", None))
        #: Contacts of deformable or of rigid bodies.
        self.contacts: list[Mapping[str, Any]] = _listed(whole.pop("contacts", None))
        #: Dirichlet conditions between objects.
        self.conditions: list[Mapping[str, Any]] = _listed(whole.pop("conditions", None))
        #: Block `analysis`; None: a static analysis.
        self.analysis: Optional[Mapping[str, Any]] = whole.pop("analysis", None)
        #: Block `output`; None: all default fields.
        self.output: Union[Mapping[str, Any], str, None] = whole.pop("output", None)
        #: Block `solver`; None: a suitable preset.
        self.solver: Optional[Mapping[str, Any]] = whole.pop("solver", None)
        #: PETSc options.
        self.petsc: Optional[Mapping[str, Any]] = whole.pop("petsc", None)
        #: Other blocks, such as `title`, `system` and `rayleigh`.
        self.blocks: dict[str, Any] = whole

    @staticmethod
    def _object_of(name: str, block: Any) -> Object:
        """Returns the object of a block; a block of the wrong form is reported by `check()`."""
        made = Object(name)
        if not isinstance(block, Mapping):
            raise TypeError(f"The object {name!r} must be a block of keys and values, but is {block!r}.")
        rest = dict(block)
        made.mesh = rest.pop("mesh", None)
        for key in ("forces", "masses", "conditions", "shapes"):
            setattr(made, key, _listed(rest.pop(key, None)))
        made.mapping = rest.pop("mapping", None)
        made.keys = rest
        return made

    def object(
        self,
        name: str,
        mesh: Mesh | str | os.PathLike[str] | None = None,
        *,
        material: Mapping[str, Any] | None = None,
        forces: Contributors | None = None,
        masses: Entries | None = None,
        conditions: Entries | None = None,
        shapes: Entries | None = None,
        mapping: Contributor | None = None,
        **keys: Any,
    ) -> Object:
        """Adds an object and returns it.

        Args:
            name: name of the object.
            mesh: mesh in memory, or path of a mesh file.
            material: material of the object; adds the force `elastic` with this material.
            forces: forces, see `tenon.forces`; functions create contributors in Python.
            masses: masses, see `tenon.masses`.
            conditions: Dirichlet conditions, see `tenon.conditions`.
            shapes: contact shapes of rigid bodies, see `tenon.shapes`.
            mapping: mapping to other objects, see `tenon.mappings`, or a function.
            keys: other keys of an object in a case, such as `space`, `groups` or `bodies`.

        Raises:
            ValueError: if there is an object of this name.
            TypeError: if there is no key of this name.
        """
        if name in self.objects:
            raise ValueError(f"The model already has an object {name!r}.")
        self.objects[name] = Object(
            name,
            mesh,
            material=material,
            forces=forces,
            masses=masses,
            conditions=conditions,
            shapes=shapes,
            mapping=mapping,
            **keys,
        )
        return self.objects[name]

    def __getitem__(self, name: str) -> Object:
        """Returns an object by its name."""
        if name not in self.objects:
            near = _tenon.nearest_name(name, list(self.objects))
            raise KeyError(f"There is no object {name!r}" + (f"; did you mean {near!r}?" if near else "."))
        return self.objects[name]

    # -- conversion ------------------------------------------------------------------------------

    def tree(self) -> dict[str, Any]:
        """Returns the tree of the case, which consists of dictionaries, lists and scalars.

        Meshes in memory are represented by a name, contributors in Python by None.
        """
        tree: dict[str, Any] = dict(self.blocks)
        for key in ("analysis", "solver", "petsc", "output"):
            if getattr(self, key) is not None:
                tree[key] = getattr(self, key)
        for key in ("interactions", "constraints", "contacts", "conditions"):
            entries = getattr(self, key)
            if entries:
                tree[key] = [None if key in _CONTRIBUTOR_LISTS and callable(entry) else entry for entry in entries]
        plain_tree: dict[str, Any] = plain(tree, self.name)
        plain_tree["objects"] = {name: one._tree(self.name) for name, one in self.objects.items()}
        return plain_tree

    def _additions(self) -> dict[str, Any]:
        """Returns the functions that create contributors in Python."""
        forces = {name: list(filter(callable, one.forces)) for name, one in self.objects.items()}
        return {
            "interactions": list(filter(callable, self.interactions)),
            "constraints": list(filter(callable, self.constraints)),
            "forces": {name: made for name, made in forces.items() if made},
            "mappings": {name: one.mapping for name, one in self.objects.items() if callable(one.mapping)},
        }

    def _meshes(self) -> dict[str, Mesh]:
        """Returns the meshes in memory by the name that the tree gives."""
        return {f"mesh of {name}": one.mesh for name, one in self.objects.items() if isinstance(one.mesh, Mesh)}

    def _python_contributors(self) -> Iterator[tuple[str, Any]]:
        """Returns place and function of each contributor in Python."""
        for key in _CONTRIBUTOR_LISTS:
            for index, entry in enumerate(getattr(self, key)):
                if callable(entry):
                    yield f"{self.name}.{key}[{index}]", entry
        for name, one in self.objects.items():
            for index, entry in enumerate(one.forces):
                if callable(entry):
                    yield f"{self.name}.objects.{name}.forces[{index}]", entry
            if callable(one.mapping):
                yield f"{self.name}.objects.{name}.mapping", one.mapping

    # -- use -------------------------------------------------------------------------------------

    def _arguments(
        self, petsc: PetscOptions | None, parameters: Mapping[str, float] | None, allow_unused: bool
    ) -> tuple[Any, ...]:
        """Returns the arguments of `_tenon.open_model()` and `_tenon.check_model()`."""
        text = json.dumps(self.tree(), ensure_ascii=False)
        return (
            text, self.name, self.folder, _words(petsc), _settings(parameters), allow_unused, self._meshes(),
            self._additions(),
        )

    def check(
        self,
        comm: MPI.Comm | None = None,
        *,
        petsc: PetscOptions | None = None,
        parameters: Mapping[str, float] | None = None,
        allow_unused: bool = False,
    ) -> None:
        """Checks the model without solving it, as `tenon check` does. Collective.

        Args:
            comm: communicator; MPI.COMM_WORLD by default.
            petsc: PETSc options that replace those of the model.
            parameters: values that replace those of the block `parameters`.
            allow_unused: accepts PETSc options that no solver queries.

        Raises:
            InputError: with all errors and their places, such as
                "model.objects.block.forces[0].young".
            FileError: if missing files are the only problem.
        """
        _tenon.check_model(self._arguments(petsc, parameters, allow_unused), comm)

    def build(
        self,
        comm: MPI.Comm | None = None,
        *,
        petsc: PetscOptions | None = None,
        parameters: Mapping[str, float] | None = None,
        allow_unused: bool = False,
    ) -> Simulation:
        """Creates the simulation of the model. Collective.

        The blocks of the root apply on all ranks; meshes in memory consist of the parts of all
        ranks, and functions that create contributors are called on all ranks.

        Args:
            comm: communicator; MPI.COMM_WORLD by default.
            petsc: PETSc options, such as "-ksp_rtol 1e-10", which replace those of the model.
            parameters: values that replace those of the block `parameters`, such as {"young": 65000}.
            allow_unused: accepts PETSc options that no solver queries.

        Returns:
            The simulation, before its first step. Later changes of the model do not affect it.

        Raises:
            InputError: with every problem that can be found without a solve.
            FileError: if missing files are the only problem.
        """
        return Simulation(_tenon.open_model(self._arguments(petsc, parameters, allow_unused), comm))

    def save(self, path: str | os.PathLike[str], comm: MPI.Comm | None = None) -> None:
        """Writes the model as a case file, which `tenon run` reads. Collective.

        A mesh in memory is written beside it, as `<case>.<object>.msh`. Names of existing files are
        changed so that they start from the folder of the case file.

        Args:
            path: path of the case file.
            comm: communicator of the ranks that hold the parts of meshes; MPI.COMM_WORLD by default.

        Raises:
            InputError: if the model has contributors in Python, which a case file cannot contain.
            FileError: if a file cannot be written.
        """
        for place, function in self._python_contributors():
            error = InputError(
                f"{place}: {_name_of(function)} creates a contributor in Python, which a case file cannot contain: "
                "remove this function, or use the model from Python."
            )
            error.on_all_ranks = True
            raise error
        target = os.fspath(path)
        tree = _with_moved_files(self.tree(), self.folder, os.path.dirname(target))
        stem = os.path.splitext(os.path.basename(target))[0]
        for name, one in self.objects.items():
            if isinstance(one.mesh, Mesh):
                file = f"{stem}.{name}.msh"
                tree["objects"][name]["mesh"] = file
                one.mesh.write(os.path.join(os.path.dirname(target), file), comm)
        _tenon.write_text(target, yaml_text(tree), comm)

    @classmethod
    def load(cls, path: str | os.PathLike[str], comm: MPI.Comm | None = None) -> Model:
        """Reads a case file. Collective.

        Args:
            path: path of the case file.
            comm: communicator; MPI.COMM_WORLD by default.

        Raises:
            InputError: if the file is not valid YAML.
            FileError: if the file cannot be read.
        """
        source = os.fspath(path)
        tree = _tenon.read_case(source, comm)
        return cls(
            tree, name=os.path.splitext(os.path.basename(source))[0], folder=os.path.dirname(source)
        )


def _with_moved_files(tree: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """Returns a tree whose names of existing files start from the folder `new` instead of `old`."""
    if os.path.abspath(old or ".") == os.path.abspath(new or "."):
        return tree

    def moved(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: moved(one) for key, one in value.items()}
        if isinstance(value, list):
            return [moved(one) for one in value]
        if isinstance(value, str) and not os.path.isabs(value) and os.path.isfile(os.path.join(old, value)):
            return os.path.relpath(os.path.join(old, value), new or ".")
        return value

    return {key: value if key in ("output", "title") else moved(value) for key, value in tree.items()}
