/** Homes that the real OpenClaw 2026.9.6 was asked about (`npm run differential -- --record`), asked of ours. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askOwn, type Answer } from "../scripts/differential/ask.ts";
import { homeOf } from "../scripts/differential/homes.ts";
import { root } from "./support/source.ts";

const { homes: recorded } = JSON.parse(
  readFileSync(join(root, "vectors/agents/openclaw-homes.json"), "utf8"),
) as { readonly homes: { readonly [seed: string]: Answer } };

describe("a home of OpenClaw", () => {
  it.each(Object.entries(recorded))(
    "[BX-10] [OC-10] has the skills that the program itself lists, seed %s",
    async (seed, theirs) => {
      expect(await askOwn(homeOf(Number(seed)))).toEqual(theirs);
    },
  );
});
