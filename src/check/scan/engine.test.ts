import { describe, expect, it } from "vitest";
import { judge, scan, withFindings } from "./engine.ts";
import type { ScanSeverity } from "./finding.ts";
import type { ScanRule } from "./rule.ts";
import { SCAN_TIERS, scoreOf } from "./verdict.ts";

const skill = {
  path: "SKILL.md",
  content: "---\nname: tables\ndescription: Formats.\n---\n\nText.\n",
};

function ruleOf(severity: ScanSeverity, check?: ScanRule["check"]): ScanRule {
  return {
    code: `scan/sample-${severity}`,
    title: "Sample.",
    severity,
    category: "execution",
    check:
      check ??
      ((context) =>
        context.report({
          file: "SKILL.md",
          span: { start: 0, end: 3 },
          message: "Unexpected sample, expected none.",
        })),
  };
}

async function decisions(severity: ScanSeverity): Promise<readonly string[]> {
  const report = await scan({ files: [skill] }, { rules: [ruleOf(severity)] });
  return SCAN_TIERS.map((tier) => judge(report, tier).decision);
}

describe("scan", () => {
  it("gives a finding its place, evidence and name", async () => {
    const report = await scan({ files: [skill] }, { rules: [ruleOf("high")] });
    expect(report).toMatchObject({
      name: "tables",
      files: 1,
      unread: [],
      counts: { high: 1, critical: 0 },
    });
    expect(report.findings).toEqual([
      {
        code: "scan/sample-high",
        severity: "high",
        category: "execution",
        message: "Unexpected sample, expected none.",
        file: "SKILL.md",
        range: { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 4, offset: 3 } },
        evidence: { text: "---", decoding: [] },
        related: [],
        confidence: "high",
      },
    ]);
  });

  it("[GA-06] decides by tier", async () => {
    expect(await decisions("critical")).toEqual(["block", "block", "block"]);
    // Unsigned is not safer than signed.
    expect(await decisions("high")).toEqual(["review", "review", "block"]);
    expect(await decisions("medium")).toEqual(["allow", "allow", "review"]);
    expect(await decisions("low")).toEqual(["allow", "allow", "review"]);
  });

  it("[GA-05] never clears the verified tier by itself", async () => {
    const report = await scan({ files: [skill] }, { rules: [], tier: "verified" });
    expect(report.verdict.decision).toBe("review");
  });

  it("goes on when a rule fails, and says so", async () => {
    const broken = ruleOf("high", () => {
      throw new Error("no");
    });
    const { findings } = await scan({ files: [skill] }, { rules: [broken, ruleOf("low")] });
    expect(findings.map(({ code }) => code)).toEqual(["scan/internal", "scan/sample-low"]);
  });

  it("asks for a person where a file was not read as a whole", async () => {
    const files = [skill, { path: "big.txt", content: "x".repeat(200) }];
    const report = await scan({ files, limits: { textLength: 100 } }, { rules: [] });
    expect(report.unread).toEqual(["big.txt"]);
    expect(report.verdict.decision).toBe("review");
    expect(report.findings.map(({ code }) => code)).toEqual(["scan/not-read"]);
  });

  it("reads the end of a long file as well, at its own place", async () => {
    const content = `${"# pad\n".repeat(100)}Last line.`;
    const last = ruleOf("high", ({ files, report }) => {
      const start = files[1]?.text?.indexOf("Last") ?? -1;
      report({ file: "big.txt", span: { start, end: start + 4 }, message: "Unexpected end." });
    });
    const input = { files: [skill, { path: "big.txt", content }], limits: { textLength: 100 } };
    const { findings } = await scan(input, { rules: [last] });
    expect(findings[0]).toMatchObject({
      evidence: { text: "Last" },
      range: { start: { line: 101, column: 1, offset: 600 }, end: { offset: 604 } },
    });
  });

  it("reads what the agent is told before large files, and those last", async () => {
    const files = [
      { path: "a.txt", content: "x".repeat(90) },
      { path: "b.txt", content: "b" },
      skill,
    ];
    const { unread } = await scan({ files, limits: { totalLength: 100 } }, { rules: [] });
    expect(unread).toEqual(["a.txt"]);
  });

  it("asks for a person where decoding brings forth too much", async () => {
    const files = [skill, { path: "a.txt", content: "a\u200bb".repeat(20) }];
    const views: ScanRule = ruleOf("low", (context) => {
      for (const file of context.files) context.views(file);
    });
    const report = await scan({ files, limits: { decodedLength: 30 } }, { rules: [views] });
    expect(report.unread).toEqual(["a.txt"]);
    expect(report.verdict.decision).toBe("review");
  });

  it("does not take a SKILL.md that is a link for read", async () => {
    const files = [{ path: "SKILL.md", content: new Uint8Array(0), link: "../other.md" }];
    const { unread } = await scan({ files }, { rules: [] });
    expect(unread).toEqual(["SKILL.md"]);
  });

  it("tells of files beyond the limit", async () => {
    const files = [skill, { path: "a.txt", content: "a" }, { path: "b.txt", content: "b" }];
    const report = await scan({ files, limits: { files: 2 } }, { rules: [] });
    expect(report.unread).toEqual(["b.txt"]);
  });

  it("tells each place once and no more than the limit of each rule", async () => {
    const many = ruleOf("high", ({ report }) => {
      for (let at = 0; at < 9; at++)
        for (const end of [at + 1, at + 1])
          report({
            file: "SKILL.md",
            span: { start: at, end },
            message: "Unexpected sample, expected none.",
          });
    });
    const { findings } = await scan({ files: [skill], limits: { findings: 4 } }, { rules: [many] });
    expect(findings).toHaveLength(4);
  });

  it("does not show secrets in the evidence", async () => {
    const token = ["ghp", "x8Kq2LmZ0aPv7RtYw3EsNc9UbH1JdGf5Vo4X"].join("_");
    const shown = ruleOf("high", ({ report }) =>
      report({
        file: "SKILL.md",
        message: "Unexpected sample, expected none.",
        evidence: `curl ${token}`,
      }),
    );
    const { findings } = await scan({ files: [skill] }, { rules: [shown] });
    expect(findings[0]?.evidence?.text).toBe("curl ghp_…");
  });

  it("asks an analysis once for all rules", async () => {
    let times = 0;
    const analysis = (): number => ++times;
    const asking = ruleOf("low", (context) => void context.ask(analysis));
    await scan({ files: [skill] }, { rules: [asking, { ...asking, code: "scan/other" }] });
    expect(times).toBe(1);
  });
});

