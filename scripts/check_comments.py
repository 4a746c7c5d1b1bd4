#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the English of comments and documents.

    scripts/check_comments.py [file ...]      prints a line `file:line: rule: text` per violation;
                                              the exit code is 1 if there are any
    scripts/check_comments.py --sample SEED   prints 60 public comments, 30 paragraphs of documents
                                              and 30 messages, drawn at random

Rules:

    first-word   a doc comment, or a comment beside code, starts with a verb or a noun phrase, not
                 with one of FIRST_WORDS
    word         the nonstandard words of docs/glossary.md do not occur
    line         a line of prose has at most 100 characters, without addresses and targets of links;
                 comments beside code, tables, code and images are exempt
    paragraph    a paragraph has at most 8 lines
    summary      public declarations of include/ have a summary

The file scripts/comment_exceptions.toml lists exceptions, each with its reason.
"""
import argparse
import os
import random
import re
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import prose

FIRST_WORDS = ("Of", "That of", "Those of", "The same", "What", "Whether", "Who", "How", "Where")
FIRST = re.compile(r"(?:%s)\b" % "|".join(FIRST_WORDS), re.I)
MOST_CHARACTERS = 100
MOST_LINES = 8
FOLDERS = ("include", "src", "apps", "python", "tests", "scripts", "docs", "cmake", ".ci")
SKIPPED_FOLDERS = {"data", "seeds", "__pycache__", "_static", "images", "expressions", "surfaces", "checkpoints"}
CPP, HASHES = {".cpp", ".hpp", ".h", ".c"}, {".cmake", ".yaml", ".yml", ".toml", ".sh"}
URL = re.compile(r"https?://\S+|(?<=\])\([^)\s]*\)")
CODE = re.compile(r"``[^`]*``|`[^`]*`|\"[^\"]{0,200}\"")     # and quoted output
NOT_PROSE = re.compile(r"\w_\w|\w\|\w|\\[^nt\"]")     # in a word
TAG = re.compile(r"[@\\](?:param|tparam|return|returns|throws|note|see|details|pre|post|warning)\b")


def kind_of(path):
    """Returns the language of a file, or None if it is not checked."""
    if path.suffix in CPP:
        return "cpp"
    if path.suffix == ".md":
        return "markdown"
    if path.suffix == ".py":
        return "python"
    if path.suffix in HASHES or path.name == "CMakeLists.txt":
        return "hashes"
    if path.suffix == "" and path.is_file():
        with open(path, "rb") as file:
            head = file.readline(80)
        return "python" if re.match(rb"#!.*python", head) else "hashes" if re.match(rb"#!.*sh\b", head) else None
    return None


def files(root):
    """Yields (path relative to the root, language) of the files to be checked."""
    found = [path for path in root.iterdir() if path.suffix == ".md" or path.name == "CMakeLists.txt"]
    for folder in FOLDERS:
        for where, folders, names in os.walk(root / folder):
            folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS and not f.startswith("build"))
            found += [Path(where) / name for name in names]
    for path in sorted(found):
        kind = kind_of(path)
        if kind:
            yield path.relative_to(root), kind


class Words:
    """Nonstandard words: the table of docs/glossary.md with this heading. A row lists words in
    backquotes, the standard term, and phrases in which the words are correct."""

    HEADING = "## Nonstandard words"

    def __init__(self, root):
        self.entries = []
        glossary = root / "docs" / "glossary.md"
        text = glossary.read_text(encoding="utf-8") if glossary.exists() else ""
        table = text.partition(self.HEADING + "\n")[2].partition("\n## ")[0]
        for row in re.findall(r"^\|(.*)\|$", table, re.M)[2:]:
            cells = row.split("|")
            correct = re.findall(r"`([^`]+)`", cells[2]) if len(cells) > 2 else []
            correct = re.compile("|".join(map(re.escape, correct)), re.I) if correct else None
            for word in re.findall(r"`([^`]+)`", cells[0]):
                self.entries.append((word, cells[1].strip(), correct))
        words = sorted((re.escape(word).replace(r"\ ", r"\s+") for word, _, _ in self.entries), key=len, reverse=True)
        self.any = re.compile(r"(?<![\w-])(?:%s)(?![\w-])" % "|".join(words), re.I) if words else None
        self.by_word = {word.lower(): (term, correct) for word, term, correct in self.entries}

    def find(self, text):
        """Yields (position, word, standard term) of the nonstandard words of a text."""
        if not self.any:
            return
        plain = CODE.sub(lambda m: " " * len(m[0]), text)
        for match in self.any.finditer(plain):
            word = re.sub(r"\s+", " ", match[0])
            term, correct = self.by_word[word.lower()]
            around = re.sub(r"\s+", " ", plain[max(0, match.start() - 40):match.end() + 40])
            if not (correct and correct.search(around)):
                yield match.start(), word, term


class Checker:
    """Collects the violations of all files."""

    def __init__(self, root):
        self.root = root
        self.words = Words(root)
        self.found = []          # (path, line, rule, text)

    def add(self, path, line, rule, text):
        """Records a violation."""
        self.found.append((str(path), line, rule, text))

    def check(self, path, kind):
        """Checks one file."""
        text = (self.root / path).read_text(encoding="utf-8")
        if kind == "markdown":
            return self.check_markdown(path, text)
        if kind == "cpp":
            comments, _, code = prose.cpp(text)
        else:
            try:
                comments = prose.python(text)[0] if kind == "python" else prose.hashes(text)
            except SyntaxError as error:
                return self.add(path, error.lineno or 0, "syntax", f"not a Python file: {error.msg}")
        for comment in comments:
            self.check_comment(path, comment)
        if kind == "cpp" and path.parts[0] == "include":
            self.check_summaries(path, code, comments, prose.Lines(text))

    def check_comment(self, path, comment):
        """Applies the rules to one comment."""
        if (comment.is_doc or comment.is_trailing) and (match := FIRST.match(comment.text)):
            self.add(path, comment.first, "first-word", f"starts with '{match[0]}': {comment.text[:80]}")
        self.check_words(path, [(number, text) for number, text, _ in comment.lines])
        run = 0
        for number, text, length in comment.lines:
            is_code = re.match(r"\s{4}", text)
            if length > MOST_CHARACTERS and not is_code and not (comment.is_trailing and number == comment.first):
                self.check_length(path, number, text, length)
            bare = text.strip(" *")
            ends = not bare or TAG.match(bare) or re.match(r"[-*|+]\s|\d+[.)]\s|@code|@endcode", bare) or is_code
            run = 0 if not bare else 1 if ends else run + 1
            if run == MOST_LINES + 1:
                self.add(path, number, "paragraph", f"more than {MOST_LINES} lines: {comment.text[:60]}")

    def check_length(self, path, number, text, length):
        """Checks the length of a line of prose; addresses do not count."""
        length -= sum(len(match[0]) for match in URL.finditer(text))
        if length > MOST_CHARACTERS:
            self.add(path, number, "line", f"{length} characters: {text.strip()[:60]}")

    def check_words(self, path, lines):
        """Finds nonstandard words, also across line breaks."""
        text = "\n".join(text for _, text in lines)
        for position, word, term in self.words.find(text):
            line = lines[text.count("\n", 0, position)]
            self.add(path, line[0], "word", f"'{word}' (write: {term}): {line[1].strip()[:80]}")

    def check_markdown(self, path, text):
        """Applies the rules to a document."""
        for paragraph in prose.markdown(text):
            self.check_words(path, paragraph.lines)
            if paragraph.kind in ("prose", "item"):
                for number, line in paragraph.lines:
                    if len(line) > MOST_CHARACTERS and not line.lstrip().startswith("!["):
                        self.check_length(path, number, line, len(line))
                if len(paragraph.lines) > MOST_LINES:
                    self.add(path, paragraph.lines[0][0], "paragraph", f"{len(paragraph.lines)} lines: {paragraph.text[:60]}")

    def check_summaries(self, path, code, comments, lines):
        """Finds public declarations without a summary."""
        above = {comment.last: comment for comment in comments if comment.is_doc and not comment.is_trailing and comment.marker != "///<"}
        for comment in comments:
            if comment.is_doc and TAG.match(comment.text):
                self.add(path, comment.first, "summary", f"starts with a tag: {comment.text[:70]}")
        beside = {comment.first: comment for comment in comments if comment.marker == "///<"}
        for declaration in prose.declarations(code, lines):
            if not prose.needs_summary(declaration):
                continue
            doc = above.get(declaration.first - 1)
            for number in range(declaration.first, declaration.last + 1):
                doc = doc or beside.get(number)
            summary = TAG.split(doc.text)[0].strip() if doc else ""
            text = re.sub(r"\s+", " ", declaration.text)[:70]
            if not summary:
                self.add(path, declaration.first, "summary", f"no summary: {text}")

    def apply(self, exceptions):
        """Removes the excepted violations and reports exceptions that match nothing."""
        left = []
        unused = set(range(len(exceptions)))
        for finding in self.found:
            hits = [i for i, e in enumerate(exceptions) if e["file"] == finding[0] and e["rule"] == finding[2] and e["text"] in finding[3]]
            unused -= set(hits)
            if not hits:
                left.append(finding)
        for i in sorted(unused):
            left.append((exceptions[i]["file"], 0, "exception", f"matches nothing: {exceptions[i]['text']}"))
        self.found = left


def violations(root, only=()):
    """Returns the violations (path, line, rule, text) of a tree, or of the files `only`."""
    checker = Checker(root)
    for path, kind in files(root):
        if not only or root / path in only:
            checker.check(path, kind)
    listed = root / "scripts" / "comment_exceptions.toml"
    exceptions = tomllib.loads(listed.read_text(encoding="utf-8")).get("exception", []) if listed.exists() else []
    checker.apply([e for e in exceptions if not only or root / e["file"] in only])
    return sorted(checker.found)


def words_in(text):
    """Returns the number of words of a text."""
    return len(re.findall(r"[A-Za-z][\w'’-]*", text))


def is_prose(text):
    """Returns true unless most words of a text are identifiers or parts of a regular expression."""
    words = text.split()
    return 2 * sum(bool(NOT_PROSE.search(word)) for word in words) <= len(words)


def population(root):
    """Returns the three lists that --sample draws from: [(path, line, text)]."""
    comments, paragraphs, messages = [], [], []
    for path, kind in files(root):
        text = (root / path).read_text(encoding="utf-8")
        top = path.parts[0]
        if kind == "markdown":
            paragraphs += [(path, p.lines[0][0], p.text) for p in prose.markdown(text) if p.kind in ("prose", "item") and words_in(p.text) >= 8]
        elif kind == "cpp":
            found, strings, code = prose.cpp(text)
            if top == "include":
                comments += [(path, c.first, c.text) for c in found if c.is_doc]
            if top in ("include", "src", "apps"):
                messages += [(path, line, m) for line, m in prose.messages(strings, code, prose.Lines(text)) if words_in(m) >= 4 and is_prose(m)]
        elif kind == "python" and top in ("scripts", "apps"):
            strings = prose.python(text)[1]
            messages += [(path, line, m) for line, m, statement in dict.fromkeys(strings) if words_in(m) >= 4 and is_prose(m) and prose.STATEMENT_OF_MESSAGE.search(statement)]
    return comments, paragraphs, messages


def sample(root, seed):
    """Prints items drawn at random; equal seeds give equal items of an unchanged tree."""
    draw = random.Random(seed)
    for title, items, count in zip(("public comments", "paragraphs of documents", "messages"), population(root), (60, 30, 30)):
        print(f"# {title}: {min(count, len(items))} of {len(items)}")
        for path, line, text in sorted(draw.sample(items, min(count, len(items)))):
            print(f"{path}:{line}: {text}")


def main():
    """Runs the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("files", nargs="*", type=Path, help="files to check; default: the whole tree")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1], help="root of the source tree")
    parser.add_argument("--sample", metavar="SEED", type=int, help="print randomly drawn texts instead of checking the files")
    options = parser.parse_args()
    root = options.root.resolve()
    if options.sample is not None:
        sample(root, options.sample)
        return 0
    found = violations(root, {path.resolve() for path in options.files})
    for path, line, rule, text in found:
        print(f"{path}:{line}: {rule}: {text}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
