# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tables of scripts/bench as lines of Markdown."""

CONTRIBUTORS = [("elastic", "linear elasticity"), ("mass", "consistent mass"), ("springs", "springs along all edges"),
                ("blocks", "the same springs, block by block")]
COLUMNS = [("mesh", "mesh_ms"), ("pattern", "pattern_ms"), ("first", "first_ms"), ("repeat", "repeat_ms"),
           ("(processor)", "repeat_cpu_ms"), ("set-up", "pc_setup_ms"), ("CG", "solve_ms"), ("its", "its"),
           ("peak MiB", "peak_asm_mb")]
# Compared phases: title and the keys whose sum is the time.
RATIOS = [("first with pattern", ("pattern_ms", "first_ms")), ("repeat", ("repeat_ms",)),
          ("(processor)", ("repeat_cpu_ms",)), ("solve", ("pc_setup_ms", "solve_ms"))]


def shown(value):
    return "" if not value else f"{value:.0f}" if value >= 100 else f"{value:.1f}".removesuffix(".0")


def describe_problem(elem, n, ranks, medians):
    """Returns lines of Markdown: times [ms], then the ratio of each program's time to tenon's."""
    ours = medians["tenon"]
    lines = [f"## {elem}:{n} on {ranks} rank{'s' if ranks > 1 else ''}", "",
             "| | " + " | ".join(title for title, _ in COLUMNS) + " | time / tenon's: " +
             " | ".join(title for title, _ in RATIOS) + " |", "|---|" + "---|" * (len(COLUMNS) + len(RATIOS))]
    for name, row in medians.items():
        cells = [shown(row.get(key)) for _, key in COLUMNS]
        for _, keys in RATIOS:
            mine, theirs = (sum(r.get(key) or 0 for key in keys) for r in (ours, row))
            cells.append(f"{theirs / mine:.2f}" if mine and theirs else "")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    grown = ours["peak_asm_mb"] - ours["rss_start_mb"]
    lines += ["", f"Memory of tenon: {grown:.0f} MiB above the start, {grown / held(ours):.2f} x (matrix {ours['matrix_mb']:.0f} "
              f"+ mesh {ours['mesh_mb']:.0f} + vectors {ours['vectors_mb']:.0f} = {held(ours):.0f}). Frobenius norms: "
              + ", ".join(f"{name} {row['fro']:.7e}" for name, row in medians.items()) + ".", ""]
    return lines


def held(row):
    return row["matrix_mb"] + row["mesh_mb"] + row["vectors_mb"]


def describe_contributors(elem, n, medians):
    """Returns lines of Markdown: processor time per stored 3 x 3 block [ns]."""
    lines = [f"## Other contributors, {elem}:{n} on 1 rank", "", "| | repeat (processor) ms | ns per stored block | "
             "index checking costs | in addition to the matrix |", "|---|---|---|---|---|"]
    for contributor, title in CONTRIBUTORS:
        off, on = (medians[contributor, checking] for checking in ("off", "on"))
        lines.append(f"| {title} | {shown(off['repeat_cpu_ms'])} | {off['repeat_cpu_ms'] * 9e6 / off['nnz']:.0f} | "
                     f"{cost_of_checking(medians, contributor):.1f} % | {100 * off['beside_mb'] / off['matrix_mb']:.0f} % |")
    return [*lines, ""]


def cost_of_checking(medians, contributor):
    off, on = (medians[contributor, checking]["repeat_cpu_ms"] for checking in ("off", "on"))
    return 100 * (on / off - 1)


def describe_products(products):
    lines = ["## Matrix-free products", "", "| cells | order | ranks | unknowns | ns per unknown | AIJ without inodes "
             "| times as fast | (processor) | relative difference |", "|---|---|---|---|---|---|---|---|---|"]
    for (elem, order, _, ranks), line in products.items():
        lines.append(f"| {elem} | {order} | {ranks} | {line['dofs']:,} | {shown(line['apply_ns_per_dof'])} | "
                     f"{shown(line['aij_ns_per_dof'])} | {line['ratio']:.1f} | {line['ratio_cpu']:.1f} | "
                     f"{line['difference']:.0e} |")
    return [*lines, ""]


def describe_schur_products(lines_by_ranks):
    lines = ["## Product with the Schur complement of a diagonal mass", "", "| ranks | rows | G and G^T, ns per row | "
             "G M^-1 G^T, ns per row | ratio (required: 1.3) | relative difference |", "|---|---|---|---|---|---|"]
    for ranks, line in lines_by_ranks.items():
        lines.append(f"| {ranks} | {line['rows']:,} | {line['products_ns_per_row']:.2f} | {line['schur_ns_per_row']:.2f} | "
                     f"{line['ratio']:.2f} | {line['difference']:.0e} |")
    return [*lines, ""]


