/** The one way out of the sandbox: what is granted goes through, and every trick around it is stopped. */
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { afterAll, beforeAll, expect } from "vitest";
import { createAuthority } from "../../src/platform/sandbox/certificate.ts";
import type { HostRule } from "../../src/platform/sandbox/index.ts";
import { needs } from "../support/needs.ts";
import { type Report, runCode, strict } from "../support/sandbox.ts";

const authority = createAuthority(Date.now());
const servers: Server[] = [];
const heard: string[] = [];
let granted = 0;
let other = 0;
let secure = 0;

const answer: RequestListener = (request, response) => {
  heard.push(`${request.method} ${request.headers.host} ${request.url}`);
  if (request.url === "/away") {
    response.writeHead(302, { location: `http://127.0.0.1:${other}/secret` }).end();
    return;
  }
  if (request.url === "/large") {
    response.end(Buffer.alloc(3 * 1024 * 1024));
    return;
  }
  request.resume().on("end", () => response.end(`hello ${request.method}`));
};

beforeAll(async () => {
  granted = await listen(createServer(answer));
  other = await listen(createServer(answer));
  secure = await listen(
    createSecureServer(
      { cert: authority.issue("localhost").certificate, key: authority.issue("localhost").key },
      answer,
    ),
  );
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

function listen(server: Server): Promise<number> {
  servers.push(server);
  return new Promise((settle) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      settle(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

function rule(port: number, access: HostRule["access"], host = "127.0.0.1"): HostRule {
  return { host, port, access };
}

function python(code: string, hosts: readonly HostRule[]): Promise<Report> {
  return runCode("python", code, { hosts }, { trusted: [authority.certificate] });
}

const PYTHON = `
import json, socket, ssl, urllib.error, urllib.request
def ask(url, method="GET", body=None):
    try:
        request = urllib.request.Request(url, data=body, method=method)
        return urllib.request.urlopen(request, timeout=10).read().decode()
    except urllib.error.HTTPError as error:
        return str(error.code)
    except Exception as error:
        return "tunnel refused" if "403" in str(error) else type(error).__name__
def raw(text):
    connection = socket.create_connection(("127.0.0.1", 3128), timeout=10)
    connection.sendall(text.encode().replace(b"\\n", b"\\r\\n"))
    answer = connection.recv(4096).decode("latin1")
    return answer.split("\\r\\n")[0]
`;

needs.command("bwrap").describe("the network of the sandbox", () => {
  needs
    .command("socat")
    .it("[GA-07] lets JavaScript and Python fetch from a granted host", async () => {
      const hosts = [rule(granted, "read")];
      const url = `http://127.0.0.1:${granted}/page`;
      const script = `fetch(${JSON.stringify(url)}).then((answer) => answer.text()).then(console.log)`;
      const reports = await Promise.all([
        runCode("javascript", script, { hosts }),
        python(`${PYTHON}print(ask("${url}"))`, hosts),
      ]);
      expect(reports.map(({ out }) => out.trim())).toEqual(["hello GET", "hello GET"]);
      expect(heard).toContain(`GET 127.0.0.1:${granted} /page`);
    });

  needs
    .command("socat")
    .it("[GA-03] lets only methods that read through where only reading is granted", async () => {
      const url = `http://127.0.0.1:${granted}/`;
      const code = `${PYTHON}print(json.dumps([ask("${url}", method, body) for method, body in
      [("GET", None), ("OPTIONS", None), ("POST", b"x"), ("DELETE", None), ("PUT", b"x"), ("GET", b"x")]]))`;
      const reading = await python(code, [rule(granted, "read")]);
      expect(JSON.parse(reading.out)).toEqual([
        "hello GET",
        "hello OPTIONS",
        "403",
        "403",
        "403",
        "403",
      ]);
      expect(reading.refusals.map(({ method }) => method)).toEqual([
        "POST",
        "DELETE",
        "PUT",
        "GET",
      ]);
      const writing = await python(code, [rule(granted, "write")]);
      expect(JSON.parse(writing.out)[2]).toBe("hello POST");
    });

  needs
    .command("socat")
    .it(
      "[GA-03] sees the methods of requests over TLS too, and leaves tunnels alone where writing is granted",
      async () => {
        const url = `https://localhost:${secure}/`;
        const code = `${PYTHON}print(json.dumps([ask("${url}"), ask("${url}", "POST", b"x")]))`;
        const script = `
      const ask = (method) => fetch(${JSON.stringify(url)}, { method, ...(method === "POST" ? { body: "x" } : {}) }).then((answer) => answer.ok ? answer.text() : String(answer.status));
      ask("GET").then(async (text) => console.log(JSON.stringify([text, await ask("POST")])));`;
        const hosts = [rule(secure, "read", "localhost")];
        const reading = await Promise.all([
          python(code, hosts),
          runCode("javascript", script, { hosts }, { trusted: [authority.certificate] }),
        ]);
        expect(reading.map(({ out }) => JSON.parse(out))).toEqual([
          ["hello GET", "403"],
          ["hello GET", "403"],
        ]);
        const writing = await python(code, [rule(secure, "write", "localhost")]);
        expect(JSON.parse(writing.out)).toEqual(["hello GET", "hello POST"]);
      },
    );

  needs
    .command("socat")
    .it("[GA-03] tells why it refuses, also while a body is being sent", async () => {
      const code = `${PYTHON}print(json.dumps([ask("http://127.0.0.1:${granted}/", "POST", b"x" * 400000) for _ in range(20)]))`;
      const { out } = await python(code, [rule(granted, "read")]);
      expect(JSON.parse(out)).toEqual(Array.from({ length: 20 }, () => "403"));
    });

  needs.command("socat").it("trusts no server whose certificate is not good", async () => {
    const code = `${PYTHON}print(ask("https://localhost:${secure}/"))`;
    const { out } = await runCode("python", code, { hosts: [rule(secure, "read", "localhost")] });
    expect(out.trim()).toBe("502");
  });

  needs.command("socat").it("[GA-07] stops every way around the list of hosts", async () => {
    heard.length = 0;
    const tricks = [
      `CONNECT 127.0.0.1:${other} HTTP/1.1\\nHost: 127.0.0.1:${granted}\\n\\n`,
      `CONNECT localhost:${granted} HTTP/1.1\\nHost: x\\n\\n`,
      `GET http://127.0.0.1:${other}/ HTTP/1.1\\nHost: 127.0.0.1:${granted}\\n\\n`,
      `GET http://127.0.0.1:${granted}@127.0.0.1:${other}/ HTTP/1.1\\nHost: 127.0.0.1\\n\\n`,
      `GET http://2130706433:${other}/ HTTP/1.1\\nHost: x\\n\\n`,
      `GET http://0x7f.1:${other}/ HTTP/1.1\\nHost: x\\n\\n`,
      `GET http://[::ffff:127.0.0.1]:${granted}/ HTTP/1.1\\nHost: x\\n\\n`,
      `GET http://0:${granted}/ HTTP/1.1\\nHost: x\\n\\n`,
      `GET http://169.254.169.254/latest/meta-data/ HTTP/1.1\\nHost: x\\n\\n`,
      `GET http://example.com/ HTTP/1.1\\nHost: 127.0.0.1:${granted}\\n\\n`,
      `CONNECT [::1]:${granted} HTTP/1.1\\nHost: x\\n\\n`,
    ];
    const code = `${PYTHON}print(json.dumps([raw(text) for text in [${tricks.map((text) => `"${text}"`).join(", ")}]]))`;
    const { out, refusals } = await python(code, [rule(granted, "read")]);
    expect(JSON.parse(out)).toEqual(tricks.map(() => "HTTP/1.1 403 Forbidden"));
    expect(refusals).toHaveLength(tricks.length);
    expect(heard).toEqual([]);
  });

  needs.command("socat").it("refuses what is no request of a proxy", async () => {
    const tricks = ["GET / HTTP/1.1\\nHost: x\\n\\n", "CONNECT a/b:1 HTTP/1.1\\nHost: x\\n\\n"];
    const code = `${PYTHON}print(json.dumps([raw("${tricks[0]}"), raw("${tricks[1]}")]))`;
    const { out } = await python(code, [rule(granted, "read")]);
    expect(JSON.parse(out)).toEqual(["HTTP/1.1 400 Bad Request", "HTTP/1.1 400 Bad Request"]);
  });

  needs
    .command("socat")
    .it("tells the server the host that was judged, whatever the client wrote", async () => {
      heard.length = 0;
      const code = `${PYTHON}print(raw("GET http://127.0.0.1:${granted}/x HTTP/1.1\\nHost: elsewhere.example\\n\\n"))`;
      await python(code, [rule(granted, "read")]);
      expect(heard).toEqual([`GET 127.0.0.1:${granted} /x`]);
    });

  needs.command("socat").it("follows nobody to a host that is not granted", async () => {
    heard.length = 0;
    const code = `${PYTHON}print(ask("http://127.0.0.1:${granted}/away"))`;
    const { out } = await python(code, [rule(granted, "read")]);
    expect(out.trim()).toBe("403");
    expect(heard).toEqual([`GET 127.0.0.1:${granted} /away`]);
  });

  needs.command("socat").it("takes no name of the open network into a private one", async () => {
    const code = `${PYTHON}print(json.dumps([ask("http://localhost:${granted}/"), ask("http://127.0.0.1:${granted}/")]))`;
    const { out, refusals } = await python(code, [{ host: "*", port: granted, access: "write" }]);
    expect(JSON.parse(out)).toEqual(["403", "403"]);
    expect(refusals.map(({ reason }) => reason)).toEqual([
      "`localhost` leads into a private network",
      `no permission names \`127.0.0.1:${granted}\``,
    ]);
  });

  needs
    .command("socat")
    .it("has no other way: neither names nor addresses are reached without the proxy", async () => {
      const code = `${PYTHON}
def reach(address):
    try:
        socket.create_connection(address, timeout=5)
        return "connected"
    except OSError as error:
        return "stopped"
print(json.dumps([reach(("127.0.0.1", ${granted})), reach(("example.com", 80)), reach(("1.1.1.1", 53))]))`;
      const { out } = await python(code, [rule(granted, "write")]);
      expect(JSON.parse(out)).toEqual(["stopped", "stopped", "stopped"]);
    });

  needs.command("socat").it("[GA-07] carries no more than it may", async () => {
    const url = `http://127.0.0.1:${granted}/large`;
    const { end } = await runCode("python", `${PYTHON}ask("${url}")\nimport time\ntime.sleep(60)`, {
      hosts: [rule(granted, "read")],
      limits: { ...strict.limits, networkBytes: 1024 * 1024 },
    });
    expect(end).toEqual({ kind: "over-limit", limit: "network" });
  });
});
