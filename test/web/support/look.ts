/** What a page looks like to axe and to a camera. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { shareOfDifference } from "./compare.ts";

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly failureSummary?: string;
  }[];
}

const require = createRequire(import.meta.url);
/** Half as long as the one with comments, and each page is sent it. */
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe is asked in each colour scheme: dark colours change nothing but the contrast. */
const SCHEMES = {
  light: { resultTypes: ["violations"] },
  dark: { resultTypes: ["violations"], runOnly: ["color-contrast"] },
} as const;

/** Demands that axe finds nothing serious, in light and in dark colours. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated from outside, since the page itself lets no script in.
  if (!(await page.evaluate<boolean>(`"axe" in globalThis`))) await page.evaluate(AXE);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(REDRAW);
    const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
      `axe.run(document, ${JSON.stringify(SCHEMES[colorScheme])})`,
    );
    const serious = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary = "" }) => `${id} at ${target.join(" ")}: ${failureSummary}`,
        ),
      );
    expect(serious, `axe on ${page.url()} in ${colorScheme} colours`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * Chromium keeps some inherited colours after a change of the scheme, until something that all inherit changes;
 * and each element that a transition hands its colour on to begins one of its own. Waits for the last of them.
 */
const REDRAW = `new Promise((settle) => {
  document.documentElement.style.setProperty("--redraw", String(performance.now()));
  let quiet = 0;
  const look = () => {
    const isMoving = document
      .getAnimations()
      .some((one) => one instanceof CSSTransition && one.playState === "running");
    quiet = isMoving ? 0 : quiet + 1;
    if (quiet > 5) settle();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/**
 * Takes pictures of a page, light and dark, where SKILLWRIGHT_PICTURES names the folder they go to. Those that lie there
 * from the last time are compared: `differences.txt` lists what is another, with the last one beside it.
 */
export async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env["SKILLWRIGHT_PICTURES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(REDRAW);
    keepPicture(folder, `${name}-${colorScheme}`, await page.screenshot());
  }
  await page.emulateMedia({ colorScheme: "light" });
}

function keepPicture(folder: string, name: string, next: Buffer): void {
  const file = join(folder, `${name}.png`);
  if (existsSync(file)) {
    const last = readFileSync(file);
    const share = shareOfDifference(last, next);
    if (share > 0) {
      writeFileSync(join(folder, `${name}.last.png`), last);
      const percent = (100 * share).toFixed(2);
      appendFileSync(join(folder, "differences.txt"), `${percent} % of ${name}.png\n`);
    }
  }
  writeFileSync(file, next);
}
