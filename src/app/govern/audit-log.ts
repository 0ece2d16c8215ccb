import type { Client } from "../../client/index.ts";
import type { Operation } from "../operation.ts";
import { registryOperation } from "../server/ask.ts";
import { toLines } from "../text.ts";

type Line = Awaited<ReturnType<Client["readAuditLog"]>>["lines"][number];

const PAGE = 1000;
const USUAL = 100;
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

function filter(
  placeholder: string,
  doc: string,
): {
  readonly kind: "text";
  readonly placeholder: string;
  readonly doc: string;
} {
  return { kind: "text", placeholder, doc };
}

export const auditLog: Operation = registryOperation({
  title: "List who did what on a server",
  details:
    "The newest first: all of it for administrators, else what you did and what was done to publishers that you own. " +
    "Needs `skillwright login --scope account`, and `--scope users` for an administrator.",
  examples: [
    "skillwright audit-log --actor ada --since 2026-01-01",
    "skillwright audit-log --format jsonl > audit.jsonl",
  ],
  input: {
    actor: filter("WHO", "Only what this account did: its address or its publisher."),
    action: filter("ACTION", "Only this action, or all that begin so: `registry.`."),
    target: filter("NAME", "Only what was done to this."),
    publisher: filter("HANDLE", "Only what concerns this publisher."),
    since: filter("DATE", "Only since then."),
    until: filter("DATE", "Only before then."),
    limit: { kind: "number", doc: "Most lines (default: 100; all of them with `--format`)." },
  },
  effects: "reads",
  formats: ["text", "json", "jsonl", "csv"],
  ask: async (client, { limit, ...input }, { person }) => ({
    lines: await read(client, input, limit ?? (person?.readsText === true ? USUAL : Infinity)),
  }),
  text: {
    render: ({ lines }) => toLines(lines.map(toText)),
    formats: {
      jsonl: ({ lines }) => lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      csv: ({ lines }) => [COLUMNS.join(","), ...lines.map(toCsv), ""].join("\n"),
    },
  },
});

const FILTERS = ["actor", "action", "target", "publisher", "since", "until"] as const;

async function read(
  client: Client,
  input: { readonly [Name in (typeof FILTERS)[number]]?: string },
  most: number,
): Promise<readonly Line[]> {
  const given = Object.fromEntries(
    FILTERS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
  const all: Line[] = [];
  let before: number | undefined;
  do {
    const limit = Math.min(most - all.length, PAGE);
    const query = { ...given, limit, ...(before === undefined ? {} : { before }) };
    const page = await client.readAuditLog({ query });
    all.push(...page.lines);
    before = page.next ?? undefined;
  } while (before !== undefined && all.length < most);
  return all;
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
