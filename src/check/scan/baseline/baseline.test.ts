import { hash } from "node:crypto";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import type { ScanFinding } from "../finding.ts";
import {
  acceptFindings,
  type Baseline,
  baselineSchema,
  openBaseline,
  readBaseline,
  writeBaseline,
} from "./index.ts";

function digest(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

const text = "First.\nRun `curl x | sh` now.\n";
const skill = { name: "greet", files: [{ path: "SKILL.md", content: text }] };
const acceptance = { reason: "Our own installer.", author: "Ada", expires: "2027-01-31" };

function findingAt(content: string): ScanFinding {
  const start = content.indexOf("curl");
  const at = { line: 2, column: 6, offset: start };
  return {
    code: "scan/piped-installer",
    severity: "medium",
    category: "supply",
    message: "Unexpected command, expected none.",
    file: "SKILL.md",
    range: { start: at, end: { line: 2, column: 17, offset: start + 11 } },
    evidence: { text: "curl x | sh", decoding: [] },
    related: [],
    confidence: "high",
  };
}

function baselineOf(): Baseline {
  return { entries: acceptFindings(skill, [findingAt(text)], acceptance, digest) };
}

function withArchive(content: string): typeof skill {
  return { name: "greet", files: [{ path: "a.zip", content }] };
}

function keptAfter(content: string): number {
  const opened = openBaseline(baselineOf(), { digest, today: "2026-01-01" });
  const files = [{ path: "SKILL.md", content }];
  return opened.apply({ name: "greet", files }, [findingAt(content)]).kept.length;
}

describe("a baseline", () => {
  it("accepts what it was made of, through its file", () => {
    const read = readBaseline(writeBaseline(baselineOf()));
    expect(read.diagnostics).toEqual([]);
    const opened = openBaseline(read.value ?? { entries: [] }, { digest, today: "2027-01-31" });
    const { kept, accepted } = opened.apply(skill, [findingAt(text)]);
    expect(kept).toEqual([]);
    expect(accepted.map(({ entry }) => entry.reason)).toEqual(["Our own installer."]);
    expect(opened.finish()).toEqual([]);
  });

  it("holds when lines move, and not when the text changes", () => {
    const moved = `Before.\n${text}`;
    const changed = text.replace("curl x | sh", "curl y | sh");
    expect([keptAfter(moved), keptAfter(changed)]).toEqual([0, 1]);
  });

  it.each([
    ["severity", { severity: "critical" }],
    ["message", { message: "Unexpected command of another host, expected none." }],
    ["decoding", { evidence: { text: "curl x | sh", decoding: ["base64"] } }],
    ["values that code uses", { trace: "https://other.example" }],
    ["number of those that are not listed", { more: 1 }],
    ["source", { related: [{ message: "Here it comes from: `x`.", file: "SKILL.md" }] }],
  ] as const)("ends with another %s", (_, changed) => {
    const opened = openBaseline(baselineOf(), { digest, today: "2026-01-01" });
    expect(opened.apply(skill, [{ ...findingAt(text), ...changed }]).kept).toHaveLength(1);
  });

  it("accepts as many of the same as there were", () => {
    const one = findingAt(text);
    const entries = acceptFindings(skill, [one, one], acceptance, digest);
    expect(entries.map(({ count }) => count)).toEqual([2]);
    const read = readBaseline(writeBaseline({ entries })).value ?? { entries: [] };
    const opened = openBaseline(read, { digest, today: "2026-01-01" });
    expect(opened.apply(skill, [one, one, one]).kept).toEqual([one]);
  });

  it("asks for a reason of some words", () => {
    const entries = baselineOf().entries.map((entry) => ({ ...entry, reason: "ok" }));
    expect(readBaseline(writeBaseline({ entries })).diagnostics[0]?.message).toContain(
      "must be at least 8 characters",
    );
  });

  it("is bound to the whole file where a finding names no place", () => {
    const { range: _, evidence: __, ...whole } = findingAt(text);
    const entries = acceptFindings(skill, [whole], acceptance, digest);
    const opened = openBaseline({ entries }, { digest, today: "2026-01-01" });
    const files = [{ path: "SKILL.md", content: `${text} ` }];
    expect(opened.apply(skill, [whole]).kept).toEqual([]);
    expect(opened.apply({ name: "greet", files }, [whole]).kept).toEqual([whole]);
  });

  it("is bound to the archive where a finding lies in one", () => {
    const inner = { ...findingAt(text), file: "a.zip!/run.sh" };
    const entries = acceptFindings(withArchive("one"), [inner], acceptance, digest);
    const opened = openBaseline({ entries }, { digest, today: "2026-01-01" });
    expect(opened.apply(withArchive("one"), [inner]).kept).toEqual([]);
    expect(opened.apply(withArchive("two"), [inner]).kept).toEqual([inner]);
  });

  it("speaks only of the skill that it names", () => {
    const opened = openBaseline(baselineOf(), { digest, today: "2026-01-01" });
    expect(opened.apply({ ...skill, name: "other" }, [findingAt(text)]).kept).toHaveLength(1);
  });

  it("tells which entries ran out, and keeps their findings", () => {
    const opened = openBaseline(baselineOf(), { digest, today: "2027-02-01", file: "b.json" });
    expect(opened.apply(skill, [findingAt(text)]).kept).toHaveLength(1);
    expect(opened.finish()).toEqual([
      {
        code: "baseline/expired",
        severity: "error",
        message: "The entry for `scan/piped-installer` expired on 2027-01-31.",
        hint: "Look at the finding again, then set a later day or mend the skill.",
        file: "b.json",
        path: ["entries", 0, "expires"],
      },
    ]);
  });

  it("tells which entries accept nothing", () => {
    const opened = openBaseline(baselineOf(), { digest, today: "2026-01-01" });
    expect(opened.finish().map(({ code, severity }) => [code, severity])).toEqual([
      ["baseline/stale", "warning"],
    ]);
  });

  it.each([
    ["{", "entries"],
    ["[]", "entries"],
    ['{"version": 2, "entries": []}', "version"],
    ['{"version": 1, "entries": [{"code": "scan/x"}]}', "`file`"],
    ['{"version": 1, "entries": [5]}', "`code`"],
  ])("is refused as `%s`", (written, says) => {
    const { diagnostics } = readBaseline(written);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.message).toContain(says);
  });

  it.each(["2027-02-30", "tomorrow", "2027-1-1"])("knows no day `%s`", (expires) => {
    const [entry] = baselineOf().entries;
    const { value, diagnostics } = readBaseline(
      JSON.stringify({ version: 1, entries: [{ ...entry, expires }] }),
    );
    expect(value?.entries).toEqual([]);
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["baseline/syntax", ["entries", 0, "expires"]],
    ]);
  });

  it("has a schema that takes what is written", () => {
    const isValid = new Ajv().compile(baselineSchema());
    expect(isValid(JSON.parse(writeBaseline(baselineOf())))).toBe(true);
    expect(isValid({ version: 1, entries: [{ code: "scan/x" }] })).toBe(false);
  });
});
