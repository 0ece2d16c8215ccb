/** Workflows and chat flows that Dify has exported. */
import type { Json, JsonObject } from "../../../skill/index.ts";
import {
  caseId,
  compare,
  type Fields,
  fieldsOf,
  GraphDraft,
  type ImportedWorkflow,
  listOf,
  readNodes,
  placeOf,
  quote,
  retriesOf,
  textOf,
} from "./draft.ts";

const REFERENCE = /\{\{#([^#{}]{1,300})#\}\}/gu;
const PLACEHOLDER = /\{\{([^{}]{1,300})\}\}/gu;
const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "DELETE"]);
const INPUT_TYPES: { readonly [type: string]: string } = {
  number: "number",
  checkbox: "boolean",
  "file-list": "list",
  file: "object",
};

interface Work {
  readonly draft: GraphDraft;
  readonly types: ReadonlyMap<string, string>;
  readonly id: string;
  readonly title: string;
  readonly data: Fields;
  readonly place: ReturnType<typeof placeOf>;
}

export function importDify(document: Fields): ImportedWorkflow {
  const app = fieldsOf(document["app"]);
  const workflow = fieldsOf(document["workflow"]);
  const graph = fieldsOf(workflow["graph"]);
  const draft = new GraphDraft();
  const nodes = readNodes(graph["nodes"]).filter(({ type }) => type !== "custom-note");
  const types = new Map(
    nodes.map((node) => [textOf(node["id"]), textOf(fieldsOf(node["data"])["type"])]),
  );
  for (const node of nodes) {
    const data = fieldsOf(node["data"]);
    const id = textOf(node["id"]);
    const kind = textOf(data["type"]);
    const title = textOf(data["title"]) || kind;
    const place = placeOf(node["position"]);
    if (textOf(node["parentId"]) !== "" || kind === "iteration-start" || kind === "loop-start")
      draft.lose(id, "lost", `\`${title}\` is a part of another node, which has no counterpart`);
    else {
      const read = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
      if (read === undefined) draft.addUnknown(id, title, kind, place);
      else read({ draft, types, id, title, data, place });
      readFailure(draft, id, data);
    }
  }
  for (const edge of listOf(graph["edges"]))
    draft.leave(textOf(edge["source"]), textOf(edge["sourceHandle"]), textOf(edge["target"]));
  for (const kind of ["environment_variables", "conversation_variables"])
    if (listOf(workflow[kind]).length > 0)
      draft.lose(
        null,
        "lost",
        `\`${kind}\` have no counterpart; write their values into the nodes`,
      );
  return {
    name: textOf(app["name"]) || "Workflow of Dify",
    description: textOf(app["description"]).slice(0, 1000) || null,
    graph_data: draft.finish(),
    losses: draft.losses,
  };
}

function readFailure(draft: GraphDraft, id: string, data: Fields): void {
  const retry = fieldsOf(data["retry_config"]);
  if (retry["retry_enabled"] === true)
    draft.amend(id, retriesOf(retry["max_retries"], retry["retry_interval"]));
  const strategy = textOf(data["error_strategy"]);
  if (strategy === "fail-branch") draft.failBy(id, strategy);
  else if (strategy !== "" && strategy !== "none")
    draft.lose(id, "lost", "Where it fails, it gave a value of its own; here the run fails");
}

/** A variable in our words. */
function nameOf({ types, draft, id }: Work, path: readonly string[]): string {
  const [node = "", ...rest] = path;
  if (node === "sys") {
    if (rest[0] !== "query") draft.lose(id, "lost", `\`sys.${rest.join(".")}\` has no counterpart`);
    return rest[0] === "query" ? "input" : `sys.${rest.join(".")}`;
  }
  if (types.get(node) === "start") return `inputs.${rest.join(".")}`;
  if (rest[0] === "status_code") return `${node}.status_code`;
  const isWhole = rest.length === 1 && WHOLE.has(rest[0] ?? "");
  return isWhole ? `${node}.output` : [node, "output", ...rest].join(".");
}

/** Outputs that are the whole output of their node here. */
const WHOLE: ReadonlySet<string> = new Set(["text", "body", "output", "result"]);

function fill(work: Work, text: string): string {
  return work.draft.fill(text, REFERENCE, (path) => `{{${nameOf(work, path.split("."))}}}`);
}

function selected(work: Work, selector: unknown): string {
  const path = Array.isArray(selector) ? selector.map(textOf) : [];
  return `{{${nameOf(work, path)}}}`;
}

