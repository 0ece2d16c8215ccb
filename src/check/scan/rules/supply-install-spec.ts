import type { InstallSpec } from "../../../skill/index.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { riskOf } from "../supply/fetch-and-run.ts";
import { gravityOf } from "../supply/trust.ts";
import { addressIn, isForeignNumber, judgeHost } from "../text/hosts.ts";

/** Ways to install that runtimes know and check; any other would have to run a line of text. */
const KNOWN_KINDS: ReadonlySet<string> = new Set(
  "brew node npm pnpm yarn bun go uv pip pipx cargo gem apt dnf yum pacman winget scoop choco nix download".split(
    " ",
  ),
);

interface Complaint {
  readonly severity: ScanSeverity;
  readonly what: string;
  readonly text: string;
}

export const supplyInstallSpec: ScanRule = {
  code: "scan/supply-install-spec",
  title: "Install specs name packages and checked downloads.",
  severity: "medium",
  category: "supply",
  hint: "Name a package of a registry, or an encrypted address with the `sha256` of what it gives.",
  check(context) {
    const { skill, skillFile } = context;
    if (skill === undefined || skillFile === undefined) return;
    for (const spec of skill.skill.requirements.install ?? []) {
      const complaint = judge(spec);
      if (complaint === undefined) continue;
      const at = context.fileAt(skillFile)?.text?.indexOf(complaint.text) ?? -1;
      context.report({
        file: skillFile,
        ...(at === -1 ? {} : { span: { start: at, end: at + complaint.text.length } }),
        severity: complaint.severity,
        message: `The install spec ${complaint.what}.`,
      });
    }
  },
};

function judge(spec: InstallSpec): Complaint | undefined {
  const kind = (spec.kind ?? "").toLowerCase();
  const line = [spec["command"], spec["script"], spec["run"]].find(
    (value) => typeof value === "string",
  );
  if (
    !KNOWN_KINDS.has(kind) &&
    (line !== undefined || /^(?:shell|script|exec|command|bash|sh)$/.test(kind))
  )
    return judgeLine(kind, line ?? kind);
  const url = spec["url"];
  if (kind === "download" || typeof url === "string")
    return judgeDownload(spec, typeof url === "string" ? url : "");
  const name = spec["package"] ?? spec["module"] ?? spec["formula"];
  if (typeof name === "string" && /^(?:git\+|git:|https?:|file:|ssh:|github:)|\.git$/.test(name))
    return { severity: "medium", what: `names \`${name}\`, which no registry keeps`, text: name };
  return undefined;
}

function judgeLine(kind: string, line: string): Complaint {
  const address = addressIn(line);
  const isSuspect = address !== undefined && gravityOf(address) === "high";
  return {
    severity: isSuspect && riskOf(line) !== "local" ? "high" : "medium",
    what: `is of the kind \`${kind}\`, and runs a line of text`,
    text: line,
  };
}

function judgeDownload(spec: InstallSpec, url: string): Complaint | undefined {
  const address = addressIn(url);
  if (address === undefined) return undefined;
  if (isForeignNumber(address.host))
    return {
      severity: "high",
      what: `downloads from \`${address.host}\`, an address that is a bare number`,
      text: url,
    };
  const { trust, reason } = judgeHost(address);
  if (trust === "suspect")
    return {
      severity: gravityOf(address) ?? "high",
      what: `downloads from \`${address.host}\`, an address ${reason}`,
      text: url,
    };
  if (typeof spec["sha256"] === "string" || trust === "local") return undefined;
  return {
    severity: "low",
    what: `downloads from \`${address.host}\` without a digest`,
    text: url,
  };
}
