"""axe-core, which looks for what keeps people out, run in a page."""

from __future__ import annotations

import functools
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
_RUN = """
async (rules) => {
  const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run({ preload: false, resultTypes: ["violations"], ...only });
  return violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help, where: nodes.map((node) => `${node.target.join(" ")}  ${node.html}`),
    why: nodes.map((node) => node.any.concat(node.all, node.none).map((one) => one.message)[0]),
  }));
}
"""


@functools.cache
def _source() -> str:
    assert AXE.is_file(), "axe-core is not installed: python hatch_build.py --install"
    return AXE.read_text(encoding="utf-8")


def complaints(page: Page, rules: list[str] | None = None) -> list[str]:
    """What is wrong with a page as it stands, readable; by some rules only, or by all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    return [
        f"{found['id']} ({found['impact']}): {found['help']}: {why}\n      {where[:300]}"
        for found in page.evaluate(_RUN, rules)
        for where, why in zip(found["where"], found["why"], strict=True)
    ]
