import type { ScanFinding } from "../finding.ts";
import { shownPath, type ReportedSkill, type ScanReporter } from "./scanned.ts";
import { countWords, headline } from "./words.ts";

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1b1b1b; background: #fff; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; overflow-wrap: anywhere; }
  article { border-left: 4px solid #6b6b6b; padding: 0.2rem 1rem; margin: 1rem 0; background: #f6f6f6; }
  .critical, .high { border-color: #b00020; } .medium { border-color: #8a5a00; }
  code, pre { font-family: ui-monospace, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.3rem 0; }
  @media (prefers-color-scheme: dark) { body { background: #161616; color: #eee; } article { background: #222; } }
`;

/** A page that stands alone, to be kept or passed on. */
export const htmlScan: ScanReporter = {
  id: "html",
  summary: "a short page for reviewers",
  render: (skills, { version }) =>
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n` +
    `<title>Scan of ${skills.length === 1 ? escape(skills[0]?.path ?? "") : `${skills.length} skills`}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n` +
    `<h1>Skillwright scan</h1>\n<p>Version ${escape(version)}. Nothing of the skills was executed or fetched.</p>\n` +
    `${skills.map(renderSkill).join("\n")}\n</body>\n</html>\n`,
};

function renderSkill(skill: ReportedSkill): string {
  const { report, path } = skill;
  const { verdict, score, findings } = report;
  const shares = score.shares
    .filter(({ points }) => points > 0)
    .map(({ code, points }) => `<code>${escape(code)}</code> ${points}`)
    .join(", ");
  return (
    `<section>\n<h2>${escape(path)}: ${verdict.decision}, ${escape(headline(skill))}</h2>\n` +
    `<p>${escape(countWords(skill))}; score ${score.total} of 100${shares === "" ? "" : ` (${shares})`}. ` +
    `Tier ${verdict.tier}: ${inline(verdict.reason)}</p>\n` +
    `${findings.map((finding) => renderFinding(skill, finding)).join("\n")}\n</section>`
  );
}

function renderFinding(skill: ReportedSkill, finding: ScanFinding): string {
  const { severity, code, message, hint, range, file, evidence, lowered } = finding;
  const line = range === undefined ? "" : `:${range.start.line}:${range.start.column}`;
  const decoded =
    evidence === undefined || evidence.decoding.length === 0
      ? ""
      : ` <small>decoded: ${escape(evidence.decoding.join(", "))}</small>`;
  return (
    `<article class="${severity}">\n<p><strong>${severity}</strong> <code>${escape(code)}</code> ` +
    `${escape(shownPath(skill, file))}${line}${decoded}<br>${inline(message)}</p>\n` +
    (evidence === undefined ? "" : `<pre>${escape(evidence.text)}</pre>\n`) +
    (lowered === undefined
      ? ""
      : `<p>Lowered from ${lowered.from}: ${escape(lowered.reason)}.</p>\n`) +
    (hint === undefined ? "" : `<p>${inline(hint)}</p>\n`) +
    `</article>`
  );
}

function inline(text: string): string {
  return escape(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}

/** Text of strangers: marks of HTML and characters that turn the direction of writing are made harmless. */
function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g,
      "\ufffd",
    );
}
