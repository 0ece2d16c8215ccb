/**
 * Shows findings as comments on the lines that a pull request changes, and takes them back once they are fixed.
 * Reads the lines of `--format rdjsonl` in the file that SKILLWRIGHT_FINDINGS names. Needs Node 20, and nothing else.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Begins each comment of this action; the hash says which finding it is of. */
const MARK = /^<!-- skillwright (?<key>[0-9a-f]{16}) -->/u;
/** More are for the summary of the step: a review of hundreds of comments is read by nobody. */
const MOST = 40;
const PAGE = 100;
const PAGES = 30;
const FIXED = "\n\nFixed.";

const event = JSON.parse(readFileSync(variable("GITHUB_EVENT_PATH"), "utf8"));
const pull = event.pull_request;

if (pull === undefined) print("No pull request, so nothing is commented.");
else
  try {
    await review();
  } catch (error) {
    // The findings stand in the log and the summary; a pull request of a fork may not comment at all.
    print(`::warning::The findings could not be shown as comments: ${oneLine(error)}`);
  }

async function review() {
  const lines = await changedLines();
  const wanted = new Map();
  for (const finding of findings())
    if (lines.get(finding.path)?.has(finding.line) && wanted.size < MOST)
      wanted.set(finding.key, finding);
  const all = await list(`pulls/${pull.number}/comments`);
  const self = await ownLogin();
  const isOwn = ({ user }) => (self === undefined ? user?.type === "Bot" : user?.login === self);
  const own = all.filter((comment) => isOwn(comment) && keyOf(comment) !== undefined);
  const answered = new Set(all.map((comment) => comment.in_reply_to_id));
  // An outdated comment has no line any more: the finding gets a new one where it is now.
  const standing = own.filter((comment) => comment.line !== null && wanted.has(keyOf(comment)));
  for (const comment of own) {
    if (standing.includes(comment)) continue;
    const path = `pulls/comments/${comment.id}`;
    if (!answered.has(comment.id)) await ask("DELETE", path);
    // What people said below it would be lost.
    else
      await ask("PATCH", path, { body: `${comment.body.replace(MARK, "").trimStart()}${FIXED}` });
  }
  for (const comment of standing) wanted.delete(keyOf(comment));
  if (wanted.size === 0) return;
  await ask("POST", `pulls/${pull.number}/reviews`, {
    commit_id: pull.head.sha,
    event: "COMMENT",
    comments: [...wanted.values()].map(({ path, line, firstLine, body }) => ({
      path,
      line,
      side: "RIGHT",
      ...(firstLine < line && lines.get(path).has(firstLine)
        ? { start_line: firstLine, start_side: "RIGHT" }
        : {}),
      body,
    })),
  });
}

/** Undefined for the token of a job, which has no account to ask for: it writes as a bot. */
async function ownLogin() {
  try {
    return (await ask("GET", "/user")).login;
  } catch {
    return undefined;
  }
}

function keyOf({ body }) {
  return MARK.exec(body ?? "")?.groups.key;
}

function* findings() {
  for (const text of readFileSync(variable("SKILLWRIGHT_FINDINGS"), "utf8").split("\n")) {
    if (text === "") continue;
    const { message, location, severity, code, suggestions = [] } = JSON.parse(text);
    const { path, range } = location;
    if (range === undefined) continue;
    // Not the line: what moves is the same finding.
    const key = createHash("sha256")
      .update(JSON.stringify([path, code?.value, message]))
      .digest("hex")
      .slice(0, 16);
    const fix = suggestion(path, suggestions[0]);
    yield {
      key,
      path,
      line: fix?.last ?? range.start.line,
      firstLine: fix?.first ?? range.start.line,
      body: [
        `<!-- skillwright ${key} -->`,
        `**${severity.toLowerCase()}** \`${code?.value ?? "skillwright"}\``,
        // As code, so that no text of a skill mentions people or is read as Markdown.
        fenced("text", message),
        ...(fix === undefined ? [] : [fenced("suggestion", fix.text)]),
      ].join("\n\n"),
    };
  }
}

/** The lines as a whole that a fix leaves; its columns are counted in bytes. */
function suggestion(path, found) {
  if (found === undefined) return undefined;
  const { start, end } = found.range;
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .map((line) => Buffer.from(line));
  const before = lines[start.line - 1]?.subarray(0, start.column - 1).toString();
  const after = lines[end.line - 1]?.subarray(end.column - 1).toString();
  if (before === undefined || after === undefined) return undefined;
  return {
    first: start.line,
    last: end.line,
    text: `${before}${found.text}${after}`.replace(/\r?\n$/u, ""),
  };
}

function fenced(language, text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** By file: the lines of the new text that the pull request shows, since others take no comment. */
async function changedLines() {
  const found = new Map();
  for (const { filename, patch = "" } of await list(`pulls/${pull.number}/files`)) {
    const lines = new Set();
    let at = 0;
    for (const line of patch.split("\n")) {
      const hunk = /^@@ -\d+(?:,\d+)? \+(?<first>\d+)/u.exec(line);
      if (hunk !== null) at = Number(hunk.groups.first);
      else if (!line.startsWith("-") && !line.startsWith("\\")) lines.add(at++);
    }
    found.set(filename, lines);
  }
  return found;
}

async function list(path) {
  const found = [];
  for (let page = 1; page <= PAGES; page += 1) {
    const items = await ask("GET", `${path}?per_page=${PAGE}&page=${page}`);
    found.push(...items);
    if (items.length < PAGE) break;
  }
  return found;
}

async function ask(method, path, body) {
  const place = path.startsWith("/") ? path : `/repos/${variable("GITHUB_REPOSITORY")}/${path}`;
  const url = `${variable("GITHUB_API_URL")}${place}`;
  const answer = await fetch(url, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${variable("SKILLWRIGHT_TOKEN")}`,
      "x-github-api-version": "2022-11-28",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}.`);
  return answer.status === 204 ? undefined : await answer.json();
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

function oneLine(error) {
  return String(error instanceof Error ? error.message : error).replaceAll(/\s+/gu, " ");
}

function variable(name) {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`The variable ${name} is not set.`);
  return value;
}
