/** The description of the API is for everyone, as often as they like: it is made once. */
import { expect, it } from "vitest";
import { loadApiRoutes } from "../../src/serve/api/index.ts";
import { operationRoutes } from "../../src/serve/api/routes/operations.ts";

it("[BX-14] the description of the API is made for the first request alone", async () => {
  const table = await loadApiRoutes();
  let made = 0;
  const routes = operationRoutes(() => {
    made += 1;
    return table;
  });
  const route = routes.find(({ path }) => path === "/openapi.json");
  if (route?.access !== "everyone") throw new Error("The description is not for everyone.");
  const read = async (version: string): Promise<string> => {
    const answer = await route.handle({ ports: { version } } as never);
    if (!(answer instanceof Response)) throw new Error("The description is made as text.");
    expect(answer.headers.get("content-type")).toBe("application/json");
    return await answer.text();
  };
  const first = await read("1.0.0");
  expect(JSON.parse(first)).toMatchObject({ openapi: "3.1.0", info: { version: "1.0.0" } });
  for (let count = 0; count < 5; count += 1) expect(await read("1.0.0")).toBe(first);
  expect(made).toBe(1);
});
