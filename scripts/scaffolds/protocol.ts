import type { Scaffold } from "./scaffold.ts";

export const protocolScaffold: Scaffold = {
  example: "my-protocol",
  title: "Say whose programs speak it.",
  plan: ({ id, variable, title }) => ({
    files: {
      [`src/registry/protocols/${id}.ts`]: `/** ${title} */
import { jsonAnswer, type ProtocolAdapter } from "./adapter.ts";

export function ${variable}Adapter(): ProtocolAdapter {
  return {
    id: "${id}",
    rows: [
      {
        method: "GET",
        path: "/${id}/{name}",
        doc: "Describes a skill.",
        handle: async ({ market, viewer, params }) => {
          const { fullName, summary, latest } = await market.describe(
            viewer,
            params["name"] ?? "",
          );
          return jsonAnswer({ name: fullName, description: summary, version: latest?.version });
        },
      },
    ],
    refuse: ({ status, message }) => jsonAnswer({ error: message }, { status }),
  };
}
`,
      [`test/registry-clients/${id}.test.ts`]: `import { expect, it } from "vitest";
import { openRegistry } from "../support/registry-server.ts";

it("${id} refuses what is not there in its own words", async () => {
  const registry = await openRegistry();
  try {
    const answer = await registry.send("GET", "/${id}/nothing");
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: expect.any(String) as string });
  } finally {
    await registry.close();
  }
});
`,
    },
    lines: [
      {
        path: "src/registry/protocols/index.ts",
        line: `import { ${variable}Adapter } from "./${id}.ts";`,
        after: /^import \{ npmAdapter \}/u,
      },
      {
        path: "src/registry/protocols/index.ts",
        line: `    ${variable}Adapter(),`,
        after: /^ {4}\w+Adapter\(/u,
      },
      {
        path: "docs/reference/registry-protocols.md",
        line: `| GET | \`/${id}/{name}\` | Describes a skill. |`,
        after: /^\| (?:GET|POST|DELETE) \|/u,
      },
    ],
    next: [
      `Write the routes in src/registry/protocols/${id}.ts; each one translates, and decides nothing.`,
      `Run a real client of the protocol in test/registry-clients/${id}.test.ts.`,
      "List the routes in docs/reference/registry-protocols.md, where a test compares them.",
    ],
  }),
};
