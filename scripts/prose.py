# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Prose of the source tree: comments, docstrings, paragraphs of documents, messages and public
declarations of headers, each with its line.

The tokenizer for C++ distinguishes comments, strings and code; the parser of declarations covers
the C++ of include/ (no macros that declare, no K&R parameters). Neither is a complete parser.
"""
import ast
import bisect
import io
import re
import textwrap
import tokenize
from dataclasses import dataclass, field

CPP_TOKEN = re.compile(
    r"""(?P<number>(?<!\w)\d(?:'?[\w.])*)
      | (?P<raw>R"(?P<mark>[^()\s\\]{0,16})\((?P<inside>.*?)\)(?P=mark)")
      | (?P<string>"(?:\\.|[^"\\\n])*")
      | (?P<char>'(?:\\.|[^'\\\n])+')
      | (?P<line>//[^\n]*)
      | (?P<block>/\*.*?\*/)""", re.S | re.X)
STATEMENT_OF_MESSAGE = re.compile(r"Error\b|throw\b|warn|report|\bprint|\bout\b|cerr|cout|message|require[A-Z(]|fail|refuse|fmt::format|\braise\b|\bexit\(|\bdie\(")
STATEMENT_OF_HELP = re.compile(r"\b(?:p|parameters)\.(?:required|optional|flag|choice)|\.add<|->add<")


@dataclass
class Comment:
    """A comment or docstring: lines of text without their markers."""

    first: int                  # number of the first line
    column: int
    marker: str                 # "///", "///<", "//", "/**", "/*", "#", "docstring"
    lines: list = field(default_factory=list)     # [(number, text, length of the whole line)]
    is_trailing: bool = False   # code precedes the comment on its line

    @property
    def is_doc(self):
        """True for doc comments and docstrings."""
        return self.marker in ("///", "///<", "/**", "docstring")

    @property
    def last(self):
        """Number of the last line."""
        return self.lines[-1][0]

    @property
    def text(self):
        """Text in one line."""
        return " ".join(text.strip() for _, text, _ in self.lines).strip()


class Lines:
    """Conversion of positions in a text to line numbers."""

    def __init__(self, text):
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self.text = text

    def number(self, position):
        """Returns the line number, from 1, of a position."""
        return bisect.bisect_right(self.starts, position)

    def column(self, position):
        """Returns the column, from 0, of a position."""
        return position - self.starts[self.number(position) - 1]

    def length(self, number):
        """Returns the length of a line."""
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return end - self.starts[number - 1]


def blank(text):
    """Returns spaces in place of all characters but line breaks."""
    return re.sub(r"[^\n]", " ", text)


def cpp(text):
    """Splits a C++ source. Returns (comments, [(position, string literal)], code), where the code
    has spaces in place of comments and quotation marks around spaces in place of strings."""
    lines, comments, strings, code, end = Lines(text), [], [], [], 0
    for match in CPP_TOKEN.finditer(text):
        kind = match.lastgroup if match.lastgroup not in ("mark", "inside") else "raw"
        if kind == "number":
            continue
        token = match[0]
        code.append(text[end:match.start()])
        end = match.end()
        if kind in ("line", "block"):
            comments.append(cpp_comment(token, match.start(), lines, text))
            code.append(blank(token))
        elif kind == "char":
            code.append("'" + " " * (len(token) - 2) + "'")
        else:
            strings.append((match.start(), match["inside"] if kind == "raw" else token[1:-1]))
            code.append('"' + blank(token[1:-1]) + '"')
    code.append(text[end:])
    return joined(comments), strings, "".join(code)


def cpp_comment(token, start, lines, text):
    """Returns the comment of one token."""
    number, column = lines.number(start), lines.column(start)
    is_trailing = bool(text[start - column:start].strip())
    if token.startswith("//"):
        marker = re.match(r"///<|///(?!/)|//", token)[0]
        return Comment(number, column, marker, [(number, token[len(marker):], lines.length(number))], is_trailing)
    marker = "/**" if re.match(r"/\*\*[^*/]", token) else "/*"
    parts = token[len(marker):-2].split("\n")
    body = [(number + i, re.sub(r"^\s*\* ?", "", part) if i else part, lines.length(number + i)) for i, part in enumerate(parts)]
    return Comment(number, column, marker, body, is_trailing)


def joined(comments):
    """Joins comments on consecutive lines that have the same marker and column. A comment below a
    trailing comment, in the same column, continues it."""
    result = []
    for comment in comments:
        last = result[-1] if result else None
        if (last and not comment.is_trailing and comment.marker in (last.marker, "///", "//") and comment.column == last.column
                and comment.marker[:3] == last.marker[:3] and comment.first == last.last + 1 and not comment.marker.startswith("/*")):
            last.lines += comment.lines
        else:
            result.append(comment)
    return result


def python(text):
    """Splits a Python source. Returns (comments and docstrings, literals), where a literal is
    (line, text, statement)."""
    tree = ast.parse(text)
    lines, comments, strings = Lines(text), [], []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            number, column = token.start
            comments.append(Comment(number, column, "#", [(number, token.string[1:], lines.length(number))], bool(token.line[:column].strip())))
    comments = joined_hashes(comments)
    docs = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            value = node.body[0].value
            docs.add(value)
            parts = value.value.split("\n")
            parts[1:] = textwrap.dedent("\n".join(parts[1:])).split("\n") if len(parts) > 1 else []
            comments.append(Comment(value.lineno, value.col_offset, "docstring",
                                    [(value.lineno + i, part, lines.length(value.lineno + i)) for i, part in enumerate(parts)]))
    rows = text.split("\n")
    fragments = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node) if part is not node}
    known = docs | fragments
    for statement in ast.walk(tree):
        if isinstance(statement, (ast.Expr, ast.Raise, ast.Return, ast.Assign)):
            source = "\n".join(rows[statement.lineno - 1:statement.end_lineno])
            for node in ast.walk(statement):
                if isinstance(node, ast.JoinedStr) and node not in fragments:
                    strings.append((node.lineno, "".join(p.value if isinstance(p, ast.Constant) else "{}" for p in node.values), source))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in known:
                    strings.append((node.lineno, node.value, source))
    return sorted(comments, key=lambda c: c.first), strings


def joined_hashes(comments):
    """Joins comments with "#" on consecutive lines of the same column."""
    result = []
    for comment in comments:
        last = result[-1] if result else None
        if last and not comment.is_trailing and comment.column == last.column and comment.first == last.last + 1:
            last.lines += comment.lines
        else:
            result.append(comment)
    return result


def hashes(text):
    """Returns the comments of a shell script, CMake file or YAML file that fill a line."""
    comments = []
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r"(\s*)#(?!!)(.*)$", line)
        if match:
            comments.append(Comment(number, len(match[1]), "#", [(number, match[2], len(line))]))
    return joined_hashes(comments)


@dataclass
class Paragraph:
    """A paragraph, list item, heading or table row of a Markdown document."""

    kind: str     # "prose", "item", "heading", "table"
    lines: list   # [(number, text)]

    @property
    def text(self):
        """Text in one line."""
        return " ".join(text.strip() for _, text in self.lines)


def markdown(text):
    """Returns the paragraphs of a Markdown document, without code, formulas and directives."""
    text = re.sub(r"<!-- (.*?) begins -->.*?<!-- \1 ends -->", lambda m: blank(m[0]), text, flags=re.S)     # generated
    paragraphs, fence, last_blank, in_list = [], None, True, False
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if fence:
            is_end = stripped.endswith("$$") if fence == "$$" else stripped.startswith(fence) and not stripped.strip(fence[0])
            fence = None if is_end else fence
            last_blank = True
            continue
        opening = re.match(r"`{3,}|~{3,}|:{3,}|\$\$", stripped)
        if opening:
            if not (opening[0] == "$$" and stripped.endswith("$$") and len(stripped) > 4) and not (opening[0][0] == ":" and not stripped.strip(":")):
                fence = opening[0] if opening[0][0] != ":" else None
            last_blank = True
            continue
        if not stripped or stripped.startswith(("<!--", "%", "<")):
            last_blank = True
            in_list = in_list and line.startswith((" ", "")) and not line.strip()
            continue
        is_item = re.match(r"\s*(?:[-*+]|\d+[.)])\s", line)
        if last_blank and line.startswith("    ") and not in_list and not is_item:
            continue     # indented code
        if stripped.startswith("|"):
            paragraphs.append(Paragraph("table", [(number, line)]))
        elif re.match(r"#+\s", stripped):
            paragraphs.append(Paragraph("heading", [(number, line)]))
        elif is_item:
            in_list = True
            paragraphs.append(Paragraph("item", [(number, line)]))
        elif last_blank or not paragraphs or paragraphs[-1].kind in ("table", "heading"):
            paragraphs.append(Paragraph("prose", [(number, line)]))
        else:
            paragraphs[-1].lines.append((number, line))
            last_blank = False
            continue
        last_blank = stripped.startswith("#")
        in_list = bool(is_item) or (in_list and line.startswith(" "))
    return paragraphs


def messages(strings, code, lines):
    """Returns [(line, text)] of the literals of errors, warnings and reports in a C++ source.
    Adjacent literals are one message."""
    result, end = [], -1
    for position, literal in strings:
        number = lines.number(position)
        start = max(code.rfind(mark, 0, position) for mark in ";{}") + 1
        if result and not code[end:position].strip():
            result[-1] = (result[-1][0], result[-1][1] + literal)
        else:
            statement = code[start:position]
            wanted = (STATEMENT_OF_MESSAGE.search(statement) and not STATEMENT_OF_HELP.search(statement)
                      and not re.search(r"#\s*include\s*$", code[:position][-20:]))
            result.append((number, literal if wanted else ""))
        end = code.index('"', position + 1) + 1
    return [(number, text) for number, text in result if text]


@dataclass
class Declaration:
    """A declaration of a header: first and last line, and its text without bodies."""

    first: int
    last: int
    text: str
    owner: str          # name of the class, or ""
    is_public: bool


EXEMPT = re.compile(
    r"\boverride\b|\)[\w\s]*\bfinal\b|=\s*(?:delete|default)\s*$|\boperator\b|~"
    r"|^(?:template\s*<>|friend\b|static_assert\b|extern\s+template|using\s+(?:typename\s+)?[\w:]+$|using\s+namespace)"
    r"|^(?:template\s*<[^;{}]*>\s*)?(?:class|struct|union|enum class|enum)\s+[\w:]+$"     # forward declaration
    r"|^template\s+(?:class|struct|void|\w+)\b")     # explicit instantiation


def without_template(text):
    """Returns a declaration without its leading `template <...>`."""
    match = re.match(r"template\s*<", text)
    if not match:
        return text
    depth = 1
    for at in range(match.end(), len(text)):
        depth += {"<": 1, ">": -1}.get(text[at], 0)
        if depth == 0:
            return text[at + 1:].lstrip()
    return text


def needs_summary(declaration):
    """True if a declaration is public and not exempt."""
    text = re.sub(r"\s+", " ", declaration.text).strip()
    text = re.sub(r"\[\[[^\]]*\]\]\s*", "", text)
    text = re.sub(r"^TENON_API\s+", "", text)
    if not declaration.is_public or not text or EXEMPT.search(text):
        return False
    bare = without_template(text)
    name = declaration.owner
    head = bare.split("(")[0]
    if "(" in bare and "=" not in head and re.search(r"(?:\w|>)::\w+\s*$", head) and re.search(r"[\w>&*]\s", head):
        return False     # definition of a member, which is documented at its declaration
    return not (name and re.match(r"(?:explicit |inline |constexpr )*" + re.escape(name) + r"\s*\(", bare))


def declarations(code, lines):
    """Returns the declarations of a header at namespace and class scope, with enumerators."""
    code = re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", lambda m: blank(m[0]), code, flags=re.M)
    result, scopes, position, start = [], [("namespace", "", True)], 0, 0
    size = len(code)

    def skip(at):
        """Returns the position after the bracket that closes the one at `at`."""
        depth = 0
        for match in re.compile(r"[(){}\[\]]").finditer(code, at):
            depth += 1 if match[0] in "({[" else -1
            if depth == 0:
                return match.end()
        return size

    def finish(end, mark=""):
        """Records the statement that ends before `end`; the mark "{" shows a definition."""
        text = code[start:end]
        if text.strip():
            begin = start + len(text) - len(text.lstrip())
            result.append(Declaration(lines.number(begin), lines.number(max(begin, end - 1)), text.strip() + mark, scopes[-1][1] if scopes[-1][0] == "class" else "", scopes[-1][2]))

    while position < size:
        match = re.compile(r"[;{}(\[:]").search(code, position)
        if not match:
            break
        at, mark = match.start(), match[0]
        position = at + 1
        statement = code[start:at].strip()
        if mark in "([":
            position = skip(at)
        elif mark == ":":
            if statement in ("public", "protected", "private"):
                scope = scopes[-1]
                scopes[-1] = (scope[0], scope[1], scope[3] and statement == "public", scope[3])
                start = position
        elif mark == ";":
            finish(at)
            start = position
        elif mark == "}":
            if len(scopes) > 1:
                kind = scopes.pop()[0]
                if kind == "class":
                    position = code.find(";", at) + 1 or size
            start = position
        else:
            start, position = opened(code, at, start, statement, scopes, finish, skip, result, lines)
    return result


def opened(code, at, start, statement, scopes, finish, skip, result, lines):
    """Treats an opening brace of declarations(). Returns the new (start, position)."""
    bare = without_template(re.sub(r"\[\[[^\]]*\]\]\s*", "", statement))
    visible = scopes[-1][2]
    if re.match(r"(?:inline\s+)?namespace\b", bare) or bare.startswith("extern \""):
        name = re.sub(r"^(?:inline\s+)?namespace\s*", "", bare)
        scopes.append(("namespace", "", visible and name != "" and "detail" not in name))
        return at + 1, at + 1
    if re.match(r"enum\b", bare):
        finish(at, " {")
        end = skip(at)
        if visible:
            enumerators(code, at + 1, end - 1, lines, result, bare)
        end = code.find(";", end) + 1
        return end, end
    kind = re.match(r"(class|struct|union)\s+(?:alignas\([^)]*\)\s*)?(?:TENON_API\s+)?(\w+)", bare)
    if kind and not re.search(r"[=(]", re.sub(r"alignas\([^)]*\)", "", re.sub(r"<.*>", "", bare, flags=re.S))):
        finish(at, " {")
        visible = visible and not re.match(r"\s*(?:<(?:[^<>]|<[^<>]*>)*>)?\s*::", bare[kind.end():])     # a nested class, declared elsewhere
        scopes.append(("class", kind[2], visible and kind[1] != "class", visible))
        return at + 1, at + 1
    flat = statement
    while re.search(r"<[^<>]*>", flat):
        flat = re.sub(r"<[^<>]*>", "", flat)
    is_function = "operator" in flat or ("(" in flat and "=" not in flat.split("(")[0])
    is_initializer = re.search(r"\)\s*(?:noexcept\s*)?:(?!:)", flat) and re.search(r"[\w>]\s*$", flat)
    if is_function and not is_initializer:
        finish(at)
        end = skip(at)
        return end, end
    return start, skip(at)


def enumerators(code, begin, end, lines, result, owner):
    """Adds the enumerators between two positions."""
    at = begin
    for part in re.split(r",(?![^(]*\))", code[begin:end]):
        if part.strip():
            first = at + len(part) - len(part.lstrip())
            result.append(Declaration(lines.number(first), lines.number(at + len(part.rstrip()) - 1), "enumerator " + part.strip(), owner, True))
        at += len(part) + 1
