/** `skillwright serve` and `skillwright node`: the built program at both ends. */
import { describe, expect, it } from "vitest";
import { createBin } from "../support/hosts.ts";
import { playground } from "../support/program.ts";
import { TOKEN, useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const isPosix = process.platform !== "win32";
const { start, serve } = useProgram();

describe("serve and node", () => {
  it.runIf(isPosix)("[GSV-20] connect, count the host, and part in peace", async () => {
    const { server, url } = await serve();
    const bin = createBin(["gh"]);
    const node = start(["node", "--gateway", url.replace("http", "ws"), "--name", "mac-mini"], {
      environment: { SKILLWRIGHT_HOST_TOKEN: TOKEN, SHELL: bin.shell, PLANTED: "planted-4711" },
    });
    await until("the host is connected", () => node.output().includes("Connected as `mac-mini`."));
    const health = (await (await fetch(`${url}/healthz`)).json()) as { readonly hosts: number };
    expect(health.hosts).toBe(1);
    node.child.kill("SIGTERM");
    expect(await node.exited).toBe(0);
    expect(node.output()).toContain("skillwright: Left.\n");
    server.child.kill("SIGINT");
    expect(await server.exited).toBe(0);
    expect(server.output() + node.output()).not.toContain("planted-4711");
    bin.remove();
  });

  it("makes a token for the run where none is given, and takes one from a file", async () => {
    const own = start(["serve", "--port", "0"]);
    await until("the server tells its token", () =>
      own.output().includes("Token for hosts, made for"),
    );
    const ground = playground({ token: `${TOKEN}\n`, weak: "short\n" });
    ground.write(
      ".claude/skills/pdf/SKILL.md",
      "---\nname: pdf\ndescription: Reads PDFs. Use for one.\n---\n\nGo.\n",
    );
    const { server } = await serve(["--token-file", ground.path("token")], ground.path("."));
    // Without being asked for any it shows what the agents of this machine have.
    expect(server.output()).toContain("claude: 1 of 1 skills load for the agent `main`.");
    expect(server.output()).not.toContain("Token for hosts, made for");
    const weak = ground.run(["serve", "--port", "0", "--token-file", "weak"]);
    expect(weak.code).toBe(2);
    expect(weak.stderr).toContain("The token must be at least 16");
  });

  it("[GSV-20] refuse a host with another token, which then gives up", async () => {
    const { url } = await serve();
    const node = start(["node", "--gateway", url], {
      environment: { SKILLWRIGHT_HOST_TOKEN: "another-token-987654321" },
    });
    expect(await node.exited).toBe(2);
    expect(node.output()).toContain("error: ");
  });

  it.runIf(isPosix)("[BX-14] closes after an exception that nobody caught, and fails", async () => {
    const planted = "process.on('SIGUSR2',()=>{throw new Error('planted-fault')})";
    const server = start(["serve", "--port", "0"], {
      environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}` },
    });
    await until("the server listens", () => server.output().includes("Listening on"));
    server.child.kill("SIGUSR2");
    expect(await server.exited).toBe(2);
    expect(server.stderr()).toContain('"code":"serve/fault"');
    expect(server.stderr()).toContain('"cause":"planted-fault"');
    expect(server.stderr()).toContain("skillwright: Closing.\n");
  });

  it.each([
    [["node"], "Missing option `--gateway`"],
    [["node", "--gateway", "ws://127.0.0.1:9"], "No token for the gateway"],
    [["node", "--gateway", "ws://x.example", "--token", TOKEN], "plain"],
    [
      ["node", "--gateway", "ws://127.0.0.1:9", "--capabilities", "shell.exce"],
      "Did you mean `shell.exec`?",
    ],
    [["node", "--gateway", "ws://127.0.0.1:9", "--role", "other"], "`--role` cannot be `other`"],
    [
      ["node", "--gateway", "ws://127.0.0.1:9", "--token", TOKEN, "--name", "local"],
      "The host name `local` is reserved",
    ],
    [["serve", "--port", "0", "--root", "nowhere"], "No skills found to serve"],
    [["serve", "--port", "0", "--as", "gvs"], "Did you mean `gsv`?"],
    [["serve", "--port", "70000", "--token", TOKEN], "The port `70000` is out of range"],
    [["serve", "--port", "x"], "`--port` must be a whole number"],
  ])("exit with 2 for %j", (words, message) => {
    const { code, stderr } = playground().run(words);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
