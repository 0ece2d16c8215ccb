import { ApiError, type Client, type Json } from "../../../../src/client/index.ts";
import { formatError } from "../../data/workbench.ts";
import { type Place, placeIn, readJson } from "./json-place.ts";

type Exported = { readonly [key: string]: Json };

/** What is wrong with a file, and where. */
export interface ImportFault {
  readonly file: string;
  readonly message: string;
  /** Absent: it is not about a place in the file. */
  readonly place?: Place;
  /** The line at that place. */
  readonly line?: string;
  /** What stands there, such as a field of a node. */
  readonly subject?: string;
}

export class ImportError extends Error {
  readonly fault: ImportFault;

  constructor(fault: ImportFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Makes a workflow of a file; a refusal says where in the file its reason is. */
export async function importFile(client: Client, file: File): Promise<{ readonly id: string }> {
  const text = await file.text();
  const read = readJson(text);
  if ("fault" in read)
    throw new ImportError({
      file: file.name,
      message: "This is no JSON from here on. Expected a workflow that was exported.",
      ...at(text, read.fault),
    });
  try {
    // The server reads it with its schema, and says what is wrong with it.
    return await client.importWorkflow({ body: read.value as Exported });
  } catch (error) {
    const path = error instanceof ApiError ? (error.field?.split(".") ?? []) : [];
    throw new ImportError({
      file: file.name,
      message: formatError(error),
      ...(path.length === 0
        ? {}
        : { ...at(text, placeIn(text, path)), subject: subjectOf(read.value, path) }),
    });
  }
}

function at(text: string, place: Place): Pick<ImportFault, "place" | "line"> {
  return { place, line: (text.split("\n")[place.line - 1] ?? "").trim().slice(0, 200) };
}

const LISTS = { nodes: "node", edges: "line" } as const;

/** `graph_data.nodes.2.data.url` is `data.url` of the node that has a name there. */
function subjectOf(value: unknown, path: readonly string[]): string {
  const [root, list, index = "", ...field] = path;
  if (root !== "graph_data" || (list !== "nodes" && list !== "edges") || index === "")
    return `Field ${path.join(".")}`;
  const item = [root, list, index].reduce<unknown>((inner, key) => childOf(inner, key), value);
  const id = childOf(item, "id");
  const name = typeof id === "string" ? id : `number ${Number(index) + 1}`;
  const owner = `${LISTS[list]} ${name}`;
  return field.length === 0 ? `The ${owner}` : `Field ${field.join(".")} of the ${owner}`;
}

function childOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const children: Readonly<Record<string, unknown>> = { ...value };
  return children[key];
}
