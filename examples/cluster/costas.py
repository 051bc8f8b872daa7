"""Writes the FlatZinc model of all Costas arrays of order N: costas.py N. That of order 11 is costas.fzn."""

import sys


def costas(order: int) -> str:
    array = [f"x{i}" for i in range(1, order + 1)]
    lines = [f"% All Costas arrays of order {order}: permutations in which no two pairs at the same distance have the same difference."]
    lines += [f"var 1..{order}: {x};" for x in array]
    rows: list[str] = []
    for gap in range(1, order - 1):
        row = [f"d{gap}_{i}" for i in range(1, order - gap + 1)]
        lines += [f"var {1 - order}..{order - 1}: {d};" for d in row]
        pairs = zip(array, array[gap:], row)
        rows += [f"constraint int_lin_eq([1, -1, -1], [{right}, {left}, {d}], 0);" for left, right, d in pairs]
        rows.append(f"constraint fzn_all_different_int([{', '.join(row)}]);")
    lines.append(f"array[1..{order}] of var 1..{order}: costas :: output_array([1..{order}]) = [{', '.join(array)}];")
    lines += ["constraint fzn_all_different_int(costas);", *rows]
    lines.append("solve :: int_search(costas, input_order, indomain_min, complete) satisfy;")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(costas(int(sys.argv[1])))