const READERS: { readonly [kind: string]: (work: Work) => void } = {
  start: ({ draft, id, data, place }) => {
    const inputs: Record<string, Json> = {};
    for (const variable of listOf(data["variables"])) {
      const type = INPUT_TYPES[textOf(variable["type"])] ?? "text";
      inputs[textOf(variable["variable"])] = variable["required"] === true ? type : `${type}?`;
    }
    draft.add(id, "start", Object.keys(inputs).length === 0 ? {} : { inputs }, place);
  },
  llm: (work) => {
    const { draft, id, data, place } = work;
    const model = fieldsOf(data["model"]);
    const prompts = Array.isArray(data["prompt_template"])
      ? listOf(data["prompt_template"])
      : [{ role: "user", ...fieldsOf(data["prompt_template"]) }];
    const say = (isSystem: boolean): string =>
      prompts
        .filter(({ role }) => (role === "system") === isSystem)
        .map(({ text }) => fill(work, textOf(text)))
        .join("\n\n");
    const temperature = fieldsOf(model["completion_params"])["temperature"];
    draft.add(
      id,
      "llm",
      {
        systemPrompt: say(true),
        ...(typeof temperature === "number" ? { temperature: Math.min(2, temperature) } : {}),
      },
      place,
    );
    addQuestion(work, say(false));
    const name = textOf(model["name"]);
    if (name !== "")
      draft.lose(id, "changed", `The model \`${name}\` is not taken over: the run's is asked`);
    if (fieldsOf(data["vision"])["enabled"] === true)
      draft.lose(id, "lost", "Images are not given to the model");
  },
  "knowledge-retrieval": ({ draft, id, data, place }) => {
    draft.add(id, "knowledge", {}, place);
    const count = Array.isArray(data["dataset_ids"]) ? data["dataset_ids"].length : 0;
    draft.lose(id, "lost", `${count} knowledge bases are not taken over: choose one in the node`);
  },
  "if-else": (work) => {
    const { draft, id, data, place } = work;
    const cases = listOf(data["cases"]);
    const all = (cases.length === 0 ? [data] : cases).map((one, index) => ({
      handle: textOf(one["case_id"]) || "true",
      expression: conditionOf(work, one, caseId(id, index)),
    }));
    draft.addCases(id, id, { cases: all, otherwise: "false", place });
  },
  "question-classifier": (work) => {
    const { draft, id, data, place } = work;
    const classes = listOf(data["classes"]).map((one) => ({
      handle: textOf(one["id"]),
      name: fill(work, textOf(one["name"])),
    }));
    const names = classes.map(({ name }) => name);
    addExtraction(work, {
      prompt: "Say to which of the classes the message belongs.",
      asked: selected(work, data["query_variable_selector"]),
      schema: { properties: { class_name: { enum: names } }, required: ["class_name"] },
    });
    const cases = classes.map(({ handle, name }) => ({
      handle,
      expression: `{{${id}.output.class_name}} == ${quote(name)}`,
    }));
    if (cases.length === 0) return;
    draft.addCases(id, `${id}-class`, { cases, otherwise: "", place });
    draft.link(id, `${id}-class`);
  },
  "parameter-extractor": (work) => {
    const { data } = work;
    const wanted = listOf(data["parameters"]);
    const properties = wanted.map((one) => {
      const description = fill(work, textOf(one["description"]));
      return [textOf(one["name"]), { ...typeOf(textOf(one["type"])), description }] as const;
    });
    const required = wanted.filter((one) => one["required"] === true);
    addExtraction(work, {
      prompt: "Read these values from the message.",
      asked: selected(work, data["query"]),
      schema: {
        properties: Object.fromEntries(properties),
        required: required.map((one) => textOf(one["name"])),
      },
    });
  },
  "variable-aggregator": (work) => {
    const { draft, id, data, place } = work;
    const names: readonly unknown[] = Array.isArray(data["variables"]) ? data["variables"] : [];
    const template = names.map((one) => selected(work, one)).join("");
    draft.add(id, "template", { template }, place);
    draft.lose(id, "changed", "Where several branches have come, it gives all their texts");
    if (fieldsOf(data["advanced_settings"])["group_enabled"] === true)
      draft.lose(id, "lost", "Groups of variables are not read");
  },
  agent: (work) => {
    const { draft, id, data, place } = work;
    const given = fieldsOf(data["agent_parameters"]);
    const say = (name: string): string => fill(work, textOf(fieldsOf(given[name])["value"]));
    draft.add(id, "llm", { systemPrompt: say("instruction") }, place);
    addQuestion(work, say("query"));
    draft.lose(id, "changed", "The run's model is asked, once and without tools");
  },
  "http-request": (work) => {
    const { draft, id, data, place } = work;
    const given = textOf(data["method"]).toUpperCase() || "GET";
    if (!METHODS.has(given)) draft.lose(id, "lost", `The method \`${given}\` is sent as \`POST\``);
    const query = linesOf(work, data["params"]).map(([key, value]) => `${key}=${value}`);
    const url = fill(work, textOf(data["url"]));
    const body = fieldsOf(data["body"]);
    const parts = listOf(body["data"]).map(({ value }) => textOf(value));
    const text = fill(work, parts.length > 0 ? parts.join("\n") : textOf(body["data"]));
    if (textOf(body["type"]).includes("form"))
      draft.lose(id, "changed", "The fields of the form are sent as text");
    if (textOf(fieldsOf(data["authorization"])["type"]) === "api-key")
      draft.lose(id, "lost", "The key of the request is not taken over: write it into a header");
    draft.add(
      id,
      "http",
      {
        method: METHODS.has(given) ? given : "POST",
        url: query.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${query.join("&")}`,
        headers: Object.fromEntries(linesOf(work, data["headers"])),
        ...(text === "" ? {} : { body: text }),
      },
      place,
    );
  },
  code: (work) => {
    const { draft, id, title, data, place } = work;
    if (textOf(data["code_language"]) !== "python3") {
      draft.addUnknown(id, title, `code in ${textOf(data["code_language"])}`, place);
      return;
    }
    const names = listOf(data["variables"]);
    const env = Object.fromEntries(
      names.map((one) => [textOf(one["variable"]), selected(work, one["value_selector"])]),
    );
    const wanted = JSON.stringify(Object.keys(env));
    const call = `import json, os\nprint(json.dumps(main(**{name: os.environ.get(name, "") for name in ${wanted}})))`;
    draft.add(id, "code", { code: `${textOf(data["code"])}\n\n${call}\n`, env }, place);
    draft.lose(id, "changed", "Arguments of `main` are texts, and the output is one text of JSON");
  },
  "template-transform": (work) => {
    const { draft, id, data, place } = work;
    const template = textOf(data["template"]);
    if (template.includes("{%"))
      draft.lose(id, "lost", "Loops and conditions of the template are not read");
    const values = new Map(
      listOf(data["variables"]).map((one) => [
        textOf(one["variable"]),
        selected(work, one["value_selector"]),
      ]),
    );
    // In one go: what a value is made of is no variable again.
    const filled = draft.fill(template, PLACEHOLDER, (name) => values.get(name.trim()));
    draft.add(id, "template", { template: filled }, place);
  },
  answer: (work) => {
    const { draft, id, data, place } = work;
    draft.add(id, "template", { template: fill(work, textOf(data["answer"])) }, place);
  },
  end: (work) => {
    const { draft, id, data, place } = work;
    const outputs = listOf(data["outputs"]);
    draft.add(id, "end", {}, place);
    if (outputs.length === 0) return;
    const values = Object.fromEntries(
      outputs.map((one) => [textOf(one["variable"]), selected(work, one["value_selector"])]),
    );
    draft.add(`${id}-outputs`, "variables", { values }, place);
    draft.enterBy(id, `${id}-outputs`);
  },
};

/** What a model is asked stands in a node before it. */
function addQuestion({ draft, id, place }: Work, template: string): void {
  if (template.trim() === "") return;
  draft.add(`${id}-prompt`, "template", { template }, place);
  draft.enterBy(id, `${id}-prompt`);
}

interface Extraction {
  readonly prompt: string;
  readonly asked: string;
  readonly schema: Pick<JsonObject, "properties" | "required">;
}

/** A model that answers with values. */
function addExtraction(work: Work, { prompt, asked, schema }: Extraction): void {
  const { draft, id, data, place } = work;
  const told = fill(work, textOf(data["instruction"]) || textOf(data["instructions"]));
  const systemPrompt = told.trim() === "" ? prompt : `${prompt}\n\n${told}`;
  const outputSchema = JSON.stringify({ type: "object", ...schema });
  draft.add(id, "llm", { systemPrompt, temperature: 0, outputSchema }, place);
  addQuestion(work, asked);
  draft.lose(id, "changed", "The run's model is asked, by a prompt of ours");
}

function typeOf(type: string): JsonObject {
  const items = /^array\[(\w+)\]$/u.exec(type)?.[1];
  if (items !== undefined) return { type: "array", items: typeOf(items) };
  return { type: ["number", "boolean", "object"].includes(type) ? type : "string" };
}

function conditionOf(work: Work, one: Fields, own: string): string {
  const parts = listOf(one["conditions"]).map((condition) => {
    const operator = textOf(condition["comparison_operator"]);
    const left = selected(work, condition["variable_selector"]);
    const made = compare(left, operator, textOf(condition["value"]));
    if (made === undefined)
      work.draft.lose(own, "lost", `The comparison \`${operator}\` has no counterpart`);
    return made ?? "false";
  });
  return parts.join(textOf(one["logical_operator"]) === "or" ? " || " : " && ");
}

/** `key: value` in lines. */
function linesOf(work: Work, value: unknown): readonly (readonly [string, string])[] {
  return textOf(value)
    .split("\n")
    .flatMap((line) => {
      const at = line.indexOf(":");
      const key = line.slice(0, Math.max(0, at)).trim();
      return key === "" ? [] : [[key, fill(work, line.slice(at + 1).trim())] as const];
    });
}
