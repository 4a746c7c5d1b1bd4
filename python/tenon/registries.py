# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors of the entries of a case, made from the registries of tenon.

Each kind of type has a module: `tenon.forces`, `tenon.materials`, `tenon.constraints` and others.
Each of its functions returns the dictionary that stands for an entry of this type:

>>> from tenon import forces, materials
>>> forces.elastic(material=materials.linear_elastic(young=200e3, poisson=0.3))["type"]
'elastic'

The description of a function is the text of `tenon list <type>`. A hyphen in a name becomes an
underscore, and a name that Python reserves gets one at its end, as in `blocks.derive(from_=..)`.
Types that a module with custom types registers appear as soon as it has been imported.

`python -m tenon.registries --stubs FOLDER` writes stubs of these modules for type checkers;
`--import MODULE` includes the types of a module with custom types.
"""
from __future__ import annotations

import importlib
import inspect
import keyword
import warnings
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._library import _tenon

#: Entry of a case: a block of keys and values.
Entry = dict[str, Any]
#: Function that returns an entry.
Constructor = Callable[..., Entry]

# Types of parameters. NumPy scalars and arrays are accepted wherever numbers are.
Number = Union[float, "np.floating[Any]", "np.integer[Any]"]
Integer = Union[int, "np.integer[Any]"]
Vector = Union[Sequence[Number], "npt.NDArray[Any]"]
Matrix = Union[Sequence[Vector], "npt.NDArray[Any]"]
#: Number, expression in x, y, z and t, or file with values for nodes or elements.
Field = Union[Number, str, Mapping[str, Any]]
#: Vector of numbers or expressions, or file with values for nodes or elements.
VectorField = Union[Sequence[Union[Number, str]], "npt.NDArray[Any]", Mapping[str, Any]]
#: Object, or group of an object.
Place = Union[str, Mapping[str, Any]]
Block = Mapping[str, Any]
#: Name of a type, or block with the type and its parameters.
Choice = Union[str, Mapping[str, Any]]
Choices = Union[Choice, Sequence[Choice]]
Blocks = Sequence[Mapping[str, Any]]
Texts = Union[str, Sequence[str]]
Table = Union[Sequence[Sequence[Number]], "npt.NDArray[Any]"]

#: Annotation by the name of a type in `tenon list`; all other types are `Any`.
_ANNOTATIONS = {
    "number": "Number",
    "integer": "Integer",
    "true or false": "bool",
    "text": "str",
    "text or block": "Choice",
    "path": "str",
    "[x, y, z]": "Vector",
    "[[3 numbers], [3 numbers], [3 numbers]]": "Matrix",
    "number, expression, or {csv: file}, {hdf5: file, nodes|elements: dataset}": "Field",
    "[x, y, z] of numbers or expressions, or {csv: file}, {hdf5: file, nodes|elements: dataset}": "VectorField",
    "{object: .., group: ..}": "Place",
    "block": "Block",
    "list of blocks": "Blocks",
    "list of texts": "Texts",
    "list of texts or blocks": "Choices",
    "[[number, number], ..]": "Table",
    "[[time, factor], ..]": "Any",
    "{x: .., y: .., z: ..}": "Block",
    "[number, ..]": "Vector",
}


@dataclass(frozen=True)
class Module:
    """Module with constructors of one or several kinds of types."""

    #: Kinds in the catalogue.
    kinds: tuple[str, ...]
    #: True if entries have the key `type`.
    is_typed: bool = True


#: Modules of constructors by name.
MODULES = {
    "analyses": Module(("analysis",)),
    "blocks": Module(("case",), False),
    "conditions": Module(("condition",)),
    "constraints": Module(("constraint",)),
    "contact_solvers": Module(("contact-solver",)),
    "contacts": Module(("contact", "rigid-contact")),
    "forces": Module(("force",)),
    "histories": Module(("history-type",)),
    "interactions": Module(("interaction",)),
    "joint_conditions": Module(("joint-condition",)),
    "mappings": Module(("mapping",)),
    "masses": Module(("mass",)),
    "materials": Module(("material",)),
    "output_fields": Module(("output-field",)),
    "shapes": Module(("shape",)),
    "solvers": Module(("solver",), False),
    "steppers": Module(("stepper",)),
    "systems": Module(("system",)),
}


def python_name(name: str) -> str:
    """Returns the name of a type or a parameter in Python."""
    identifier = name.replace("-", "_")
    return identifier + "_" if keyword.iskeyword(identifier) else identifier


def _suggestion(name: str, candidates: Sequence[str]) -> str:
    near = _tenon.nearest_name(name, list(candidates))
    return f"; did you mean {near!r}?" if near else f"; the choices are: {', '.join(candidates)}."


def _warn_of_former(former: str, standard: str) -> None:
    warnings.warn(
        f"{former!r} is a former name of {standard!r}. It is still accepted, but use {standard!r} instead.",
        FutureWarning,
        stacklevel=4,
    )


def _default_of(parameter: Mapping[str, Any]) -> object:
    """Returns the default value of a parameter for its signature."""
    if parameter["required"]:
        return inspect.Parameter.empty
    text = parameter["default"]
    if text == "(none)":
        return None
    converters: dict[str, Callable[[str], object]] = {
        "number": float,
        "integer": int,
        "true or false": lambda value: value == "true",
    }
    try:
        return converters.get(parameter["type"], str)(text)
    except ValueError:  # a description, such as "thickness of the object"
        return str(text)


class _TypeConstructor:
    """Function that returns the entry of one type."""

    def __init__(self, module: str, info: Mapping[str, Any], is_typed: bool) -> None:
        self._info = info
        self._is_typed = is_typed
        named = [one for one in info["parameters"] if python_name(one["name"]).isidentifier()]
        self._parameters = {python_name(one["name"]): one for one in named}
        #: True if the entry may have keys of any name, such as those of the block `parameters`.
        self._is_open = len(named) < len(info["parameters"])
        self._former = {
            python_name(former): name for name, one in self._parameters.items() for former in one["former_names"]
        }
        self.__name__ = self.__qualname__ = python_name(info["name"])
        self.__module__ = module
        self.__doc__ = info["text"]
        self.__signature__ = inspect.Signature(
            [
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=_default_of(one),
                    annotation=_ANNOTATIONS.get(one["type"], "Any"),
                )
                for name, one in self._parameters.items()
            ]
            + ([inspect.Parameter("values", inspect.Parameter.VAR_KEYWORD, annotation="Any")] if self._is_open else []),
            return_annotation="Entry",
        )

    def function(self) -> Constructor:
        """Returns a plain function, for which `help()` prints signature and description."""

        def constructor(*positional: Any, **values: Any) -> Entry:
            if positional:
                raise TypeError(f"{self.__module__}.{self.__name__}() takes only keyword arguments.")
            return self._entry(values)

        constructor.__name__ = self.__name__
        constructor.__qualname__ = self.__qualname__
        constructor.__module__ = self.__module__
        constructor.__doc__ = self.__doc__
        setattr(constructor, "__signature__", self.__signature__)
        return constructor

    def _entry(self, values: Mapping[str, Any]) -> Entry:
        called = f"{self.__module__}.{self.__name__}()"
        entry: Entry = {"type": self._info["name"]} if self._is_typed else {}
        for given, value in values.items():
            name = self._former.get(given, given)
            if name not in self._parameters and self._is_open:
                entry[name] = value
                continue
            if name not in self._parameters:
                raise TypeError(
                    f"{called} has no parameter {given!r}{_suggestion(given, list(self._parameters))}"
                )
            parameter = self._parameters[name]
            if given != name:
                _warn_of_former(given, name)
            if parameter["name"] in entry:
                raise TypeError(f"{called} got both {given!r} and {name!r}, but one is a former name of the other.")
            entry[parameter["name"]] = self._standard_value(parameter, value)
        missing = [name for name, one in self._parameters.items() if one["required"] and one["name"] not in entry]
        if missing:
            names = ", ".join(repr(name) for name in missing)
            raise TypeError(f"{called} needs the parameter{'s' if len(missing) > 1 else ''} {names}.")
        return entry

    @staticmethod
    def _standard_value(parameter: Mapping[str, Any], value: Any) -> Any:
        for former, standard in parameter["former_values"]:
            if isinstance(value, str) and value == former:
                _warn_of_former(former, standard)
                return standard
        return value


class _Constructors:
    """Constructors of one module, which are made on first use."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._properties = MODULES[module.rpartition(".")[2]]
        self._made: dict[str, tuple[str, Constructor]] = {}

    def types(self) -> list[Mapping[str, Any]]:
        """Returns the types that are registered at present."""
        kinds = self._properties.kinds
        return [info for section in _tenon.catalogue() if section["name"] in kinds for info in section["types"]]

    def names(self) -> list[str]:
        return [python_name(info["name"]) for info in self.types()]

    def find(self, name: str) -> Constructor:
        """Returns a constructor by its name in Python.

        Raises:
            AttributeError: if there is no such type, with the nearest name.
        """
        if name in self._made:
            return self._made[name][1]
        types = self.types()
        for info in types:
            if python_name(info["name"]) == name:
                made = _TypeConstructor(self._module, info, self._properties.is_typed).function()
                self._made[name] = (info["name"], made)
                return made
        for info in types:
            if name in map(python_name, info["former_names"]):
                _warn_of_former(name, python_name(info["name"]))
                return self.find(python_name(info["name"]))
        names = [python_name(info["name"]) for info in types]
        raise AttributeError(f"module {self._module!r} has no attribute {name!r}{_suggestion(name, names)}")


