/** Many publications to a server, over HTTP, and what it holds in memory meanwhile. */
import { createClient } from "../../src/client/index.ts";
import { memoryOf, PASSWORD, type Program } from "../serve/programs.ts";
import { skillsToPublish } from "./skills.ts";

/** Skills that are generated; each is published again and again, under new names. */
const SKILLS = 500;
const AT_ONCE = 3;
const PARTS = 10;

/** Megabytes of the process after each tenth. */
export async function publishMany(
  server: Program,
  count: number,
  seed: number,
): Promise<readonly number[]> {
  const { word: url } = server;
  const account = { email: "admin@skillwright.local", password: PASSWORD };
  const { token } = await createClient({ url }).login({ body: account });
  const made = await createClient({ url, token }).makeToken({
    body: { name: "bench", scopes: ["registry:read", "registry:write"] },
  });
  const headers = {
    authorization: `Bearer ${made.token}`,
    "content-type": "application/json",
  };
  const skills = skillsToPublish(SKILLS, seed);
  let next = 0;
  let taken = 0;
  const publish = async (until: number): Promise<void> => {
    for (let index = next++; index < until; index = next++) {
      const request = skills[index % SKILLS]?.(`m${Math.floor(index / SKILLS)}`);
      if (request?.content.kind !== "files") throw new Error("Skills of the bench come as files.");
      const files = request.content.files.map(({ path, bytes, isExecutable }) => ({
        path,
        base64: Buffer.from(bytes).toString("base64"),
        is_executable: isExecutable ?? false,
      }));
      const { name, version } = request;
      const body = JSON.stringify({ name, version, files });
      const answer = await fetch(`${url}/registry/api/v1/skills`, {
        method: "POST",
        headers,
        body,
      });
      const text = await answer.text();
      if (answer.status >= 500) throw new Error(`${name}: ${answer.status} ${text}`);
      taken += answer.status === 201 ? 1 : 0;
    }
  };
  const megabytes: number[] = [];
  for (let part = 1; part <= PARTS; part += 1) {
    const until = Math.round((count * part) / PARTS);
    await Promise.all(Array.from({ length: AT_ONCE }, () => publish(until)));
    next = until;
    megabytes.push(Math.round(memoryOf(server) / 1024 / 1024));
  }
  // Some are refused, as in life: they have been read and scanned all the same.
  if (taken < count * 0.8) throw new Error(`Only ${taken} of ${count} were taken.`);
  return megabytes;
}
