/** Workflows that n8n has exported. */
import type { Json } from "../../../skill/index.ts";
import {
  checkEdges,
  compare,
  type Fields,
  fieldsOf,
  GraphDraft,
  type ImportedWorkflow,
  listOf,
  readNodes,
  placeOf,
  retriesOf,
  textOf,
} from "./draft.ts";

const EXPRESSION = /\{\{([^{}]{1,500})\}\}/gu;
const JSON_PATH = /^\$json((?:\.[\w-]+|\["[^"\]]+"\])*)$/u;
const NODE_PATH =
  /^\$(?:\('([^']+)'\)|node\["([^"]+)"\])(?:\.(?:item|first\(\)))?\.json((?:\.[\w-]+|\["[^"\]]+"\])*)$/u;
const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "DELETE"]);

/** Their outputs have other meanings. */
const BRANCHING: ReadonlySet<string> = new Set(["if", "filter", "switch"]);

interface Work {
  readonly draft: GraphDraft;
  readonly ids: ReadonlyMap<string, string>;
  /** The node before it, where there is one alone. */
  readonly before: string | undefined;
  /** All nodes before it. */
  readonly sources: readonly string[];
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly data: Fields;
  readonly place: ReturnType<typeof placeOf>;
}

export function importN8n(document: Fields): ImportedWorkflow {
  const draft = new GraphDraft();
  const nodes = readNodes(document["nodes"]).filter(
    ({ type }) => !textOf(type).endsWith(".stickyNote"),
  );
  const ids = namesOf(nodes);
  const edges = readEdges(document["connections"], ids);
  const parts = partsIn(document["connections"]);
  for (const node of nodes) {
    const title = textOf(node["name"]);
    const id = ids.get(title) ?? title;
    const kind = textOf(node["type"]).replace(
      /^(?:n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./u,
      "",
    );
    const from = edges.filter(({ target }) => target === id).map(({ source }) => source);
    const sources = [...new Set(from)];
    const before = sources.length === 1 ? sources[0] : undefined;
    const data = fieldsOf(node["parameters"]);
    const place = placeOf(node["position"]);
    const work = { draft, ids, before, sources, id, title, kind, data, place };
    const read = isTrigger(kind)
      ? readTrigger
      : Object.hasOwn(READERS, kind)
        ? READERS[kind]
        : undefined;
    if (node["disabled"] === true) draft.lose(id, "changed", `\`${title}\` was switched off there`);
    if (Object.keys(fieldsOf(node["credentials"])).length > 0)
      draft.lose(id, "lost", `The credentials of \`${title}\` are not taken over`);
    if (parts.has(title))
      draft.lose(id, "lost", `\`${title}\` is a part of another node: its settings are left out`);
    else if (read === undefined) draft.addUnknown(id, title, kind, work.place);
    else {
      read(work);
      readFailure(work, node);
    }
  }
  for (const { source, target, output } of edges) draft.leave(source, String(output), target);
  return {
    name: textOf(document["name"]) || "Workflow of n8n",
    description: null,
    graph_data: draft.finish(),
    losses: draft.losses,
  };
}

function readFailure({ draft, id, kind }: Work, node: Fields): void {
  // The first try counts there.
  if (node["retryOnFail"] === true)
    draft.amend(id, retriesOf(Number(node["maxTries"] ?? 3) - 1, node["waitBetweenTries"] ?? 1000));
  const way = textOf(node["onError"]);
  if (way === "continueErrorOutput" && !BRANCHING.has(kind)) draft.failBy(id, "1");
  else if (way.startsWith("continue"))
    draft.lose(id, "lost", "It went on where it failed; here the run fails");
}

/** Words that templates can name, one for each node. */
function namesOf(nodes: readonly Fields[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const node of nodes) {
    const title = textOf(node["name"]);
    const word =
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
        .slice(0, 60) || "node";
    let id = word;
    for (let count = 2; taken.has(id); count += 1) id = `${word}-${count}`;
    taken.add(id);
    ids.set(title, id);
  }
  return ids;
}

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly output: number;
}

function readEdges(connections: unknown, ids: ReadonlyMap<string, string>): readonly Edge[] {
  const edges = Object.entries(fieldsOf(connections)).flatMap(([name, outputs]) => {
    const main = fieldsOf(outputs)["main"];
    const all: readonly unknown[] = Array.isArray(main) ? main : [];
    return all.flatMap((targets, output) =>
      listOf(targets).flatMap(({ node }) => {
        const [source, target] = [ids.get(name), ids.get(textOf(node))];
        return source === undefined || target === undefined ? [] : [{ source, target, output }];
      }),
    );
  });
  checkEdges(edges);
  return edges;
}