def constructors(module: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Returns the functions `__getattr__` and `__dir__` of a module of constructors.

    Args:
        module: name of the module, one of `tenon.forces`, `tenon.materials` and others.
    """
    made = _Constructors(module)

    def get(name: str) -> Any:
        if name == "__all__":
            return made.names()
        if name.startswith("__"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return made.find(name)

    return get, made.names


# -- stubs ---------------------------------------------------------------------------------------

#: Beginning of a stub; the tags are split so that they are not taken for those of this file.
_STUB_HEADER = '# SPDX-' 'FileCopyrightText: 2026 tenon developers\n# SPDX-' 'License-Identifier: BSD-3-Clause\n' '''# Generated by `python -m tenon.registries --stubs`.
"""{doc}"""
from typing import Any

from tenon.registries import (
{imports}
)
'''


def _docstring(text: str, indent: str) -> str:
    escaped = text.rstrip().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return "\n".join(indent + line if line else "" for line in f'"""{escaped}\n"""'.splitlines())


def stub_of(name: str) -> str:
    """Returns the stub of a module of constructors as text.

    Args:
        name: name of the module without the package, such as "forces".
    """
    made = _Constructors(f"tenon.{name}")
    functions: list[str] = []
    used = {"Entry"}
    for info in made.types():
        constructor = _TypeConstructor(f"tenon.{name}", info, MODULES[name].is_typed)
        parameters: list[str] = []
        for parameter in constructor.__signature__.parameters.values():
            used.add(parameter.annotation)
            if parameter.kind is inspect.Parameter.VAR_KEYWORD:
                parameters.append(f"    **{parameter.name}: {parameter.annotation},")
                continue
            default = "" if parameter.default is inspect.Parameter.empty else " = ..."
            parameters.append(f"    {parameter.name}: {parameter.annotation}{default},")
        has_names = any(not one.startswith("    **") for one in parameters)
        start = "\n    *,\n" if has_names else "\n"
        arguments = start + "\n".join(parameters) + "\n" if parameters else ""
        functions.append(
            f"def {constructor.__name__}({arguments}) -> Entry:\n{_docstring(info['text'], '    ')}\n    ...\n"
        )
    module = importlib.import_module(f"tenon.{name}")
    imports = "\n".join(f"    {one} as {one}," for one in sorted(used & set(globals())) if one not in ("Any", "bool", "str"))
    header = _STUB_HEADER.format(doc=(module.__doc__ or "").strip(), imports=imports)
    return header + "\n\n" + "\n\n".join(functions)


def write_stubs(folder: str) -> None:
    """Writes the stubs of all modules of constructors into a folder."""
    import pathlib

    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for name in MODULES:
        pathlib.Path(folder, f"{name}.pyi").write_text(stub_of(name), encoding="utf-8")


def _main() -> None:
    import argparse

    parser = argparse.ArgumentParser(prog="python -m tenon.registries", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--stubs", metavar="FOLDER", required=True, help="write stubs of the modules of constructors")
    parser.add_argument(
        "--import", metavar="MODULE", dest="modules", action="append", default=[],
        help="first import a module with custom types",
    )
    arguments = parser.parse_args()
    for module in arguments.modules:
        importlib.import_module(module)
    write_stubs(arguments.stubs)


if __name__ == "__main__":
    _main()
