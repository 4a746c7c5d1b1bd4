#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the sizes of classes and functions of include/ and src/.

    scripts/check_sizes.py             prints one sentence per violation; the exit code is 1 if there
                                       are any
    scripts/check_sizes.py --largest   prints the largest classes and functions

A class has at most 25 public functions. Overloads count separately; constructors, destructors,
assignment operators and inherited functions do not count. A function has at most 40 lines, from the
first line of its declarator to its closing bracket.

The file scripts/size_exceptions.toml lists exceptions, each with its size and its reason. A size
must be exact: an exception whose class or function has shrunk is reported, too.
"""
import argparse
import re
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import prose

MOST_FUNCTIONS = 25
MOST_LINES = 40
SOURCES = {".cpp", ".hpp"}
TOKEN = re.compile(r"[A-Za-z_]\w*|::|->|\[\[|\]\]|\S")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", re.M)
CLOSING = {"(": ")", "[": "]", "[[": "]]", "{": "}"}
ACCESS = {"public", "protected", "private"}
NO_FUNCTION = {"using", "typedef", "static_assert"}


@dataclass
class Class:
    """Class with the names of its public functions."""

    name: str
    file: str
    line: int
    functions: list = field(default_factory=list)


@dataclass
class Function:
    """Definition of a function."""

    name: str
    file: str
    line: int
    lines: int


def is_name(word):
    """Returns true for identifiers and keywords."""
    return word[0].isalpha() or word[0] == "_"


def without_angles(words):
    """Removes the arguments of templates, and joins the symbols of an operator with its keyword."""
    left, depth, i = [], 0, 0
    while i < len(words):
        word = words[i]
        i += 1
        if word == "operator":
            end = words.index("(", i) if "(" in words[i:] else len(words)
            if words[i:i + 3] == ["(", ")", "("]:
                end = i + 2
            separator = " " if is_name(words[i]) else ""
            word, i = "operator" + separator + separator.join(words[i:end]), end
        elif word in "<>":
            depth += 1 if word == "<" else -1
            continue
        if depth == 0:
            left.append(word)
    return left


def function_name(words):
    """Returns the qualified name of the function that these words declare, or None."""
    words = without_angles(words)
    if "=" in words:
        words = words[:words.index("=")]
    at = words.index("(") - 1 if "(" in words else -1
    if at < 0 or not is_name(words[at]) or words[0] in NO_FUNCTION or words[at] in ("alignas", "decltype", "noexcept"):
        return None
    first = at
    if first > 0 and words[first - 1] == "~":
        first -= 1
    while first > 1 and words[first - 1] == "::":
        first -= 2
    return "".join(words[first:at + 1])


class Parser:
    """Finds the classes and functions of one source.

    Reads declarations at the scope of namespaces and classes; the bodies of functions are skipped.
    Brackets within a declaration are replaced by an opening and a closing one.
    """

    def __init__(self, file, text):
        code = DIRECTIVE.sub(lambda match: prose.blank(match[0]), prose.cpp(text)[2])
        lines = prose.Lines(text)
        self.file = file
        self.tokens = [(match[0], lines.number(match.start())) for match in TOKEN.finditer(code)]
        self.position = 0
        self.classes, self.functions = [], []
        self.read_scope("", None, True)

    def skip(self):
        """Moves behind the bracket that closes the one at the position."""
        opening = self.tokens[self.position][0]
        depth = 0
        while self.position < len(self.tokens):
            word = self.tokens[self.position][0]
            self.position += 1
            depth += (word == opening) - (word == CLOSING[opening])
            if depth == 0:
                return

    def read_scope(self, prefix, owner, is_public):
        """Reads the declarations of a namespace or of the class `owner` to its closing bracket."""
        head = []           # tokens of the declaration
        while self.position < len(self.tokens):
            word, line = self.tokens[self.position]
            if word == "}":
                self.position += 1
                return
            if word == ";":
                self.add_public(head, owner, is_public)
                head = []
                self.position += 1
            elif owner and word in ACCESS and not head:
                is_public = word == "public"
                self.position += 2
            elif word == "{":
                head = self.read_braces(head, prefix, owner, is_public)
            elif word in CLOSING:
                self.skip()
                if word != "[[":
                    head += [(word, line), (CLOSING[word], line)]
            else:
                head.append((word, line))
                self.position += 1

    def read_braces(self, head, prefix, owner, is_public):
        """Reads a block in braces. Returns the tokens of a declaration that continues after it."""
        start, words = self.declared(head)
        named = without_angles(words)
        name = function_name(words)
        if "namespace" in words or words[:1] == ["extern"]:
            self.position += 1
            scope = "".join(word for word in words if word == "::" or is_name(word) and word not in ("namespace", "inline", "extern"))
            self.read_scope(f"{prefix}{scope}::" if scope else prefix, None, True)
            return []
        if words and words[0] in ("class", "struct", "union") and name is None:
            before_bases = named[1:named.index(":")] if ":" in named else named[1:]
            class_name = "".join(word for word in before_bases if is_name(word) and word not in ("final", "alignas") or word == "::") or "(unnamed)"
            made = Class(prefix + class_name, self.file, start)
            self.classes.append(made)
            self.position += 1
            self.read_scope(f"{made.name}::", made, words[0] != "class")
            return [("class", start)]
        last = self.tokens[self.position - 1][0]
        is_initialiser = ":" in named and (is_name(last) or last == ">")        # member of a constructor
        if name is None or is_initialiser:
            self.skip()
            return [*head, ("{", start), ("}", start)]
        self.skip()
        end = self.tokens[self.position - 1][1]
        self.add_public(head, owner, is_public)
        self.functions.append(Function(prefix + name, self.file, start, end - start + 1))
        return []

    @staticmethod
    def declared(head):
        """Returns the first line and the words of a declaration without template parameters."""
        first = 0
        while first < len(head) and head[first][0] == "template":
            depth = 0
            for first in range(first + 1, len(head)):
                depth += (head[first][0] == "<") - (head[first][0] == ">")
                if depth == 0:
                    break
            first += 1
        return head[first][1] if first < len(head) else 0, [word for word, _ in head[first:]]

    def add_public(self, head, owner, is_public):
        """Counts a declaration as a function of `owner`, if it is one."""
        words = self.declared(head)[1]
        name = function_name(words) if owner and is_public else None
        if name is None or words[0] == "friend" or name.startswith("~") or name in (owner.name.rpartition("::")[2], "operator="):
            return
        owner.functions.append(name)


def read(root):
    """Returns the classes and the functions of include/ and src/."""
    classes, functions = [], []
    for folder in ("include", "src"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES:
                parser = Parser(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
                classes += parser.classes
                functions += parser.functions
    return classes, functions


def faults(root):
    """Returns one sentence for each violation under `root`."""
    listed = root / "scripts" / "size_exceptions.toml"
    exceptions = tomllib.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}
    classes, functions = read(root)
    found = []
    sizes = [("class", one, len(one.functions), MOST_FUNCTIONS, "public functions") for one in classes]
    sizes += [("function", one, one.lines, MOST_LINES, "lines") for one in functions]
    left = {kind: [dict(entry) for entry in exceptions.get(kind, [])] for kind in ("class", "function")}
    for kind, one, size, most, unit in sizes:
        if size <= most:
            continue
        entry = next((e for e in left[kind] if (e["name"], e["size"]) == (one.name, size)), None)
        if entry is None:
            found.append(f"{one.file}:{one.line} {kind} {one.name} has {size} {unit}, but at most {most} are allowed.")
        else:
            left[kind].remove(entry)
    for kind, entries in left.items():
        for entry in entries:
            found.append(f"scripts/size_exceptions.toml: no {kind} {entry['name']} has the size {entry['size']}: remove the exception or reduce its size.")
    for entry in (entry for entries in exceptions.values() for entry in entries):
        if not entry.get("reason"):
            found.append(f"scripts/size_exceptions.toml: the exception for {entry['name']} has no `reason`.")
    return found


def main():
    """Runs the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1], help="top of the sources")
    parser.add_argument("--largest", action="store_true", help="print the largest classes and functions instead of checking")
    options = parser.parse_args()
    if options.largest:
        classes, functions = read(options.root)
        for one in sorted(classes, key=lambda one: -len(one.functions))[:30]:
            print(f"{len(one.functions):4} public functions  {one.name}  {one.file}:{one.line}")
        for one in sorted(functions, key=lambda one: -one.lines)[:60]:
            print(f"{one.lines:4} lines  {one.name}  {one.file}:{one.line}")
        return 0
    found = faults(options.root)
    for fault in found:
        print(fault)
    if not found:
        print("No violations: no class and no function is too large.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
