import type { Client } from "../../client/index.ts";
import { failure, readBytes, reasonOf, resolvePath } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { withClient } from "../remote/with-client.ts";

/** Looks after knowledge bases. */
export async function run(context: Context): Promise<number> {
  const [action = "", name, ...words] = context.arguments;
  return await withClient(context, async (client) => {
    if (action === "list") return await list(context, client);
    if (name === undefined || words.length === 0)
      throw failure("cli/usage", `Missing arguments after \`${action}\`.`, {
        hint:
          action === "add"
            ? "Name the knowledge base, then the files: `kb add handbook staff.md`."
            : "Name the knowledge base, then the words: `kb search handbook holidays`.",
      });
    return action === "add"
      ? await add(context, client, name, words)
      : await search(context, client, name, words.join(" "));
  });
}

type Found = Awaited<ReturnType<Client["listKnowledgeBases"]>>["items"][number];

async function listAll(client: Client): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<Client["listKnowledgeBases"]>> = await client.listKnowledgeBases(
      { query: { offset } },
    );
    all.push(...page.items);
    // A server from before pages gives all at once.
    offset = page.next_offset ?? null;
  }
  return all;
}

async function list(context: Context, client: Client): Promise<number> {
  const items = await listAll(client);
  if (context.options.flag("json")) printJson(context, { items });
  else
    for (const { id, name, description } of items)
      context.out(`${[name, context.paint("dim", id), description].join("  ").trimEnd()}\n`);
  return FINE;
}

async function add(
  context: Context,
  client: Client,
  name: string,
  files: readonly string[],
): Promise<number> {
  const documents = files.map((file) => ({ file, bytes: readDocument(context, file) }));
  const items = await listAll(client);
  const known = items.find((item) => item.name === name || item.id === name);
  const { id } = known ?? (await client.createKnowledgeBase({ body: { name } }));
  const added: object[] = [];
  let code = FINE;
  for (const { file, bytes } of documents) {
    const form = { file: new File([Uint8Array.from(bytes)], fileName(file)) };
    const { task_id: task } = await client.uploadDocument({ params: { kb: id }, form });
    const { status, chunk_count: count, error } = await waitFor(client, task);
    if (status === "failed") code = FINDINGS;
    added.push({ file, status, chunk_count: count, error });
    const said = status === "failed" ? `failed: ${error ?? ""}` : `${count} passages`;
    context.err(`${context.paintError(status === "failed" ? "red" : "dim", `${file}: ${said}`)}\n`);
  }
  if (context.options.flag("json")) printJson(context, { id, documents: added });
  return code;
}

async function waitFor(client: Client, id: string): ReturnType<Client["readTask"]> {
  for (;;) {
    const task = await client.readTask({ params: { id } });
    if (task.status === "completed" || task.status === "failed") return task;
    await new Promise<void>((settle) => {
      systemClock.after(200, settle);
    });
  }
}

function readDocument({ folder }: Context, file: string): Uint8Array {
  try {
    return readBytes(resolvePath(folder, file));
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file,
      cause: error,
    });
  }
}

function fileName(path: string): string {
  return path.split(/[\\/]/u).at(-1) ?? path;
}

async function search(
  context: Context,
  client: Client,
  kb: string,
  query: string,
): Promise<number> {
  const count = context.options.number("top");
  const found = await client.searchKnowledgeBase({
    params: { kb },
    query: { query, ...(count === undefined ? {} : { top_k: count }) },
  });
  if (context.options.flag("json")) printJson(context, found);
  else
    for (const { text, score, metadata } of found.results)
      context.out(
        `${context.paint("bold", metadata.filename)} ${context.paint("dim", String(score))}\n${text}\n\n`,
      );
  return found.total === 0 ? FINDINGS : FINE;
}
