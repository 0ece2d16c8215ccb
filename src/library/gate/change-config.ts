import {
  type ConfigRules,
  isList,
  isObject,
  type Json,
  type Path,
  quoteForShell,
} from "../../skill/index.ts";

/** What to write where, so that the configuration says something else. */
export interface ConfigChange {
  /** The file to write it into; without one, `text` is a command. */
  readonly file?: string;
  readonly text: string;
}

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** JSON5 on one line, keys without quotes where that is allowed. */
function toJson5(value: Json): string {
  if (isList(value)) return `[${value.map(toJson5).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, item]) => {
    const name = PLAIN_KEY.test(key) ? key : JSON.stringify(key);
    return `${name}: ${toJson5(item)}`;
  });
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

function nest(path: Path, value: Json): Json {
  let nested = value;
  // Built as JSON text is: `__proto__` as a key would otherwise vanish.
  for (const step of [...path].reverse()) nested = Object.fromEntries([[String(step), nested]]);
  return nested;
}

export function changeConfig(path: Path, value: Json, rules: ConfigRules): ConfigChange {
  const { change } = rules;
  if (change.kind === "file") return { file: change.file, text: toJson5(nest(path, value)) };
  const values: { readonly [key: string]: string } = {
    path: quoteForShell(path.join(".")),
    value: JSON.stringify(value).replaceAll("'", String.raw`'\''`),
  };
  const text = change.command.replaceAll(
    /\{(path|value)\}/g,
    (_match, key: string) => values[key] ?? "",
  );
  return { text };
}
