/** Small requests that made the server stop for everybody; now only their sender waits for them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type HostileServer,
  othersAreAnswered,
  settledDocument,
  startHostileServer,
  uploadDocument,
} from "../support/hostile-server.ts";
import { useProgram } from "../support/running.ts";

const starter = useProgram(afterAll);
let server: HostileServer;
// One for all of them: a server that one request had frozen would answer during none of the others.
beforeAll(async () => {
  server = await startHostileServer(starter);
});
const blanks = (count: number): string => " ".repeat(count);
const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Notes of a meeting.\nversion: 1.0.0\n---\n\n${body}\n`;

/** What the hostile user sends, and how it may end. */
const requests: readonly {
  readonly title: string;
  readonly prepare?: (server: HostileServer) => Promise<void>;
  readonly send: (server: HostileServer) => Promise<Response>;
  readonly statuses: readonly number[];
}[] = [
  {
    title: "150 KB of blanks as base64, for a skill of nobody",
    send: ({ send }) =>
      send("mallory", "PUT", "/api/v1/skills/not-mine/file?path=notes.txt", {
        content: `${blanks(150_000)}!`,
        encoding: "base64",
      }),
    statuses: [404],
  },
  {
    title: "a publish dry run with 100 KB of blanks",
    send: ({ send }) =>
      send("mallory", "POST", "/registry/api/v1/skills", {
        dry_run: true,
        files: [{ path: "SKILL.md", text: skill("notes", `a${blanks(100_000)}b`) }],
      }),
    statuses: [201, 400, 422],
  },
  {
    title: "a publish dry run with 100 KB of blanks in the frontmatter",
    send: ({ send }) =>
      send("mallory", "POST", "/registry/api/v1/skills", {
        dry_run: true,
        files: [
          { path: "SKILL.md", text: `---\nname: notes\nx: a${blanks(100_000)}b\n---\n\nGo.` },
        ],
      }),
    statuses: [201, 400, 422],
  },
  {
    title: "a scan of `rm -RRR…-`",
    send: ({ send }) =>
      send("mallory", "POST", "/api/v1/skills/scan", {
        skills: [
          {
            path: "notes/SKILL.md",
            text: skill("notes", `\`\`\`sh\nrm -${"R".repeat(60_000)}-\n\`\`\``),
          },
        ],
      }),
    statuses: [200, 422],
  },
  {
    title: "a stored skill with 45 KB of blanks",
    prepare: async ({ send }) => {
      const content = skill("blanks", `a${blanks(45_000)}b`);
      await send("mallory", "POST", "/api/v1/skills", { name: "blanks", content });
    },
    send: ({ send }) => send("mallory", "GET", "/api/v1/skills/blanks"),
    statuses: [200, 404, 422],
  },
];

describe("[BX-14] others are answered during", () => {
  it.each(requests)(
    "$title",
    async ({ prepare, send, statuses }) => {
      const hostile = (async (): Promise<Response> => {
        await prepare?.(server);
        return await send(server);
      })();
      const response = await othersAreAnswered(server, hostile);
      expect(statuses, await response.clone().text()).toContain(response.status);
    },
    120_000,
  );

  it.each([
    ["an .html of 480 KB", "page.html", "<b> </b>".repeat(60_000)],
    ["an .html of one long line of blanks", "page.html", `<p>a${blanks(480_000)}b</p>`],
    ["a .txt of one long word", "word.txt", "a".repeat(200_000)],
    ["a .txt of blanks", "blanks.txt", `a${blanks(200_000)}b`],
    ["a .txt of points", "points.txt", `${".".repeat(200_000)}a`],
  ])(
    "%s",
    async (_, name, content) => {
      const hostile = uploadDocument(server, name, content).then((id) =>
        settledDocument(server, id),
      );
      const { status, error } = await othersAreAnswered(server, hostile);
      expect(["completed", "failed"]).toContain(status);
      if (status === "failed") expect(error).toMatch(/stopped|contains no text/u);
    },
    120_000,
  );
});
