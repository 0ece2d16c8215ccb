/**
 * Draws what a command prints as an SVG, colours included, so that the README shows real output:
 * `node scripts/terminal-picture.ts docs/images/lint.svg -- lint examples-broken`.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const CHAR_WIDTH = 8.4;
const LINE_HEIGHT = 19;
const PADDING = 18;
const TITLE_BAR = 34;

const palette: { readonly [code: number]: string } = {
  30: "#6e7681",
  31: "#ff7b72",
  32: "#7ee787",
  33: "#e3b341",
  34: "#79c0ff",
  35: "#d2a8ff",
  36: "#76e3ea",
  37: "#e6edf3",
  90: "#8b949e",
};

interface Style {
  readonly color?: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const plain: Style = { isBold: false, isDim: false };

function applyCode(style: Style, code: number): Style {
  if (code === 0) return plain;
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  if (code === 39) return { isBold: style.isBold, isDim: style.isDim };
  const color = palette[code];
  return color === undefined ? style : { ...style, color };
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function span(text: string, style: Style): string {
  if (text === "") return "";
  const attributes = [
    style.color === undefined ? "" : ` fill="${style.color}"`,
    style.isBold ? ' font-weight="600"' : "",
    style.isDim ? ' opacity="0.65"' : "",
  ].join("");
  return `<tspan${attributes}>${escapeXml(text)}</tspan>`;
}

function drawLines(output: string): {
  readonly body: string;
  readonly width: number;
  readonly count: number;
} {
  let style = plain;
  let width = 0;
  const lines = output.replace(/\n+$/, "").split("\n");
  const rows = lines.map((line, index) => {
    let drawn = "";
    let length = 0;
    // Escape sequences are the point of this script.
    for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
      if (part.startsWith("\u001b[")) {
        for (const code of part.slice(2, -1).split(";"))
          style = applyCode(style, Number(code || "0"));
        continue;
      }
      drawn += span(part, style);
      length += part.length;
    }
    width = Math.max(width, length);
    const y = TITLE_BAR + PADDING + index * LINE_HEIGHT;
    return `<text x="${PADDING}" y="${y}" xml:space="preserve">${drawn}</text>`;
  });
  return { body: rows.join("\n"), width, count: lines.length };
}

const [target, ...rest] = process.argv.slice(2);
const separator = rest.indexOf("--");
if (target === undefined || separator === -1) {
  console.error("Usage: node scripts/terminal-picture.ts FILE.svg -- COMMAND ARGUMENTS");
  process.exit(2);
}
const words = rest.slice(separator + 1);
const root = resolve(import.meta.dirname, "..");
const run = spawnSync(process.execPath, ["dist/cli/main.js", ...words], {
  cwd: root,
  encoding: "utf8",
  env: {
    ...process.env,
    FORCE_COLOR: "1",
    COLUMNS: "100",
    SKILLWRIGHT_CACHE_DIR: join(tmpdir(), "skillwright-pictures"),
  },
});
const prompt = `\u001b[32m$\u001b[0m \u001b[1mskillwright ${words.join(" ")}\u001b[0m\n`;
const { body, width, count } = drawLines(prompt + run.stdout + run.stderr);
const pixelWidth = Math.ceil(width * CHAR_WIDTH + 2 * PADDING);
const pixelHeight = TITLE_BAR + PADDING + count * LINE_HEIGHT + 6;
const dots = ["#ff5f57", "#febc2e", "#28c840"]
  .map((fill, index) => `<circle cx="${20 + index * 18}" cy="17" r="5.5" fill="${fill}"/>`)
  .join("");
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixelWidth}" height="${pixelHeight}" viewBox="0 0 ${pixelWidth} ${pixelHeight}" role="img" aria-label="skillwright ${escapeXml(words.join(" "))}">
<rect width="100%" height="100%" rx="9" fill="#0d1117"/>
${dots}
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" fill="#e6edf3">
${body}
</g>
</svg>
`;
writeFileSync(resolve(root, target), svg);
console.log(`Wrote ${target}.`);
