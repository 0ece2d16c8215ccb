/** Code nodes of workflows in the built server: only where the operator sets `codeNodes`, and only in the sandbox. */
import { expect } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { needs } from "../support/needs.ts";
import { playground } from "../support/program.ts";
import { useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const { start } = useProgram();
const PASSWORD = "planted-password-4711";

const CODE = `import os, socket
found = [os.path.exists(place) for place in ("/etc/machine-id", "/var", "/home")]
try:
    socket.create_connection(("1.1.1.1", 443), timeout=1)
    found.append("connected")
except OSError:
    pass
secret = [name for name in os.environ if "PASSWORD" in name]
print(os.environ["WORKFLOW_INPUT"].upper(), any(found), secret)
`;

/** What an attacker would have bubblewrap read: more mounts, the network of the machine. */
const ESCAPE = `import sys
sys.stdout.write("x\\0--ro-bind\\0/\\0/hostfs\\0--share-net")
`;

const LOOK = `import os, sys
print(os.path.exists("/hostfs"), len(os.listdir("/sys/class/net")) if os.path.exists("/sys") else 0, len(sys.stdin.read()))
`;

const GRAPH = {
  nodes: [
    { id: "start", type: "start" },
    { id: "shout", type: "code", data: { code: CODE, timeout_seconds: 20 } },
    { id: "escape", type: "code", data: { code: ESCAPE, timeout_seconds: 20 } },
    { id: "look", type: "code", data: { code: LOOK, timeout_seconds: 20 } },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "shout" },
    { source: "shout", target: "escape" },
    { source: "escape", target: "look" },
    { source: "look", target: "end" },
  ],
} as const;

needs
  .command("bwrap")
  .it(
    "[BX-14] run over HTTP in the sandbox, with no file, no network and no secret of the server",
    async () => {
      const { folder } = playground({ "settings.json": '{"codeNodes":true}' });
      const words = ["serve", "--port", "0", "--data", "data", "--settings", "settings.json"];
      const environment = {
        PATH: process.env["PATH"] ?? "",
        SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD,
      };
      const server = start(words, { folder, environment });
      await until("the server has told everything", () => server.output().includes("Listening on"));
      const url = /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "";
      const login = { email: "admin@skillwright.local", password: PASSWORD };
      const { token } = await createClient({ url }).login({ body: login });
      const client = createClient({ url, token });
      const { id } = await client.createWorkflow({ body: { name: "shout", graph_data: GRAPH } });
      const heard: { readonly event: string; readonly data: object }[] = [];
      for await (const item of client.executeWorkflow({ params: { id }, body: { input: "rye" } }))
        heard.push(item);
      expect(heard.filter(({ event }) => event.endsWith("error"))).toEqual([]);
      expect(heard.at(-1)?.event).toBe("done");
      expect(JSON.stringify(heard)).toContain("RYE False []");
      expect(JSON.stringify(heard)).toContain("False 0 33");
    },
  );
