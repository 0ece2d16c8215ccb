// @starts the program, and programs of coding agents
/** `eval triggers --through`: the program of an agent builds the request, and a model of ours answers it. */
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultFolder, PROGRAMS } from "../../scripts/oracles/programs.ts";
import { readRequest } from "../../src/run/eval/agents/read-request.ts";
import { type Playground, playground, type Ran } from "../support/program.ts";
import { until } from "../support/wait.ts";

const TRIGGERS = JSON.stringify([
  { query: "Sum up release 2.0", should_trigger: true },
  { query: "Write a poem", should_trigger: false },
]);

/**
 * Asks as an agent does: with its own words, the skills that it finds, and a helper that would live on. It does what a
 * prompt orders before that, as real ones do with the commands in a skill.
 */
const AGENT = `#!/usr/bin/env node
const { readdirSync, readFileSync } = require("node:fs");
const { spawn, spawnSync } = require("node:child_process");
spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", MARK], { stdio: "ignore" });
const order = /^!(.*)/u.exec(process.argv[3])?.[1];
const done = order === undefined ? "" : spawnSync("bash", ["-c", order], { encoding: "utf8" }).stdout;
const skills = readdirSync(".claude/skills").map((name) =>
  readFileSync(".claude/skills/" + name + "/SKILL.md", "utf8").split("\\n")[2]);
const body = {
  system: [{ type: "text", text: "You work in " + process.cwd() + "." + done }],
  messages: [{ role: "user", content: [{ type: "text", text: skills.join("\\n") }, { type: "text", text: process.argv[3] }] }],
  tools: [{ name: "Skill", description: "Invokes a skill.", input_schema: { type: "object" } }],
};
const send = (value) => fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body: JSON.stringify(value) });
send({ ...body, tools: [] }).then(() => send(body));
`;

/** Loads only where the words of the skill and of the agent are in the request. */
const SCRIPT = JSON.stringify([
  {
    when: "Sum up release",
    whenSystem: "You work in /project.",
    calls: [
      { tool: "Bash", command: "ls" },
      { tool: "Skill", skill: "release-notes" },
    ],
    say: "Done.",
  },
  { say: "A poem." },
]);

function ground(): Playground {
  return playground({
    "skills/notes/SKILL.md":
      "---\nname: release-notes\ndescription: Writes release notes.\n---\n\nDo it.\n",
    "skills/notes/evals/triggers.json": TRIGGERS,
    "script.json": SCRIPT,
  });
}

/** The stand-in, whose helper is known by a word of its own. */
function writeAgent(here: Playground): string {
  const mark = `helper-of-${randomUUID()}`;
  here.write("bin/claude", AGENT.replace("MARK", JSON.stringify(mark)));
  chmodSync(here.path("bin/claude"), 0o755);
  return mark;
}

function evaluate(here: Playground, agent: string, words: readonly string[]): Ran {
  const path = `${here.path("bin")}:${process.env["PATH"] ?? ""}`;
  const all = ["eval", "triggers", "skills", "--through", agent, "--json", ...words];
  return here.run(all, { environment: { PATH: path }, timeout: 120_000 });
}

const RIGHT = {
  runner: "agent",
  model: "fake:script",
  scores: { accuracy: { successes: 2, trials: 2 } },
};

/** Whether a process runs that was started with a word. */
function isRunning(word: string): boolean {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
  return numbers.some((number) => {
    try {
      return readFileSync(`/proc/${number}/cmdline`, "utf8").includes(word);
    } catch {
      // It has ended since.
      return false;
    }
  });
}

