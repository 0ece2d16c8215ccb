import { getKey, isList, isObject, type Json, type JsonObject } from "../../model/index.ts";
import { parameterTypes } from "../shared/tool-fields.ts";
import { type DelegatedTool, isPythonName } from "./wrapper.ts";

export interface ReadActions {
  /** Entries of `tools`, in order. */
  readonly tools: readonly JsonObject[];
  readonly delegated: readonly DelegatedTool[];
  readonly review: readonly string[];
}

/** What a list of `actions` with handler paths means as tools. */
export function readActions(value: Json | undefined): ReadActions {
  const review: string[] = [];
  const tools: JsonObject[] = [];
  const delegated: DelegatedTool[] = [];
  for (const item of isList(value) ? value : []) {
    const name = toolName(item, review);
    if (name === undefined || !isObject(item)) continue;
    if (tools.some((tool) => tool["name"] === name)) {
      review.push(`A second action \`${name}\` was left out; rename one of the two.`);
      continue;
    }
    const parameters = readParameters(name, item, review);
    const description = textOf(item, "description");
    const handler = readHandler(name, item, review);
    tools.push({
      name,
      ...(description === "" ? {} : { description }),
      ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    });
    delegated.push({
      name,
      description: description === "" ? `Run ${name}.` : description,
      parameters,
      ...handler,
    });
  }
  return { tools, delegated, review };
}

function textOf(item: JsonObject, key: string): string {
  const value = getKey(item, key);
  return typeof value === "string" ? value.trim() : "";
}

/** Names that the wrapper uses itself. */
const TAKEN = new Set(
  "tool importlib json subprocess Path _ROOT _NODE _inside _call _start".split(" "),
);

/** Functions cannot be called what an action can: `search-web` becomes `search_web`. */
function toolName(item: Json, review: string[]): string | undefined {
  const given = isObject(item) ? textOf(item, "name") : "";
  const plain = given.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?=\d)/, "_");
  // A word of the language, such as `import`, is one letter away from a name.
  const name = TAKEN.has(plain) || !isPythonName(plain) ? `${plain}_` : plain;
  if (given === "" || !isPythonName(name)) {
    const which = given === "" ? "An action without a name" : `The action \`${given}\``;
    review.push(`${which} was left out; declare it under \`tools\` by hand.`);
    return undefined;
  }
  if (name !== given)
    review.push(`The action \`${given}\` is now the tool \`${name}\`; change what calls it.`);
  return name;
}

function readParameters(tool: string, item: JsonObject, review: string[]): JsonObject {
  const key = ["parameters", "params", "inputs", "args"].find((name) =>
    isObject(getKey(item, name)),
  );
  const given = key === undefined ? {} : getKey(item, key);
  if (!isObject(given)) return {};
  const parameters: Record<string, Json> = {};
  for (const [name, definition] of Object.entries(given)) {
    if (isPythonName(name) && !TAKEN.has(name)) parameters[name] = readParameter(definition);
    else review.push(`The parameter \`${name}\` of \`${tool}\` was left out: no Python name.`);
  }
  return parameters;
}

/** `query: string` is short for a map with the type alone. */
function readParameter(definition: Json): JsonObject {
  if (isObject(definition)) return definition;
  const isType = typeof definition === "string" && parameterTypes.includes(definition);
  return { type: isType ? definition : "string", required: true };
}

/** `handlers/search.py`, `handlers/search.py:run`, a module in JavaScript or a shell script; all inside the skill. */
function readHandler(
  tool: string,
  item: JsonObject,
  review: string[],
): Pick<DelegatedTool, "handler" | "entry"> {
  const given = textOf(item, "handler");
  const match = HANDLER.exec(given.replaceAll("\\", "/"));
  const path = match?.[1] ?? "";
  const isInside =
    path !== "" && !/^(?:\/|[A-Za-z]:|~)/.test(path) && !/(?:^|\/)\.\.(?:\/|$)/.test(path);
  if (!isInside) {
    review.push(
      given === ""
        ? `The action \`${tool}\` names no handler; write its function in \`tools.py\`.`
        : `The handler \`${given}\` of \`${tool}\` is no program of the skill; write its function in \`tools.py\`.`,
    );
    return { entry: tool };
  }
  review.push(`Check that \`${path}\` takes the parameters of \`${tool}\` and returns JSON.`);
  return { handler: path, entry: match?.[2] ?? tool };
}

const HANDLER = /^(?:\.\/)*(?!\.\/)(.+?\.(?:py|[cm]?[jt]s|sh))(?:[:#]([A-Za-z_]\w*))?$/;
