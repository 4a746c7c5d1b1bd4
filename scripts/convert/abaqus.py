"""Meshes of Abaqus (.inp)."""
import re
from pathlib import Path

import numpy as np

from mesh import Mesh, Problem, warn


def read_abaqus(path):
    from meshio.abaqus._abaqus import abaqus_to_meshio_type as types
    cards = list(abaqus_cards(Path(path)))
    require_one_part(cards)
    nodes, elements = {}, []  # elements: (type, set, {number: nodes})
    for word, options, lines in cards:
        if word == "NODE":
            for line in lines:
                fields = [field for field in line.split(",") if field.strip()]
                nodes[int(fields[0])] = [float(x) for x in fields[1:4]] + [0.0] * (4 - min(len(fields), 4))
        elif word == "ELEMENT":
            elements.append(abaqus_elements(options, lines, types))
    if not nodes or not elements:
        raise Problem("there are no nodes or no elements in it.")
    place = {number: i for i, number in enumerate(nodes)}
    mesh = Mesh(list(nodes.values()), list(nodes))
    element_place = {}
    for kind, _, numbered in elements:
        for number in numbered:
            element_place[number] = len(element_place)
        try:
            rows = [[place[node] for node in row] for row in numbered.values()]
        except KeyError as missing:
            raise Problem(f"an element names node {missing}, which is not there.") from None
        mesh.add(kind, np.array(rows), list(numbered))
    read_abaqus_sets(mesh, cards, elements, place, element_place)
    return mesh


def abaqus_cards(path):
    """Keyword in capitals, options, lines of data; of included files, too."""
    if not path.is_file():
        raise Problem(f"it includes '{path}', which is not there.")
    word, options, lines = None, {}, []
    for line in path.read_text(errors="replace").splitlines():
        line = line.strip()
        if not line or line.startswith("**"):
            continue
        if not line.startswith("*"):
            lines.append(line)
            continue
        if word:
            yield word, options, lines
        word, *rest = [part.strip() for part in line[1:].split(",")]
        word, lines = word.upper(), []
        options = {part.partition("=")[0].strip().upper(): part.partition("=")[2].strip() for part in rest}
        if word == "INCLUDE":
            yield from abaqus_cards(path.parent / options.get("INPUT", ""))
            word = None
    if word:
        yield word, options, lines


def abaqus_elements(options, lines, types):
    kind = types.get(options.get("TYPE", "").upper())
    if kind is None:
        raise Problem(f"elements of Abaqus's type '{options.get('TYPE')}' are not known.")
    kind = "tetra" if kind == "tetra4" else kind
    from meshio._common import num_nodes_per_cell
    numbers = [int(field) for line in lines for field in line.split(",") if field.strip()]
    length = num_nodes_per_cell[kind] + 1
    if len(numbers) % length:
        raise Problem(f"a block of elements of type {options['TYPE']} has lines of another length.")
    rows = [numbers[i:i + length] for i in range(0, len(numbers), length)]
    return kind, options.get("ELSET"), {row[0]: row[1:] for row in rows}


def require_one_part(cards):
    """Parts number their nodes each from 1, and instances move them: only one part, where it lies, is a mesh as it stands."""
    parts = [options.get("NAME", "") for word, options, _ in cards if word == "PART"]
    instances = [(options.get("NAME", ""), lines) for word, options, lines in cards if word == "INSTANCE"]
    how = "write it without parts and assemblies (in Abaqus/CAE: Model > Edit Attributes), or convert each part from a file of its own"
    if len(parts) > 1 or len(instances) > 1:
        names = "', '".join(parts if len(parts) > 1 else [name for name, _ in instances])
        raise Problem(f"it has several {'parts' if len(parts) > 1 else 'instances'} ('{names}'); {how}.")
    if instances and instances[0][1]:
        raise Problem(f"the instance '{instances[0][0]}' is moved; {how}.")


def read_abaqus_sets(mesh, cards, elements, place, element_place):
    for _, name, numbered in elements:
        if name:
            mesh.element_sets.named(name).extend(element_place[number] for number in numbered)
    instance = next((options.get("NAME", "") for word, options, _ in cards if word == "INSTANCE"), "")
    for word, options, lines in cards:
        if word == "NODE" and options.get("NSET"):
            mesh.node_sets.named(options["NSET"]).extend(place[int(line.split(",")[0])] for line in lines)
        elif word == "NSET" and options.get("NSET") and options.get("ELSET"):
            of = mesh.element_sets.named(options["ELSET"])
            if not of:
                warn(f"the set '{options['NSET']}' names '{options['ELSET']}', which is not there.")
            mesh.node_sets.named(options["NSET"]).extend(node for element in of for node in mesh.locate(element)[1])
        elif word in ("NSET", "ELSET") and options.get(word):
            known, places = ((mesh.node_sets, place) if word == "NSET" else (mesh.element_sets, element_place))
            members = list(abaqus_members(options[word], lines, "GENERATE" in options, known, places, instance))
            known.named(options[word]).extend(members)
        elif word == "SURFACE" and options.get("TYPE", "ELEMENT").upper() == "ELEMENT" and options.get("NAME"):
            for line in lines:
                read_abaqus_side(options["NAME"], line, mesh, element_place, instance)


def without_instance(field, instance):
    """`Part-1-1.rim` is `rim` of the only instance."""
    prefix = f"{instance}."
    return field[len(prefix):] if instance and field.casefold().startswith(prefix.casefold()) else field


def abaqus_members(name, lines, generated, known, places, instance):
    fields = [[without_instance(field.strip(), instance) for field in line.split(",") if field.strip()] for line in lines]
    if generated:
        for first, last, *step in fields:
            yield from (places[n] for n in range(int(first), int(last) + 1, int(*step or [1])) if n in places)
        return
    for field in (field for line in fields for field in line):
        if field.isdigit() and int(field) in places:
            yield places[int(field)]
        elif known.spelling(field):
            yield from list(known.named(field))
        else:
            warn(f"the set '{name}' names '{field}', which is not there.")


def read_abaqus_side(name, line, mesh, element_place, instance):
    """A side of an element or of a set of them: S1 to S6; a shell's own SPOS and SNEG are the element itself."""
    who, side = [field.strip() for field in f"{line},".split(",")][:2]
    who, side = without_instance(who, instance), side.upper()
    members = mesh.element_sets.named(who) if mesh.element_sets.spelling(who) else []
    if who.isdigit() and int(who) in element_place:
        members = [element_place[int(who)]]
    if not members:
        warn(f"the surface '{name}' names '{who}', which is not there.")
    elif re.fullmatch(r"S[1-6]", side):
        mesh.side_sets.named(name).extend((element, int(side[1]) - 1) for element in members)
    elif side in ("SPOS", "SNEG"):
        mesh.element_sets.named(name).extend(members)
    else:
        warn(f"the surface '{name}' has the side '{side}' of '{who}', which is not understood (S1 to S6, SPOS, SNEG).")
