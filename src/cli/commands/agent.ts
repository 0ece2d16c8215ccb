import { failure, joinPath, kindOf, readText, showPath } from "../../platform/index.ts";
import {
  type AgentManifest,
  type AgentPlan,
  loadAgent,
  MANIFEST_FILES,
  planAgent,
  readManifest,
} from "../../run/tools/index.ts";
import { withoutCause } from "../../skill/model/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { count } from "../../app/text.ts";
import { loadOptionsOf, placesOf } from "../tools/ground.ts";
import { isRefusal } from "../../app/tools/read-tools.ts";
import { settlePlaces } from "../../app/machine/tools.ts";
import { renderDiagnostic } from "../../app/diagnostic.text.ts";
import { toScreen } from "../library/select.ts";

/** Shows or loads what the manifest of an agent lists. */
export async function run(context: Context): Promise<number> {
  const [action = "", word = "."] = context.arguments;
  if (action !== "check" && action !== "load")
    throw failure("cli/usage", `\`agent\` has no action \`${action}\`; use check or load.`);
  try {
    await settlePlaces(placesOf(context), context.arguments);
    const file = manifestAt(word);
    const outcome = readManifest(readText(file), showPath(file));
    if (outcome.value === undefined) {
      const { diagnostics } = outcome;
      if (context.options.flag("json"))
        printJson(context, { skills: [], problems: diagnostics.map(withoutCause) });
      else
        for (const problem of diagnostics)
          context.err(renderDiagnostic(problem, toScreen(context)));
      return FINDINGS;
    }
    return await (action === "check" ? check : load)(outcome.value, context);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (context.options.flag("json")) printJson(context, { error: withoutCause(error.diagnostic) });
    else context.err(renderDiagnostic(error.diagnostic, toScreen(context)));
    return FINDINGS;
  }
}

function manifestAt(word: string): string {
  if (kindOf(word) === "file") return word;
  const files = MANIFEST_FILES.map((name) => joinPath(word, name));
  const found = files.find((file) => kindOf(file) === "file");
  if (found !== undefined) return found;
  throw failure("cli/no-such-path", `No agent manifest at \`${word}\`.`, {
    hint: `The manifest is called ${MANIFEST_FILES.slice(0, 2).join(" or ")}.`,
  });
}

async function check(manifest: AgentManifest, context: Context): Promise<number> {
  const plan = await planAgent(manifest, placesOf(context), context.options.text("set"));
  if (context.options.flag("json")) printJson(context, plain(manifest, plan));
  else showPlan(plan, context);
  return plan.problems.some(({ severity }) => severity === "error") ? FINDINGS : FINE;
}

function plain({ name }: AgentManifest, { set, skills, problems }: AgentPlan): object {
  return {
    ...(name === undefined ? {} : { agent: name }),
    ...(set === undefined ? {} : { set }),
    skills: skills.map(({ skill, wanted, after }) => ({
      name: skill.name,
      version: skill.skill.identity.version ?? null,
      required: wanted.isRequired,
      after,
      tools: (skill.skill.tools.declared ?? []).map((tool) => `${skill.name}/${tool.name}`),
      file: skill.shown,
    })),
    problems: problems.map(withoutCause),
  };
}

function showPlan({ set, skills, problems }: AgentPlan, context: Context): void {
  const { out, paint } = context;
  if (set !== undefined) out(`Set ${paint("bold", set)}\n`);
  for (const [index, { skill, wanted, after }] of skills.entries()) {
    const { version = "no version" } = skill.skill.identity;
    const notes = [version, ...(wanted.isRequired ? [] : ["optional"])];
    const needs = after.length === 0 ? "" : paint("dim", ` after ${after.join(", ")}`);
    out(`${index + 1}. ${paint("bold", skill.name)} (${notes.join(", ")})${needs}\n`);
    for (const tool of skill.skill.tools.declared ?? []) out(`     ${skill.name}/${tool.name}\n`);
  }
  for (const problem of problems) out(renderDiagnostic(problem, toScreen(context)));
}

async function load(manifest: AgentManifest, context: Context): Promise<number> {
  const agent = await loadAgent(manifest, loadOptionsOf(context), context.options.text("set"));
  try {
    const tools = agent.registry.list();
    if (context.options.flag("json")) {
      const rows = tools.map(({ shortName, tool }) => ({
        shortName,
        qualifiedName: tool.qualifiedName,
      }));
      printJson(context, { ...plain(manifest, agent.plan), tools: rows });
    } else {
      showPlan(agent.plan, context);
      context.out(
        `Loaded ${count(agent.skills.length, "skill")} with ${count(tools.length, "tool")}.\n`,
      );
    }
    return FINE;
  } finally {
    await agent.close();
  }
}
