/**
 * Runs the tools of one skill: calls come in as lines of JSON, and results go out as such.
 * Started with the path of the module, that of the helper, the most bytes of a result, and folders of packages.
 */
import { realpathSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const [, , modulePath, helperPath, most, ...folders] = process.argv;
const MARK = Symbol.for("skillwright.tool");

// What tools print goes to standard error: standard output belongs to the results.
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

/** @param {unknown} message */
function send(message) {
  answer(`${JSON.stringify(message)}\n`);
}

const helper = pathToFileURL(helperPath).href;
const isBare = /^(?![./#]|[a-z]+:)/;
/** Folders whose code was agreed to: that of the skill, and those of its packages. */
const own = [dirname(modulePath), ...folders].map(
  (folder) => `${pathToFileURL(real(folder)).href}/`,
);

function real(path) {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Nobody agreed to code that lies around the skill, such as that of the repository it was copied to. */
function requireOwn(specifier, found) {
  if (!found.url.startsWith("file:") || own.some((folder) => found.url.startsWith(folder)))
    return found;
  throw new Error(`\`${specifier}\` is neither in the skill nor among its packages.`);
}

function resolveFrom(file, specifier, context, next) {
  // For `require`, Node looks at the module that calls, whatever the context says.
  if (context.conditions?.includes("require"))
    return next(createRequire(file).resolve(specifier), context);
  return next(specifier, { ...context, parentURL: pathToFileURL(file).href });
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "skillwright/tools") return { url: helper, shortCircuit: true };
    // Node looks through all folders above the skill; a package looks beside itself first.
    const isOfPackage = own.slice(1).some((folder) => context.parentURL?.startsWith(folder));
    for (const folder of isBare.test(specifier) && !isOfPackage ? folders : []) {
      try {
        return requireOwn(
          specifier,
          resolveFrom(`${folder}/package.json`, specifier, context, next),
        );
      } catch {
        // It may be in the skill.
      }
    }
    return requireOwn(specifier, next(specifier, context));
  },
});

/** @param {unknown} error */
function describe(error) {
  if (!(error instanceof Error)) return { kind: "Error", message: String(error), trace: "" };
  return {
    kind: error.name,
    message: error.message,
    trace: (error.stack ?? "").replaceAll("file://", "").slice(0, 8000),
  };
}

/** Why JSON cannot say a value; undefined where it can. */
function oddIn(value, seen) {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : String(value);
  if (typeof value !== "object") return typeof value;
  if (seen.includes(value)) return "a value that holds itself";
  const inside = [...seen, value];
  if (inside.length > 500) return "a value that is nested too deep";
  if (Array.isArray(value)) return firstOdd(value, inside);
  const prototype = Object.getPrototypeOf(value);
  // Objects of another realm have another prototype, whose own prototype is none.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!isPlain) return value.constructor?.name ?? "an object of a class";
  return firstOdd(
    Object.values(value).filter((item) => item !== undefined),
    inside,
  );
}

function firstOdd(values, seen) {
  for (const value of values) {
    const odd = oddIn(value, seen);
    if (odd !== undefined) return odd;
  }
  return undefined;
}

async function validate(schema, value) {
  const result = await schema["~standard"].validate(value);
  return result;
}

/** Arguments as the schemas of the tool make them, or why they are refused. */
async function readArguments(parameters, given) {
  if (parameters?.["~standard"] !== undefined) {
    const result = await validate(parameters, given);
    return result.issues === undefined
      ? { value: result.value }
      : { problems: result.issues.map(({ message }) => message) };
  }
  const value = {};
  const problems = [];
  for (const [name, schema] of Object.entries(parameters ?? {})) {
    const result = await validate(schema, given[name]);
    if (result.issues === undefined) {
      if (result.value !== undefined) value[name] = result.value;
    } else problems.push(...result.issues.map(({ message }) => `${name}: ${message}`));
  }
  return problems.length === 0 ? { value } : { problems };
}

/** What this process has used up of its processor time, where that is worth telling. */
function spent() {
  const { user, system } = process.cpuUsage();
  const seconds = (user + system) / 1e6;
  return seconds < 0.2 ? "" : `,"cpu":${seconds}`;
}

const running = new Map();

async function call(tools, { id, call: name, arguments: given }) {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const tool = tools.get(name);
    const { value, problems } = await readArguments(tool.parameters, given);
    if (problems !== undefined)
      return send({ id, error: { kind: "bad-input", message: problems.join(" ") } });
    const result = (await tool.run(value, { signal: controller.signal })) ?? null;
    const odd = oddIn(result, []);
    if (odd !== undefined) return send({ id, error: { kind: "not-json", message: odd } });
    const text = JSON.stringify(result);
    if (text.length > Number(most))
      return send({ id, error: { kind: "too-large", message: String(text.length) } });
    answer(`{"id":${id},"result":${text}${spent()}}\n`);
  } catch (error) {
    if (controller.signal.aborted) send({ id, error: { kind: "cancelled", message: "" } });
    else send({ id, error: describe(error) });
  } finally {
    running.delete(id);
  }
}

function listen(tools) {
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.cancel === undefined) void call(tools, message);
      else {
        running.get(message.cancel)?.abort();
        // Whoever asks learns by this that the process still listens.
        send({ heard: message.cancel });
      }
    }
  });
  process.stdin.on("end", () => process.exit(0));
}

// An unhandled rejection must not end the calls beside it.
process.on("unhandledRejection", (error) => process.stderr.write(`${String(error)}\n`));

try {
  const module = await import(pathToFileURL(modulePath).href);
  const tools = new Map();
  for (const [name, value] of Object.entries(module))
    if (value?.[MARK] === true) tools.set(value.name ?? name, value);
  listen(tools);
  send({ ready: [...tools.keys()] });
} catch (error) {
  send({ failed: describe(error) });
  process.exitCode = 1;
}
