# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the stub with the compiled module, and the exported names with the imported ones."""
import ast
import pathlib
import unittest

import tenon
from tenon._library import _tenon

FOLDER = pathlib.Path(tenon.__file__).parent


def declared(body):
    """Returns the names that a list of statements of a stub defines, with those of each class."""
    names = {}
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            names[statement.name] = set(declared(statement.body))
        elif isinstance(statement, ast.FunctionDef):
            names[statement.name] = set()
        elif isinstance(statement, ast.AnnAssign):
            names[statement.target.id] = set()
    return names


def public(names):
    return {name for name in names if not name.startswith("_")}


class Stub(unittest.TestCase):
    def setUp(self):
        self.stub = declared(ast.parse((FOLDER / "_tenon.pyi").read_text()).body)

    def test_names_of_the_module(self):
        self.assertGreater(len(self.stub), 40)
        self.assertEqual(public(self.stub), public(vars(_tenon)))

    def test_members_of_classes(self):
        of_enumerations = {"name", "value"}
        for name, members in self.stub.items():
            if isinstance(getattr(_tenon, name), type):
                existing = public(vars(getattr(_tenon, name))) - of_enumerations
                self.assertEqual(public(members) - of_enumerations, existing - of_enumerations, name)


class PublicNames(unittest.TestCase):
    def test_exported_names_exist(self):
        for name in tenon.__all__:
            self.assertTrue(hasattr(tenon, name), name)
        self.assertLessEqual(set(tenon._MODULE_OF), set(tenon.__all__))

    def test_type_checkers_see_all_of_them(self):
        package = ast.parse((FOLDER / "__init__.py").read_text())
        block = next(node for node in package.body if isinstance(node, ast.If))
        imported = {alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
        self.assertEqual(imported, set(tenon.__all__))

    def test_unknown_name(self):
        with self.assertRaisesRegex(AttributeError, "module 'tenon' has no attribute 'opne'"):
            tenon.opne


if __name__ == "__main__":
    unittest.main()