def describe_ties(results):
    lines = ["## Two blocks joined by a mortar tie, compared with one continuous mesh", "", "| cells | unknowns | ranks | multipliers | iterations "
             "(required: 30) | A | G | G / A, % (required: 10) | set-up | solve | one piece: set-up | CG | iterations | time / one "
             "piece's (required: 2) | (processor) | residuals u, λ | peak MiB |", "|---|---|---|" + "---|" * 14]
    for (elem, _, ranks), (tied, whole) in results.items():
        lines.append(f"| {elem} | {tied['dofs']:,.0f} | {ranks} | {tied['multipliers']:,.0f} | {tied['its']:.0f} | " +
                     " | ".join(shown(tied[key]) for key in ("a_setup_ms", "g_setup_ms")) +
                     f" | {100 * tied['g_setup_cpu_ms'] / tied['a_setup_cpu_ms']:.0f} | " +
                     " | ".join(shown(tied[key]) for key in ("setup_ms", "solve_ms")) + " | " +
                     " | ".join(shown(whole[key]) for key in ("setup_ms", "solve_ms")) +
                     f" | {whole['its']:.0f} | {tied['total_ms'] / whole['total_ms']:.2f} | "
                     f"{tied['total_cpu_ms'] / whole['total_cpu_ms']:.2f} | {tied['residual_u']:.0e}, "
                     f"{tied['residual_lambda']:.0e} | {tied['peak_mb']:.0f} |")
    return [*lines, ""]


# Targets: title, limits for tets and for hexes, and the kind of figure evaluated by bar().
BARS = [("repeated assembly, times as fast as the better peer", ("≥ 20", "≥ 12"), "peer_repeat"),
        ("repeated assembly, times as fast as MatSetValuesBlocked", ("≥ 12", "≥ 8"), "blocked_repeat"),
        ("first assembly including the symbolic phases, times as fast as the better peer", ("≥ 3", "≥ 1.5"), "peer_first"),
        ("memory in addition to the matrix, % of it", ("≤ 25", "≤ 10"), "beside"),
        ("cg-amg: set-up and CG, time relative to DOLFINx with GAMG", ("≤ 0.65", "≤ 0.65"), "solve"),
        ("repeated assembly, speed-up over one rank", ("≥ 1.8", "≥ 1.8"), "scaling"),
        ("repeated assembly, speed-up over one rank in processor time", ("≥ 1.8", "≥ 1.8"), "scaling_cpu")]
PEERS = ("DOLFINx", "deal.II")


def sum_of(row, *keys):
    """Returns the sum of the values of `keys`, or None if one of them was not measured."""
    values = [row.get(key) for key in keys]
    return sum(values) if all(values) else None


def over_better_peer(medians, *keys):
    peers = [sum_of(medians[name], *keys) for name in PEERS if name in medians]
    mine = sum_of(medians["tenon"], *keys)
    return min(peer for peer in peers if peer) / mine if mine and any(peers) else None


def bar(kind, problem, ranks, everything):
    """Returns the figure of a target, or None if it was not measured."""
    medians = everything[f"{problem} on {ranks}"]
    ours = medians["tenon"]
    if kind == "peer_repeat":
        return over_better_peer(medians, "repeat_ms")
    if kind == "peer_first":
        return over_better_peer(medians, "pattern_ms", "first_ms")
    if kind == "blocked_repeat":
        blocked = medians.get("tenon, MatSetValuesBlocked")
        return blocked["repeat_ms"] / ours["repeat_ms"] if blocked else None
    if kind == "beside":
        return 100 * ours["beside_mb"] / ours["matrix_mb"]
    if kind == "solve":
        mine, theirs = (sum_of(row, "pc_setup_ms", "solve_ms") for row in (ours, medians.get("DOLFINx", {})))
        return mine / theirs if mine and theirs else None
    key = "repeat_ms" if kind == "scaling" else "repeat_cpu_ms"
    alone = everything.get(f"{problem} on 1", {}).get("tenon")
    return alone[key] / ours[key] if alone and ranks > 1 else None


def describe_bars(problems, all_ranks, everything, contributors, products):
    """Returns lines of Markdown: targets and measured values, in wall-clock time."""
    columns = [(problem, ranks) for problem in problems for ranks in all_ranks
               if "tenon" in everything.get(f"{problem} on {ranks}", {})]
    lines = ["## Targets and measured values", "", "| | required for tets | required for hexes | " +
             " | ".join(f"{problem}, {ranks} rank{'s' if ranks > 1 else ''}" for problem, ranks in columns) + " |",
             "|---|---|---|" + "---|" * len(columns)]
    for title, (tets, hexes), kind in BARS:
        values = [bar(kind, problem, ranks, everything) for problem, ranks in columns]
        cells = ["" if value is None else f"{value:.2f}" if value < 10 else f"{value:.1f}" for value in values]
        lines.append(f"| {title} | {tets} | {hexes} | " + " | ".join(cells) + " |")
    for contributor, title in (("elastic", "of elements"), ("blocks", "of single blocks")):
        cells = [f"{cost_of_checking(contributors[problem], contributor):.1f}"
                 if ranks == 1 and (contributor, "on") in contributors.get(problem, {}) else ""
                 for problem, ranks in columns]
        lines.append(f"| index checking {title}, % of assembly (processor time) | ≤ 5 | ≤ 5 | " + " | ".join(cells) + " |")
    for (elem, order, _, ranks), line in products.items():
        if (elem, order) == ("hex", 2):
            lines += ["", f"Matrix-free product, second-order hexes, {ranks} rank{'s' if ranks > 1 else ''}: "
                      f"{line['ratio']:.1f} times as fast as AIJ without inodes (required: 5), relative difference "
                      f"{line['difference']:.0e} (1e-12)."]
    return [*lines, ""]
