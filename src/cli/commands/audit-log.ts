import type { Client } from "../../client/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { oneLine } from "../../platform/index.ts";
import { asking, connectTo } from "../remote/connection.ts";
import { registryOf } from "../../app/registry/sources.ts";
import { textOptions } from "../text-options.ts";

type Line = Awaited<ReturnType<Client["readAuditLog"]>>["lines"][number];

const PAGE = 1000;
const COLUMNS = [
  "number",
  "at",
  "email",
  "handle",
  "address",
  "via",
  "action",
  "target",
  "publisher",
  "detail",
] as const;

/** Lists who did what, or gives all of it for other programs to keep. */
export async function run(context: Context): Promise<number> {
  return await asking(context, async () => {
    const client = connectTo(context, registryOf(context, context.options.text("registry")));
    const format = context.options.flag("json") ? "json" : context.options.text("format");
    const most = context.options.number("limit") ?? (format === undefined ? 100 : Infinity);
    if (format === "csv") context.write(`${COLUMNS.join(",")}\n`);
    const kept: Line[] = [];
    for await (const line of read(client, context, most)) {
      if (format === "json") kept.push(line);
      else if (format === "jsonl") context.write(`${JSON.stringify(line)}\n`);
      else if (format === "csv") context.write(`${toCsv(line)}\n`);
      else context.out(`${oneLine(toText(line))}\n`);
    }
    if (format === "json") printJson(context, { lines: kept });
    return FINE;
  });
}

async function* read(
  client: Client,
  { options }: Context,
  most: number,
): AsyncGenerator<Line, void, undefined> {
  const filter = textOptions(options, {
    actor: "actor",
    action: "action",
    target: "target",
    publisher: "publisher",
    since: "since",
    until: "until",
  });
  let [left, before]: [number, number | undefined] = [most, undefined];
  do {
    const limit = Math.min(left, PAGE);
    const query = { ...filter, limit, ...(before === undefined ? {} : { before }) };
    const page = await client.readAuditLog({ query });
    yield* page.lines;
    left -= page.lines.length;
    before = page.next ?? undefined;
  } while (before !== undefined && left > 0);
}

function toText({ at, email, handle, address, action, target, detail }: Line): string {
  const who = email ?? handle ?? "somebody";
  const from = address === null || address === "" ? "" : ` from ${address}`;
  return `${at.slice(0, 19)}  ${who}${from}  ${action} ${target}  ${detail}`;
}

/** Spreadsheets take what begins with these for a formula. */
const FORMULA = /^[=+\-@\t\r]/u;

function toCsv(line: Line): string {
  return COLUMNS.map((column) => {
    const text = String(line[column] ?? "");
    return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  }).join(",");
}
