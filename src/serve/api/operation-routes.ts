/** Routes that are made from the list of operations: words of HTTP to input, output to JSON. */
import type { z } from "zod";
import type { InlineSkill } from "../../app/fields.ts";
import { completeInput, FileBudget, inlineSkill, resolveSkills } from "../../app/input.ts";
import { createServedSystems } from "../../app/library/served-systems.ts";
import type { Operation, OperationRow } from "../../app/operation.ts";
import { operations } from "../../app/operations.ts";
import { toInputSchema } from "../../app/schema.ts";
import type { User } from "../../hub/accounts/index.ts";
import { operationLimits } from "../../hub/jobs/index.ts";
import { listSkillFiles, readSkillFile } from "../../hub/skills/index.ts";
import type { ApiPorts } from "./ports.ts";
import { type ApiRoute, type CallerContext, route } from "./route.ts";
import { problemSchema } from "./schemas.ts";

/** Bytes of a request: a few skills with their text. */
const MOST_BYTES = 4 * 1024 * 1024;
const SKILL_FILE = "SKILL.md";

/** A route for each operation that is offered over HTTP. */
export async function loadOperationRoutes(): Promise<readonly ApiRoute[]> {
  const routes = await Promise.all(
    operations.map(async (row) => await toRoute(row, await row.load())),
  );
  return routes.filter((one) => one !== undefined);
}

type InputValues = { readonly [name: string]: unknown };

async function toRoute(row: OperationRow, operation: Operation): Promise<ApiRoute | undefined> {
  const { expose, input, output, needs, limit = "check" } = operation;
  if (expose.http === undefined || output === undefined) return undefined;
  const [method, path] = expose.http.split(" ") as ["GET" | "POST", string];
  const isQuery = method === "GET";
  // The schema is made of the fields that the input is typed by.
  const schema = toInputSchema(
    input,
    isQuery ? "query" : "body",
  ) as unknown as z.ZodType<InputValues>;
  return route<undefined, InputValues, InputValues>({
    method,
    path: `/api/v1${path}`,
    id: toCamel(expose.mcp ?? row.id),
    tag: "skills",
    doc: row.summary,
    // Folders of the server are its administrators' business.
    access: needs.includes("systems") ? "admin" : "user",
    scope: "skills:read",
    ...(isQuery ? { query: schema } : { body: schema, maxBytes: MOST_BYTES }),
    limit,
    answers: {
      200: { doc: "The answer.", schema: await output() },
      404: { doc: "There is no such skill for this user.", schema: problemSchema },
    },
    handle: async (context: CallerContext<undefined, InputValues, InputValues>) =>
      new Response(
        await answer(row.id, operation, isQuery ? context.query : context.body, context),
        { headers: { "content-type": "application/json" } },
      ),
  });
}

/** As JSON. */
async function answer(
  id: string,
  operation: Operation,
  given: InputValues,
  { ports, caller: { user }, request }: CallerContext<unknown, unknown, unknown>,
): Promise<string> {
  const { jobs, version, library } = ports;
  const { signal } = request;
  const complete = completeInput(operation.input, given);
  if (operation.needs.includes("systems")) {
    const systems = createServedSystems(library?.libraries ?? [], library?.agents);
    return JSON.stringify(
      await operation.run({ version, signal, warn: () => {}, systems }, complete),
    );
  }
  const room = new FileBudget(MOST_BYTES);
  const input = await resolveSkills(operation.input, complete, (name, isWhole) =>
    readStored(ports, user, name, isWhole ? room : undefined),
  );
  // Text of users is read in the pool of workers alone.
  return await jobs.run(
    "run-operation",
    { id, input, version },
    { owner: user.id, signal, ...operationLimits[operation.limit ?? "check"] },
  );
}

async function readStored(
  { storedSkills }: ApiPorts,
  user: User,
  name: string,
  room: FileBudget | undefined,
): Promise<InlineSkill> {
  const { bytes } = await readSkillFile(storedSkills, user, name, SKILL_FILE);
  return await inlineSkill(`${name}/${SKILL_FILE}`, bytes, {
    room,
    list: async () =>
      (await listSkillFiles(storedSkills, user, name)).filter(({ path }) => path !== SKILL_FILE),
    read: async ({ path }) => (await readSkillFile(storedSkills, user, name, path)).bytes,
  });
}

function toCamel(name: string): string {
  return name.replaceAll(/[-_](\w)/gu, (_match, letter: string) => letter.toUpperCase());
}