/** Models, memories and tools, which stand beside the node that uses them. */
function partsIn(connections: unknown): ReadonlySet<string> {
  const all = Object.entries(fieldsOf(connections)).filter(([, value]) => {
    const outputs = Object.keys(fieldsOf(value));
    return outputs.length > 0 && outputs.every((kind) => kind.startsWith("ai_"));
  });
  return new Set(all.map(([title]) => title));
}

function isTrigger(kind: string): boolean {
  return kind === "webhook" || kind === "start" || kind === "cron" || kind.endsWith("Trigger");
}

function readTrigger({ draft, id, kind, data, place }: Work): void {
  draft.add(id, "start", {}, place);
  if (kind === "manualTrigger" || kind === "start" || kind === "executeWorkflowTrigger") return;
  const [rule] = listOf(fieldsOf(data["rule"])["interval"]);
  const cron = textOf(rule?.["expression"]);
  const what =
    kind === "webhook"
      ? "Add a webhook"
      : kind === "chatTrigger"
        ? "Use the workflow in a chat"
        : `Add a schedule or a webhook${cron === "" ? "" : ` (\`${cron}\`)`}`;
  draft.lose(id, "changed", `It began by \`${kind}\`. ${what} under Triggers`);
}

function nameOf({ ids, before }: Work, expression: string): string | undefined {
  const own = JSON_PATH.exec(expression);
  const other = NODE_PATH.exec(expression);
  const node = own === null ? ids.get(other?.[1] ?? other?.[2] ?? "") : before;
  if (node === undefined) return undefined;
  const path = (own?.[1] ?? other?.[3] ?? "").replaceAll(/\["([^"\]]+)"\]/gu, ".$1");
  return `${node}.output${path}`;
}

/** Texts that begin with `=` hold expressions. */
function fill(work: Work, value: unknown): string {
  const text = typeof value === "boolean" ? String(value) : textOf(value);
  if (!text.startsWith("=")) return text;
  return work.draft.fill(text.slice(1), EXPRESSION, (inner) => {
    const name = nameOf(work, inner.trim());
    if (name !== undefined) return `{{${name}}}`;
    work.draft.lose(
      work.id,
      "lost",
      `The expression \`${inner.trim().slice(0, 100)}\` is not read`,
    );
    return undefined;
  });
}

function pairsOf(work: Work, value: unknown): { readonly [name: string]: string } {
  const list = listOf(fieldsOf(value)["parameters"]);
  return Object.fromEntries(list.map((one) => [textOf(one["name"]), fill(work, one["value"])]));
}

function readPrompt(work: Work): void {
  const { draft, id, data, place } = work;
  const options = fieldsOf(data["options"]);
  const messages = listOf(
    fieldsOf(data["messages"])["messageValues"] ?? fieldsOf(data["messages"])["values"],
  );
  const said = messages.map((one) => fill(work, one["message"] ?? one["content"]));
  const system = [fill(work, options["systemMessage"]), ...said].filter((text) => text !== "");
  draft.add(id, "llm", system.length === 0 ? {} : { systemPrompt: system.join("\n\n") }, place);
  const asked = fill(work, data["text"] ?? data["prompt"]);
  if (asked !== "") {
    draft.add(`${id}-prompt`, "template", { template: asked }, place);
    draft.enterBy(id, `${id}-prompt`);
  }
  draft.lose(id, "changed", "The model is not taken over: that of the run is asked, without tools");
}

function comparison(work: Work, left: string, operator: string, right: unknown): string {
  const made = compare(left, operator, fill(work, right));
  if (made === undefined)
    work.draft.lose(work.id, "lost", `The comparison \`${operator}\` has no counterpart`);
  return made ?? "false";
}

function expressionOf(work: Work, conditions: unknown): string {
  const all = fieldsOf(conditions);
  const parts = listOf(all["conditions"]).map((one) => {
    const operator = textOf(fieldsOf(one["operator"])["operation"]);
    return comparison(work, fill(work, one["leftValue"]), operator, one["rightValue"]);
  });
  if (parts.length === 0)
    work.draft.lose(work.id, "lost", "The condition is not read: write it anew");
  return parts.join(all["combinator"] === "or" ? " || " : " && ");
}

