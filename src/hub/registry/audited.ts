import type { Viewer } from "../../registry/contract/index.ts";
import { withAuditLine } from "../audit/index.ts";
import { findRow } from "./find.ts";
import type { MarketPorts } from "./ports.ts";

/** Opinions are between whoever has them and the moderators. */
const OPINIONS: ReadonlySet<string> = new Set(["star", "unstar", "review", "unreview", "report"]);

type Call = (viewer: Viewer, ...input: readonly unknown[]) => Promise<unknown>;

/** The same calls, each of which but those that only look has a line in the audit log. */
export function audited<Calls extends object>(
  ports: MarketPorts,
  calls: Calls,
  looks: ReadonlySet<string>,
): Calls {
  const entries = Object.entries(calls).map(([name, call]) => {
    const told: Call = async (viewer, ...input) => {
      const { userId } = viewer;
      const work = (): Promise<unknown> => (call as Call)(viewer, ...input);
      if (userId === undefined || isTrial(input)) return await work();
      const action = {
        userId,
        via: viaOf(viewer),
        address: viewer.client ?? "",
        action: `registry.${name}`,
        target: targetOf(name, input, undefined),
        detail: input.filter((one) => one !== undefined),
      };
      return await withAuditLine(ports, action, async () => {
        const result = await work();
        // Who else is told is no reason to fail once it is done.
        const subject = await subjectOf(ports, name, input, result).catch(() => undefined);
        return { result, ...(subject === undefined ? {} : { subject }) };
      });
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

function targetOf(name: string, [first, second]: readonly unknown[], result: unknown): string {
  const made = fieldOf(fieldOf(result, "skill"), "fullName");
  const handle = fieldOf(first, "handle") ?? (name === "removeKey" ? second : undefined);
  const word = [made, handle, first].find((one) => typeof one === "string");
  return typeof word === "string" ? word : "";
}

/** What it was done to, and whose that is: a skill by its name, a publisher by its handle. */
async function subjectOf(
  { database: { query } }: MarketPorts,
  name: string,
  input: readonly unknown[],
  result: unknown,
): Promise<{ readonly target: string; readonly publisher: string | undefined }> {
  const target = targetOf(name, input, result);
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
