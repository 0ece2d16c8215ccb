/** A registry that is private by one setting alone. */
import { expect, it } from "vitest";
import { readPlatformSettings } from "../../src/serve/platform/index.ts";
import { openRegistry } from "../support/registry-server.ts";

it("lets no stranger make an account where the registry is private and nothing else is said", async () => {
  const registry = await openRegistry({ registry: { access: "private" }, registration: undefined });
  try {
    const made = await registry.send("POST", "/api/v1/auth/register", {
      json: { email: "eve@example.com", password: "correct horse" },
    });
    expect(made.status).toBe(403);
    expect((await registry.send("GET", "/registry/api/v1/skills")).status).toBe(401);
    const token = await registry.moderator();
    expect((await registry.send("GET", "/registry/api/v1/skills", { token })).status).toBe(200);
  } finally {
    await registry.close();
  }
});

it.each([
  [{}, {}, true],
  [{ SKILLWRIGHT_REGISTRY_ACCESS: "private" }, {}, false],
  [{ SKILLWRIGHT_REGISTRY_ACCESS: "private", SKILLWRIGHT_REGISTRATION: "open" }, {}, true],
  [{ SKILLWRIGHT_REGISTRY_ACCESS: "private" }, { registration: true }, true],
  [{ SKILLWRIGHT_REGISTRY_ACCESS: "public" }, { registry: { access: "private" } }, true],
  [{}, { registry: { access: "private" } }, false],
  [{}, { registration: false }, false],
])("with %j and %j registration is open: %s", (environment, value, expected) => {
  expect(readPlatformSettings({ environment, value }).registration).toBe(expected);
});
