import type { z } from "zod";
import type { HostInventory } from "../../library/hosts/index.ts";
import { failure } from "../../platform/index.ts";
import { mayBeJson } from "../../platform/network/index.ts";
import { httpCodes } from "./diagnostics.ts";
import type { SystemStatus } from "./served-skills.ts";
import { parseJson } from "../../skill/model/index.ts";

/** What the application needs of the rest of the house. */
export interface AppPorts {
  readonly version: string;
  /** Who asks for anything but whether the server runs must know it. */
  readonly token: string;
  readonly inventory: Pick<HostInventory, "hosts" | "known" | "ask">;
  /** What became of the skills that are served. */
  readonly skills: () => readonly SystemStatus[];
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** One sentence for the reference. */
  readonly doc: string;
  /** Whom it answers: everyone, or those who know the token. */
  readonly access: "everyone" | "token";
  /** What the body of a request must be; without it the body is not read. */
  readonly input?: z.ZodType;
  readonly output?: z.ZodType;
  readonly handle: (ports: AppPorts, request: Request) => Response | Promise<Response>;
}

interface JsonRoute<Input, Output> extends Pick<Route, "method" | "path" | "doc" | "access"> {
  readonly input?: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  readonly answer: (ports: AppPorts, input: Input) => Output | Promise<Output>;
}

/** A route that takes and gives JSON. What its schemas do not name neither comes in nor goes out. */
export function jsonRoute<Output, Input = undefined>(spec: JsonRoute<Input, Output>): Route {
  const { answer, ...rest } = spec;
  return {
    ...rest,
    handle: async (ports, request) => {
      // Without a schema the handler takes nothing, and its type says so.
      const input =
        spec.input === undefined ? (undefined as Input) : await readBody(request, spec.input);
      return Response.json(spec.output.parse(await answer(ports, input)), {
        headers: { "cache-control": "no-store" },
      });
    },
  };
}

async function readBody<Input>(request: Request, schema: z.ZodType<Input>): Promise<Input> {
  if (!mayBeJson(request.headers))
    throw failure(
      httpCodes.wrongMediaType,
      "This body is not declared as JSON. Send it with `Content-Type: application/json`.",
    );
  const { data, error } = schema.safeParse(parseJson(await request.text()));
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  const place = issue === undefined || issue.path.length === 0 ? "body" : issue.path.join(".");
  throw failure(httpCodes.invalidRequest, `Invalid \`${place}\`: ${issue?.message ?? "JSON"}.`);
}
