import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixText, lint } from "../src/check/index.ts";
import {
  dialects,
  profiles,
  readAs,
  readSkill,
  skillOf,
  findViolations,
} from "../src/skill/index.ts";

const SEED = 20261115;

/** Skills of many shapes, some broken on purpose. */
const samples: readonly string[] = [
  "---\nname: a\ndescription: b\n---\nbody\n",
  '---\nname: a\ndescription: "b: c"\nmetadata: {"openclaw": {"requires": {"bins": ["gh",],},},}\n---\n\n# T\n',
  "---\r\nname: x\r\ndescription: |\r\n  two\r\n  lines\r\nmetadata:\r\n  gaia:\r\n    tools: []\r\n---\r\nb\r\n",
  "\ufeff---\nname: a\ninputs:\n  - name: x\n    type: text\n---\n{{x}} {{y}}\n",
  "---\nname: p\ndescription: d\nx-personal-mcp:\n  id: p\n  version: 1.0.0\n  capabilities: [resource://skills/p/document]\n---\n",
  "---\nname: g\nversion: 1.0.0\npermissions: [network:read]\ntools:\n  - name: t\nsecurity_tier: community\n---\n",
  "no frontmatter at all\n",
  "---\nunclosed: yes\n",
];

const mutated = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(400), fc.nat(3), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
  )
  .map(([sample, changes]) => {
    let bytes = [...new TextEncoder().encode(sample)];
    for (const [at, kind, value] of changes) {
      const index = bytes.length === 0 ? 0 : at % bytes.length;
      if (kind === 0) bytes[index] = value;
      else if (kind === 1) bytes.splice(index, 1);
      else if (kind === 2) bytes.splice(index, 0, value);
      else
        bytes = [...bytes.slice(0, index), ...bytes.slice(index, index + 9), ...bytes.slice(index)];
    }
    return new Uint8Array(bytes);
  });

describe("reading", () => {
  it("[BX-01] gives a model and the same twice, whatever the bytes", () => {
    fc.assert(
      fc.property(mutated, (bytes) => {
        const first = readSkill(bytes, { path: "skills/a/SKILL.md" });
        const second = readSkill(bytes, { path: "skills/a/SKILL.md" });
        expect(first.value).toBeDefined();
        expect(JSON.stringify(first)).toBe(JSON.stringify(second));
        const length = first.value?.document.text.length ?? 0;
        for (const { range } of first.diagnostics) {
          expect(range).toBeDefined();
          expect(range?.start.offset).toBeLessThanOrEqual(range?.end.offset ?? -1);
          expect(range?.end.offset).toBeLessThanOrEqual(Math.max(length, 1));
        }
      }),
      { seed: SEED, numRuns: 1500 },
    );
  });

  it("[BX-01] is borne by every dialect without a crash, whatever the bytes", () => {
    fc.assert(
      fc.property(mutated, (bytes) => {
        const { value } = readSkill(bytes);
        if (value === undefined) throw new Error("no model");
        for (const dialect of [...dialects, ...profiles]) {
          const reading = readAs(dialect, value.document, { path: "skills/a/SKILL.md" });
          expect(skillOf(reading).extensions).toBeInstanceOf(Array);
          for (const violation of findViolations(reading))
            expect(violation.message).toMatch(/^[A-Z`].*\.$/s);
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });
});

function fields(source: string | Uint8Array): number {
  return Object.keys(readSkill(source).value?.document.frontmatter ?? {}).length;
}

describe("fixing", () => {
  it.each([
    ["safe fixes", {}],
    ["unsafe fixes too", { unsafe: true }],
  ])("[BX-01] is idempotent with %s, whatever the bytes", (_title, options) => {
    fc.assert(
      fc.property(mutated, (bytes) => {
        const path = "skills/a/SKILL.md";
        const once = fixText({ path, text: bytes }, {}, options);
        const twice = fixText({ path, text: once.text }, {}, options);
        expect(twice.text).toBe(once.text);
        expect(twice.applied).toEqual([]);
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it("[BX-01] never makes a file worse: no new error and no lost field", () => {
    fc.assert(
      fc.property(mutated, (bytes) => {
        const path = "skills/a/SKILL.md";
        const before = lint([{ path, text: bytes }]);
        const { text } = fixText({ path, text: bytes }, {}, {});
        const after = lint([{ path, text }]);
        // A file that becomes readable may show errors that could not be seen before.
        const wasReadable = !before.files.some((file) =>
          file.diagnostics.some(({ code }) => code.startsWith("parse/")),
        );
        if (wasReadable) expect(after.errors).toBeLessThanOrEqual(before.errors);
        expect(fields(text)).toBeGreaterThanOrEqual(fields(bytes));
      }),
      { seed: SEED, numRuns: 400 },
    );
  });
});
