# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the files that a repository shows to its visitors: security policy, issue and
pull-request templates.

usage: community_test.py <source folder>
"""
import pathlib
import re
import sys
import unittest

import yaml

SOURCE = pathlib.Path(sys.argv[1])
TEMPLATES = SOURCE / ".github/ISSUE_TEMPLATE"
VERSION = re.search(r"^project\(tenon VERSION (\d+\.\d+)", (SOURCE / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


class Community(unittest.TestCase):
    def test_issue_forms_are_valid(self):
        """The rules of GitHub's issue forms: required keys, known types, unique identifiers, at
        least one field."""
        forms = {path.stem: yaml.safe_load(path.read_text()) for path in TEMPLATES.glob("*.yml") if path.stem != "config"}
        self.assertEqual(set(forms), {"bug", "feature", "question"})
        for name, form in forms.items():
            self.assertLessEqual(set(form), {"name", "description", "title", "labels", "assignees", "body"}, name)
            self.assertTrue(form["name"] and form["description"], name)
            fields = [field for field in form["body"] if field["type"] != "markdown"]
            self.assertGreater(len(fields), 0, name)
            identifiers = [field["id"] for field in fields]
            self.assertEqual(len(identifiers), len(set(identifiers)), name)
            for field in form["body"]:
                self.assertIn(field["type"], {"markdown", "textarea", "input", "dropdown", "checkboxes"}, name)
                self.assertTrue(field["attributes"].get("value" if field["type"] == "markdown" else "label"), name)
                self.assertIsInstance(field.get("validations", {}).get("required", False), bool, name)
        self.assertIs(yaml.safe_load((TEMPLATES / "config.yml").read_text())["blank_issues_enabled"], False)

    def test_the_bug_form_asks_for_what_a_developer_needs(self):
        form = yaml.safe_load((TEMPLATES / "bug.yml").read_text())
        required = {field["id"] for field in form["body"] if field.get("validations", {}).get("required")}
        self.assertLessEqual({"case", "output", "version", "system"}, required)

    def test_scripts_and_folders_of_the_pull_request_template_exist(self):
        text = (SOURCE / ".github/pull_request_template.md").read_text()
        names = re.findall(r"`((?:scripts|docs)/[\w/]+)`", text)
        self.assertGreaterEqual(len(names), 4)
        for name in names:
            self.assertTrue((SOURCE / name).exists() or name == "docs/changelog/unreleased", name)

    def test_the_security_policy_states_contact_and_times(self):
        text = " ".join((SOURCE / "SECURITY.md").read_text().split())
        self.assertIn('choose "Report a vulnerability" under "Security" on the page of the repository', text)
        self.assertRegex(text, r"acknowledge the report within \d+ days and send an assessment within \d+ days")
        self.assertRegex(text, r"confidential until the correction has been published or \d+ days have passed since your report, whichever comes first")

    def test_the_security_policy_names_the_present_version(self):
        text = (SOURCE / "SECURITY.md").read_text()
        self.assertIn(f"| {VERSION}.x | yes |", text)
        for link in re.findall(r"\]\(([^)#:]+)\)", text):
            self.assertTrue((SOURCE / link).exists(), link)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
