import type { Viewer } from "../../registry/contract/index.ts";
import { recordAction } from "../audit/index.ts";
import { findRow } from "./find.ts";
import type { MarketPorts } from "./ports.ts";

/** Opinions are between whoever has them and the moderators. */
const OPINIONS: ReadonlySet<string> = new Set(["star", "unstar", "review", "unreview", "report"]);

type Call = (viewer: Viewer, ...input: readonly unknown[]) => Promise<unknown>;

/** The same calls, each of which but those that only look is told to the audit log once it is done. */
export function audited<Calls extends object>(
  ports: MarketPorts,
  calls: Calls,
  looks: ReadonlySet<string>,
): Calls {
  const entries = Object.entries(calls).map(([name, call]) => {
    const told: Call = async (viewer, ...input) => {
      const result = await (call as Call)(viewer, ...input);
      if (viewer.userId !== undefined && !isTrial(input))
        await recordAction(ports, {
          userId: viewer.userId,
          via: viaOf(viewer),
          address: viewer.client ?? "",
          action: `registry.${name}`,
          detail: input.filter((one) => one !== undefined),
          ...(await subjectOf(ports, name, input, result)),
        });
      return result;
    };
    return [name, looks.has(name) ? (call as unknown) : told] as const;
  });
  // Every call is there under its name, and the first that it takes is who asks.
  return Object.fromEntries(entries) as Calls;
}

function viaOf({ origin, scopes }: Viewer): string {
  if (origin !== undefined) return `build of ${origin.repository}`;
  return scopes === undefined ? "session" : "token";
}

function isTrial(input: readonly unknown[]): boolean {
  return input.some((one) => fieldOf(one, "isDryRun") === true);
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** What it was done to, and whose that is: a skill by its name, a publisher by its handle. */
async function subjectOf(
  { database: { query } }: MarketPorts,
  name: string,
  [first, second]: readonly unknown[],
  result: unknown,
): Promise<{ readonly target: string; readonly publisher: string | undefined }> {
  const made = fieldOf(fieldOf(result, "skill"), "fullName");
  const handle = fieldOf(first, "handle") ?? (name === "removeKey" ? second : undefined);
  const word = [made, handle, first].find((one) => typeof one === "string");
  const target = typeof word === "string" ? word : "";
  if (OPINIONS.has(name)) return { target, publisher: undefined };
  const skill = await findRow(query, target);
  if (skill !== undefined) return { target, publisher: skill.publisher };
  const publisher = await query
    .selectFrom("market_publishers")
    .select("handle")
    .where("handle", "=", target)
    .executeTakeFirst();
  return { target, publisher: publisher?.handle };
}
