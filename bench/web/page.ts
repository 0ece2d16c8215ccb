/** Visits of the page of skills in a browser of their own, timed inside of the page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { PASSWORD } from "../serve/programs.ts";

/** Milliseconds since the navigation began. */
export interface Visit {
  /** The field of the search is there, and the first rows are painted. */
  readonly rows: number;
  /** A letter was typed, and what is painted fits it. */
  readonly interactive: number;
  /** The page says of how many skills it has found how many. */
  readonly whole: number;
  /** From each further letter to the painted answer, over all skills. */
  readonly letters: readonly number[];
  /** Bytes that came as script, as they were sent. */
  readonly script: number;
}

export interface Wanted {
  /** What is typed first, and the rows that fit it. */
  readonly letter: string;
  readonly fits: string;
  /** What the page says when it has looked at every skill. */
  readonly count: string;
  /** Texts that are typed one after the other, with what the page says to each. */
  readonly searches: readonly { readonly text: string; readonly count: string }[];
}

const script = join(import.meta.dirname, "watch.js");
const MOST_MS = 60_000;

/** A page that nobody has seen before: no cache, no script that is compiled already. */
export async function visit(browser: Browser, url: string, wanted: Wanted): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 } });
  try {
    const answer = await context.request.post(`${url}/api/v1/session`, {
      data: { email: "admin@skillwright.local", password: PASSWORD },
      headers: { "x-skillwright-page": "1" },
    });
    if (!answer.ok()) throw new Error(`The login answered ${answer.status()}.`);
    const { key } = (await answer.json()) as { readonly key: string };
    await context.addInitScript({
      content: `localStorage.setItem("skillwright-session-key", ${JSON.stringify(key)});`,
    });
    const { promise, resolve } = Promise.withResolvers<Visit>();
    await context.exposeFunction("tellMeasured", resolve);
    await context.addInitScript({
      content: `globalThis.wanted = ${JSON.stringify(wanted)};\n(() => {\n${readFileSync(script, "utf8")}})();`,
    });
    const page = await context.newPage();
    await page.goto(`${url}/skills`, { waitUntil: "commit" });
    return await withinTime(promise);
  } finally {
    await context.close();
  }
}

async function withinTime(promise: Promise<Visit>): Promise<Visit> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("The page did not get there.")), MOST_MS);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The smallest file of the page, from its navigation to its picture. */
export async function visitFloor(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/favicon.svg`);
    return Number(
      await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"),
    );
  } finally {
    await context.close();
  }
}
