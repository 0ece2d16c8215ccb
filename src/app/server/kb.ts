/** Knowledge bases. */
import type { Client } from "../../client/index.ts";
import { failure, readBytes, reasonOf, resolvePath } from "../../platform/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import type { Actions } from "../operation.ts";
import { readAll, serverOperation } from "./ask.ts";

const nameField = {
  name: { kind: "text", required: true, positional: true, doc: "Name of the knowledge base." },
} as const;

const kbList = serverOperation({
  title: "List knowledge bases",
  examples: ["skillwright kb list"],
  input: {},
  effects: "reads",
  ask: async (client) => ({ items: await listAll(client) }),
  text: {
    render: ({ items }, { style }) =>
      items
        .map(
          ({ id, name, description }) =>
            `${[name, style("dim", id), description].join("  ").trimEnd()}\n`,
        )
        .join(""),
  },
});

const kbAdd = serverOperation({
  title: "Add documents to a knowledge base",
  details:
    "Uploads documents, and makes the knowledge base where there is none. Documents are txt, md, html, pdf, docx, xlsx, pptx, epub, csv, tsv, json, yaml, xml and code, of 5 MiB at most where the server does not set another limit. Ends when they can be found by words and by meaning.",
  examples: ["skillwright kb add handbook staff.md rules.pdf"],
  input: {
    ...nameField,
    files: { kind: "file", many: true, required: true, positional: true, doc: "Documents." },
    tags: {
      kind: "text",
      doc: "Tags of the documents, with commas between: searches choose by them.",
    },
  },
  effects: "writes",
  ask: async (client, { name, files, tags }, { computer, person }) => {
    const documents = files.map((file) => ({ file, bytes: readDocument(computer.folder, file) }));
    const known = (await listAll(client)).find((item) => item.name === name || item.id === name);
    const { id } = known ?? (await client.createKnowledgeBase({ body: { name } }));
    const added = [];
    for (const { file, bytes } of documents) {
      const form = { file: new File([Uint8Array.from(bytes)], fileName(file)) };
      const query = tags === undefined ? {} : { tags };
      const { task_id: task } = await client.uploadDocument({ params: { kb: id }, form, query });
      const { status, chunk_count: count, error } = await waitFor(client, task);
      added.push({ file, status, chunk_count: count, error });
      const said = status === "failed" ? `failed: ${error ?? ""}` : `${count} passages`;
      const style = status === "failed" ? "red" : "dim";
      person?.show(`${person.screen.style(style, `${file}: ${said}`)}\n`);
    }
    return { id, documents: added };
  },
  exitCode: ({ documents }) => (documents.some(({ status }) => status === "failed") ? 1 : 0),
});

const kbSearch = serverOperation({
  title: "Search a knowledge base",
  examples: ['skillwright kb search handbook "when are holidays?"'],
  input: {
    ...nameField,
    words: {
      kind: "text",
      many: true,
      required: true,
      positional: true,
      placeholder: "WORD",
      doc: "Words to search for.",
    },
    top: { kind: "number", doc: "Passages to show (default: 5), 20 at most." },
    tag: { kind: "text", doc: "Search documents with one of these tags alone; commas between." },
  },
  effects: "reads",
  ask: async (client, { name, words, top, tag }) =>
    await client.searchKnowledgeBase({
      params: { kb: name },
      query: {
        query: words.join(" "),
        ...(top === undefined ? {} : { top_k: top }),
        ...(tag === undefined ? {} : { tag }),
      },
    }),
  exitCode: ({ total }) => (total === 0 ? 1 : 0),
  text: {
    render: ({ results }, { style }) =>
      results
        .map(
          ({ text, score, metadata }) =>
            `${style("bold", formatPlace(metadata))} ${style("dim", String(score))}\n${text}\n\n`,
        )
        .join(""),
  },
});

function formatPlace({
  filename,
  page,
}: {
  readonly filename: string;
  readonly page?: number;
}): string {
  return page === undefined ? filename : `${filename}, page ${page}`;
}

async function listAll(
  client: Client,
): Promise<Awaited<ReturnType<Client["listKnowledgeBases"]>>["items"]> {
  return [...(await readAll((query) => client.listKnowledgeBases({ query })))];
}

/** Until nothing is left to do for a document: first its words, then its vectors. */
async function waitFor(client: Client, id: string): ReturnType<Client["readTask"]> {
  for (;;) {
    const task = await client.readTask({ params: { id } });
    if (!isAtWork(task.status) && !isAtWork(task.vectors.status)) return task;
    await new Promise<void>((settle) => {
      systemClock.after(200, settle);
    });
  }
}

function isAtWork(status: string): boolean {
  return status === "pending" || status === "processing";
}

function readDocument(folder: string, file: string): Uint8Array {
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

export const kbActions: Actions = {
  list: kbList,
  add: kbAdd,
  search: kbSearch,
};
