// @starts the action's script
/** Comments of the action on a pull request, against a server that keeps comments as GitHub does. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { goodSkill, type Playground, playground } from "../support/program.ts";
import { root } from "../support/source.ts";
import { runBeside } from "../support/starter.ts";

const FILE = "skills/letters/SKILL.md";
const colon = "Sorts: by @octocat. Use when the user asks to sort letters.";

interface Comment {
  readonly id: number;
  readonly user: { readonly login: string; readonly type: string };
  readonly path: string;
  line: number | null;
  body: string;
  readonly in_reply_to_id?: number;
}

interface Forge {
  readonly comments: Comment[];
  readonly tokens: Set<string | undefined>;
  readonly url: string;
}

/** What a pull request is asked and told; `patch` is that of its one file. */
async function startForge(patch: string, status?: number): Promise<Forge> {
  const comments: Comment[] = [];
  const tokens = new Set<string | undefined>();
  let last = 100;
  const add = (made: Pick<Comment, "path" | "line" | "body">): void => {
    last += 1;
    comments.push({ id: last, user: { login: "github-actions[bot]", type: "Bot" }, ...made });
  };
  const answer = (method: string, path: string, body: string): [number, unknown] => {
    if (status !== undefined) return [status, {}];
    if (path === "/user") return [403, {}];
    if (path === "/repos/a/b/pulls/7/files") return [200, [{ filename: FILE, patch }]];
    if (path === "/repos/a/b/pulls/7/comments") return [200, comments];
    if (method === "POST" && path === "/repos/a/b/pulls/7/reviews") {
      for (const one of (JSON.parse(body) as { comments: Comment[] }).comments) add(one);
      return [200, {}];
    }
    const id = Number(/^\/repos\/a\/b\/pulls\/comments\/(?<id>\d+)$/u.exec(path)?.groups?.["id"]);
    const at = comments.findIndex((one) => one.id === id);
    const found = comments[at];
    if (found === undefined) return [404, {}];
    if (method === "DELETE") comments.splice(at, 1);
    else found.body = (JSON.parse(body) as Comment).body;
    return method === "DELETE" ? [204, undefined] : [200, found];
  };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      tokens.add(request.headers.authorization);
      const [path = ""] = (request.url ?? "").split("?");
      const [code, value] = answer(request.method ?? "", path, body);
      response.writeHead(code, { "content-type": "application/json" });
      response.end(value === undefined ? "" : JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  // An address of a server that listens on a port.
  return { comments, tokens, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function review(ground: Playground, forge: Forge): Promise<string> {
  const findings = ground.path("findings.jsonl");
  writeFileSync(findings, ground.run(["lint", "skills", "--format", "rdjsonl"]).stdout);
  const event = join(mkdtempSync(join(tmpdir(), "skillwright-event-")), "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7, head: { sha: "c0ffee" } } }));
  const { code, stdout } = await runBeside(process.execPath, [join(root, "action/review.mjs")], {
    cwd: ground.folder,
    env: {
      GITHUB_API_URL: forge.url,
      GITHUB_REPOSITORY: "a/b",
      GITHUB_EVENT_PATH: event,
      SKILLWRIGHT_FINDINGS: findings,
      SKILLWRIGHT_TOKEN: "t0ken",
    },
    timeout: 20_000,
  });
  expect(code).toBe(0);
  return stdout;
}

const broken = goodSkill("letters").replace(/description: .*/u, `description: ${colon}`);
const PATCH = `@@ -1,3 +1,4 @@\n ---\n name: letters\n-old\n+description: ${colon}\n ---`;

it("[BX-08] findings become comments on changed lines, with a fix to accept, once", async () => {
  const ground = playground({ [FILE]: broken });
  const forge = await startForge(PATCH);
  await review(ground, forge);
  await review(ground, forge);
  expect(forge.comments.map(({ path, line }) => [path, line])).toEqual([[FILE, 3]]);
  const body = forge.comments[0]?.body ?? "";
  expect(body).toContain("`parse/unquoted-text`");
  expect(body).toContain(`\`\`\`suggestion\ndescription: ${JSON.stringify(colon)}\n\`\`\``);
  expect(forge.tokens).toEqual(new Set(["Bearer t0ken"]));
});

it("[BX-08] comments go once their finding is fixed, and those of people stay", async () => {
  const ground = playground({ [FILE]: broken });
  const forge = await startForge(PATCH);
  await review(ground, forge);
  const [first] = forge.comments;
  forge.comments.push({
    id: 1,
    user: { login: "mallory", type: "User" },
    path: FILE,
    line: 3,
    body: first?.body ?? "",
  });
  ground.write(FILE, goodSkill("letters"));
  await review(ground, forge);
  expect(forge.comments.map(({ user }) => user.login)).toEqual(["mallory"]);
});

it("[BX-08] a comment that somebody answered says that it is fixed", async () => {
  const ground = playground({ [FILE]: broken });
  const forge = await startForge(PATCH);
  await review(ground, forge);
  const id = forge.comments[0]?.id ?? 0;
  const user = { login: "octocat", type: "User" };
  forge.comments.push({ id: 1, user, path: FILE, line: 3, body: "Why?", in_reply_to_id: id });
  ground.write(FILE, goodSkill("letters"));
  await review(ground, forge);
  await review(ground, forge);
  expect(forge.comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^[^<].*\n\nFixed\.$/su),
    "Why?",
  ]);
});

it("[BX-08] nothing is said of lines that the pull request leaves alone", async () => {
  const forge = await startForge("@@ -7 +7 @@\n+Sort.");
  await review(playground({ [FILE]: broken }), forge);
  expect(forge.comments).toEqual([]);
});

it("[BX-14] no text of a skill is read as Markdown, and a fork that may not comment fails nothing", async () => {
  const name = "x\\n```\\n@octocat <img src=x>";
  const text = goodSkill("letters").replace("name: letters", `name: "${name}"`);
  const patch = `@@ -1,2 +1,2 @@\n ---\n-name: letters\n+name: "${name}"`;
  const forge = await startForge(patch);
  await review(playground({ [FILE]: text }), forge);
  const body = forge.comments[0]?.body ?? "";
  const fence = /^(?<fence>`{3,})text$/mu.exec(body)?.groups?.["fence"] ?? "";
  const [before = "", code = ""] = body.split(`${fence}text\n`);
  expect(before).not.toContain("@");
  expect(code.slice(code.indexOf(`\n${fence}`)).includes("@octocat")).toBe(false);
  const refused = await startForge(patch, 403);
  expect(await review(playground({ [FILE]: text }), refused)).toContain("::warning::");
  expect(readFileSync(join(root, "action/review.mjs"), "utf8")).not.toContain("child_process");
});