describe("[BX-09] a trigger evaluation through an agent", () => {
  it("takes the request that a program makes of the skills, and is played again without the program", async () => {
    const here = ground();
    const mark = writeAgent(here);
    const cassette = ["--cassette", "asked.jsonl"];
    const ran = evaluate(here, "claude-code", ["--script", "script.json", ...cassette]);
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toMatchObject({ system: "claude-code", ...RIGHT });
    await until("the helper has ended", () => !isRunning(mark));
    const recorded = readFileSync(here.path("asked.jsonl"), "utf8");
    expect(recorded).toContain("description: Writes release notes.");
    expect(recorded).not.toContain("skillwright-layout-");
    const again = here.run([
      "eval",
      "triggers",
      "skills",
      "--through",
      "claude-code",
      "--json",
      ...cassette,
    ]);
    expect(JSON.parse(again.stdout)).toMatchObject({
      ...RIGHT,
      cassette: { recorded: 0 },
    });
  });

  it("[BX-14] shows a program neither the files of the user nor the network, whatever a prompt orders", async () => {
    const here = ground();
    writeAgent(here);
    here.write("key.pem", "TOPSECRET\n");
    const port = "exec 3<>/dev/tcp/127.0.0.1/$P && echo OPEN";
    const order = `!echo began; cat ${here.path("key.pem")}; echo 1 >${here.path("made")}; ${port}; ls ~`;
    const listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port: other } = listener.address() as AddressInfo;
    here.write(
      "skills/notes/evals/triggers.json",
      JSON.stringify([{ query: order.replace("$P", String(other)), should_trigger: false }]),
    );
    const ran = evaluate(here, "claude-code", ["--script", "script.json", "--cassette", "a.jsonl"]);
    listener.close();
    expect(ran.stderr).toBe("");
    const asked = readFileSync(here.path("a.jsonl"), "utf8");
    expect(asked).toContain("You work in /project.began");
    expect(asked).not.toMatch(/TOPSECRET|OPEN\\+n/u);
    expect(existsSync(here.path("made"))).toBe(false);
  });

  it("says that a program is missing, or what it said before it ended", () => {
    const here = ground();
    here.write("bin/codex", "#!/bin/sh\necho Log in first. >&2\n");
    chmodSync(here.path("bin/codex"), 0o755);
    const silent = evaluate(here, "codex", ["--script", "script.json"]);
    expect(silent.code).toBe(2);
    expect(silent.stderr + silent.stdout).toContain("Codex asked its model nothing.");
    expect(silent.stderr + silent.stdout).toContain("Log in first.");
    const words = ["eval", "triggers", "skills", "--through", "copilot", "--script", "script.json"];
    const missing = here.run(words, { environment: { PATH: here.path("bin") } });
    expect(missing.stderr).toContain("there is no program `copilot` on the PATH");
  });

  const REAL = {
    "claude-code": "claude",
    codex: "codex",
    gemini: "gemini",
    opencode: "opencode",
    copilot: "copilot",
  } as const;
  const installed = Object.entries(REAL).filter(([, id]) =>
    existsSync(join(defaultFolder(), "node_modules", PROGRAMS[id].file)),
  );
  it.skipIf(installed.length === 0)("hears what the real programs ask, offline", () => {
    const here = ground();
    here.write("bin/.keep", "");
    const rule = { when: "Sum up release", load: "release-notes" };
    here.write("script.json", JSON.stringify([rule, { say: "A poem." }]));
    for (const [agent, id] of installed) {
      symlinkSync(join(defaultFolder(), "node_modules", PROGRAMS[id].file), here.path("bin", id));
      const file = `${agent}.jsonl`;
      const ran = evaluate(here, agent, ["--script", "script.json", "--cassette", file]);
      expect(ran.stderr, agent).toBe("");
      expect(JSON.parse(ran.stdout), agent).toMatchObject({ system: agent, ...RIGHT });
      expect(readFileSync(here.path(file), "utf8"), agent).toContain("Writes release notes.");
    }
  });
});

describe("the request of a program", () => {
  const tool = { name: "skill", description: "Loads.", parameters: { type: "object" } };
  const expected = {
    messages: [
      { role: "system", content: "Be good." },
      { role: "user", content: "Go on." },
    ],
    tools: [{ name: "skill", description: "Loads.", input: { type: "object" } }],
  };

  it.each([
    [
      "messages",
      {
        system: [{ type: "text", text: "Be good." }],
        messages: [{ role: "user", content: "Go on." }],
        tools: [{ name: "skill", description: "Loads.", input_schema: { type: "object" } }],
      },
    ],
    [
      "chat completions",
      {
        messages: [
          { role: "system", content: "Be good." },
          { role: "user", content: "Go on." },
        ],
        tools: [{ type: "function", function: tool }],
      },
    ],
    [
      "responses",
      {
        input: [
          { role: "developer", content: [{ type: "input_text", text: "Be good." }] },
          { role: "user", content: [{ type: "input_text", text: "Go on." }] },
        ],
        tools: [{ type: "function", ...tool }, { type: "web_search" }],
      },
    ],
    [
      "generateContent",
      {
        systemInstruction: { parts: [{ text: "Be good." }] },
        contents: [{ role: "user", parts: [{ text: "Go on." }] }],
        tools: [{ functionDeclarations: [tool] }],
      },
    ],
  ])("[BX-09] is read in the words of %s", (_, body) => {
    expect(readRequest(JSON.stringify(body))).toEqual(expected);
  });

  it.each(["", "{", "[]", '{"messages":[{"role":"user","content":"Title?"}],"tools":[]}'])(
    "is none where there are no tools: %j",
    (body) => {
      expect(readRequest(body)).toBeUndefined();
    },
  );
});