function readCondition(work: Work): void {
  const cases = [{ handle: "0", expression: expressionOf(work, work.data["conditions"]) }];
  work.draft.addCases(work.id, work.id, { cases, otherwise: "1", place: work.place });
}

const READERS: { readonly [kind: string]: (work: Work) => void } = {
  httpRequest: (work) => {
    const { draft, id, data, place } = work;
    const given = textOf(data["method"] ?? data["requestMethod"]).toUpperCase() || "GET";
    if (!METHODS.has(given)) draft.lose(id, "lost", `The method \`${given}\` is sent as \`POST\``);
    const query = Object.entries(pairsOf(work, data["queryParameters"]));
    const url = fill(work, data["url"]);
    const search = query.map(([key, value]) => `${key}=${value}`).join("&");
    const fields = pairsOf(work, data["bodyParameters"]);
    const body =
      Object.keys(fields).length > 0
        ? JSON.stringify(fields)
        : fill(work, data["jsonBody"] ?? data["body"]);
    draft.add(
      id,
      "http",
      {
        method: METHODS.has(given) ? given : "POST",
        url: search === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${search}`,
        headers: { ...pairsOf(work, data["headerParameters"]) },
        ...(body === "" ? {} : { body }),
      },
      place,
    );
  },
  if: readCondition,
  filter: readCondition,
  switch: (work) => {
    const { draft, id, title, data, place } = work;
    const rules = fieldsOf(data["rules"]);
    const old = listOf(rules["rules"]);
    const left = fill(work, data["value1"]);
    const cases =
      old.length > 0
        ? old.map((one, index) => ({
            handle: textOf(one["output"]) || String(index),
            expression: comparison(work, left, textOf(one["operation"]) || "equal", one["value2"]),
          }))
        : listOf(rules["values"]).map((one, index) => ({
            handle: String(index),
            expression: expressionOf(work, one["conditions"]),
          }));
    if (cases.length === 0) {
      draft.addUnknown(id, title, "switch by an expression", place);
      return;
    }
    const otherwise = textOf(data["fallbackOutput"]) || String(cases.length);
    draft.addCases(id, id, { cases, otherwise, place });
  },
  merge: ({ draft, id, sources, place }) => {
    const values = sources.slice(0, 100).map((source) => [source, `{{${source}.output}}`]);
    draft.add(id, "variables", { values: Object.fromEntries(values) as Json }, place);
    draft.lose(id, "changed", "It names what came by each branch, and does not merge lists");
  },
  noOp: ({ draft, id, place }) => draft.add(id, "condition", { expression: "true" }, place),
  respondToWebhook: (work) => {
    const { draft, id, data, place } = work;
    draft.add(id, "template", { template: fill(work, data["responseBody"]) }, place);
    draft.lose(id, "changed", "Whoever calls the webhook gets the id of the run, not this answer");
  },
  set: (work) => {
    const { draft, id, data, place } = work;
    const values: Record<string, Json> = {};
    for (const one of listOf(fieldsOf(data["assignments"])["assignments"]))
      values[textOf(one["name"])] = fill(work, one["value"]);
    draft.add(id, "variables", { values }, place);
    if (Object.keys(values).length === 0)
      draft.lose(id, "lost", "Its values are not read: write them anew");
  },
  wait: ({ draft, id, data, place }) => {
    const seconds = SECONDS[textOf(data["unit"]) || "hours"] ?? 3600;
    const amount = Number(data["amount"] ?? 1);
    const isTime = data["resume"] === undefined || data["resume"] === "timeInterval";
    if (!isTime) draft.lose(id, "lost", "It waited for something else than a time");
    draft.add(
      id,
      "wait",
      { seconds: Math.min(2_592_000, Math.max(0, amount * seconds || 0)) },
      place,
    );
  },
  code: ({ draft, id, title, data, place }) => {
    const language = textOf(data["language"]) || "javaScript";
    if (!language.startsWith("python")) {
      draft.addUnknown(id, title, `code in ${language}`, place);
      return;
    }
    draft.add(id, "code", { code: textOf(data["pythonCode"]) }, place);
    draft.lose(id, "changed", "The code gets its input as text, and what it prints is the output");
  },
  executeWorkflow: ({ draft, id, place }) => {
    draft.add(id, "workflow", {}, place);
    draft.lose(id, "lost", "The workflow that it runs has to be chosen anew");
  },
  chainLlm: readPrompt,
  agent: readPrompt,
  openAi: readPrompt,
};

const SECONDS: { readonly [unit: string]: number } = {
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
};
