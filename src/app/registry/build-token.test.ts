import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { LocalComputer } from "../machine/local-computer.ts";
import { asBuild } from "./build-token.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Hears everything on this machine, and gives a token to whoever asks. */
async function listen(): Promise<{ readonly port: number; readonly heard: readonly string[] }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ value: "id.token.of-build", token: "given" }));
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  ends.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, heard };
}

/** What is read of a computer here. */
function computerOf(environment: Readonly<Record<string, string>>): LocalComputer {
  return {
    environment: { HOME: "/nonexistent", ...environment },
    folder: "/",
    now: () => 0,
    err: () => {},
  } as unknown as LocalComputer;
}

function tokenFor(aud: unknown): string {
  return `e30.${Buffer.from(JSON.stringify({ aud })).toString("base64url")}.sig`;
}

it("[BX-14] sends nothing of a build to an address that is not encrypted", async () => {
  const { port, heard } = await listen();
  // Stands for an address beyond this machine.
  const registry = `http://0.0.0.0:${port}`;
  for (const environment of [
    {
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/oidc`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "step-secret",
    },
    { SKILLWRIGHT_ID_TOKEN: tokenFor(registry) },
  ])
    await expect(asBuild(computerOf(environment), { registry, publisher: "ann" })).rejects.toThrow(
      "is not encrypted",
    );
  expect(heard).toEqual([]);
});

it("[BX-14] sends the token of a build to the registry that it names, and to no other", async () => {
  const { port, heard } = await listen();
  const registry = `http://127.0.0.1:${port}`;
  for (const aud of ["https://registry.example.org", ["https://registry.example.org"], undefined]) {
    const environment = { SKILLWRIGHT_ID_TOKEN: tokenFor(aud) };
    await expect(asBuild(computerOf(environment), { registry, publisher: "ann" })).rejects.toThrow(
      "is not meant for",
    );
  }
  expect(heard).toEqual([]);
  for (const aud of [registry, `${registry}/`, ["x", registry]]) {
    const environment = { SKILLWRIGHT_ID_TOKEN: tokenFor(aud) };
    const { environment: made } = await asBuild(computerOf(environment), {
      registry,
      publisher: "ann",
    });
    expect(made["SKILLWRIGHT_TOKEN"]).toBe("given");
  }
  expect(heard).toHaveLength(3);
});