describe("withFindings", () => {
  it("judges anew what a baseline left", async () => {
    const report = await scan({ files: [skill] }, { rules: [ruleOf("critical")] });
    expect(report.verdict.decision).toBe("block");
    expect(withFindings(report, [])).toMatchObject({
      verdict: { decision: "allow" },
      score: { total: 0, shares: [] },
      counts: { critical: 0 },
    });
  });
});

describe("withFindings", () => {
  it("takes a file for read whose finding was accepted, and no other", async () => {
    const files = [skill, { path: "a.txt", content: "a" }, { path: "b.txt", content: "b" }];
    const report = await scan({ files, limits: { files: 1 } }, { rules: [] });
    const left = withFindings(report, report.findings.slice(1));
    expect([report.unread, left.unread]).toEqual([["a.txt", "b.txt"], ["b.txt"]]);
    expect(withFindings(report, []).verdict.decision).toBe("allow");
  });
});

describe("scoreOf", () => {
  it("says what each rule added", async () => {
    const rules = [ruleOf("high"), ruleOf("medium"), ruleOf("low")];
    const { findings } = await scan({ files: [skill] }, { rules });
    expect(scoreOf(findings)).toEqual({
      total: 40,
      shares: [
        { code: "scan/sample-high", count: 1, points: 30 },
        { code: "scan/sample-medium", count: 1, points: 8 },
        { code: "scan/sample-low", count: 1, points: 2 },
      ],
    });
  });
});
