import { oneLine } from "../../platform/index.ts";
import { type MatchReason, matchWords } from "../../registry/contract/index.ts";
import { searchClawHub } from "../../registry/sources/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { groundOf, registryClientOf } from "../registry/share.ts";
import { clip } from "../render.ts";

const LIMIT = 20;
const MOST = 200;

interface Row {
  readonly name: string;
  readonly version?: string;
  readonly tier?: string;
  readonly description: string;
  readonly deprecation?: string;
  readonly why?: readonly MatchReason[];
}

/** Finds skills in a registry. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const rows = await find(context);
    if (context.options.flag("json")) printJson(context, { skills: rows });
    else if (rows.length === 0) context.err("Nothing was found.\n");
    else context.out(page(rows, context));
    return FINE;
  });
}

async function find(context: Context): Promise<readonly Row[]> {
  const query = context.arguments.join(" ");
  const limit = Math.min(MOST, Math.max(1, context.options.number("limit") ?? LIMIT));
  const site = context.options.text("clawhub");
  if (site !== undefined) return await searchClawHub(site, query, limit, groundOf(context));
  const [tier, dialect] = ["tier", "speaks"].map((name) => context.options.text(name));
  const found = await registryClientOf(context).search({
    query,
    limit,
    ...(tier === undefined ? {} : { tier }),
    ...(dialect === undefined ? {} : { dialect }),
  });
  return found.map(({ latest, ...skill }) => ({
    ...skill,
    ...(latest === undefined ? {} : { version: latest }),
  }));
}

function page(rows: readonly Row[], { terminal }: Context): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ name, version = "", tier = "", description, deprecation, why = [] }) => {
      const facts = [version, tier].filter((word) => word !== "").join(", ");
      const head = `${name.padEnd(width)}  ${facts === "" ? "" : `${facts}  `}`;
      const about = deprecation === undefined ? description : `deprecated: ${deprecation}`;
      const reason = matchWords(why);
      const text = reason === "" ? about : `(${reason}) ${about}`;
      return `${oneLine(head + clip(text, Math.max(20, terminal.columns - head.length)))}\n`;
    })
    .join("");
}
