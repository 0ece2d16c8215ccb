/** What would bring a skill back, said so that it can be done. */
import {
  formatPath,
  getPath,
  isList,
  type Json,
  type JsonObject,
  type Path,
  quoteForShell,
} from "../../skill/index.ts";
import { configSteps } from "./config.ts";
import { changeConfig, type ConfigChange } from "./change-config.ts";
import { invalidRequirement, keyOf } from "./gate.ts";
import { fileOf } from "./file-of.ts";
import { adviseHosts, adviseNodes } from "./host-advice.ts";
import { slotIndex, systemKey } from "./hosts.ts";
import { installersFor, installRemedy } from "./installers.ts";
import type { Reason, ReasonCode } from "./reasons.ts";
import type { Evaluation } from "./select.ts";
import { pathFor, type GateContext } from "./context.ts";

export interface Remedy {
  /** One sentence: what to do. */
  readonly say: string;
  /** A line to add to the configuration, in the syntax of the system. */
  readonly config?: ConfigChange;
  /** A command to run. */
  readonly command?: string;
}

interface Case {
  readonly reason: Reason;
  readonly evaluation: Evaluation;
  readonly context: GateContext;
}

type Build = (item: Case) => readonly Remedy[];

const VALUE = "<value>";

function change(item: Case, say: string, path: Path, value: Json): Remedy {
  return { say, config: changeConfig(path, value, item.context.rules.config) };
}

function entryPath(item: Case, ...rest: readonly string[]): Path {
  const { evaluation, context } = item;
  const key = evaluation.loaded === undefined ? "" : keyOf(evaluation.loaded, context);
  return [...context.rules.entries.path, key, ...rest];
}

const lintIt: Build = ({ evaluation }) => {
  const file = fileOf(evaluation.candidate) ?? evaluation.candidate.path;
  // An object of a bucket is no file of this machine.
  if (file.includes("://"))
    return [{ say: "Correct the file; `skillwright lint` on a copy of it shows the place." }];
  return [
    {
      say: "Correct the file; `skillwright lint` shows the place.",
      command: `skillwright lint ${quoteForShell(file)}`,
    },
  ];
};

/** A list of the configuration with one more name in it; names are no secrets. */
function extended(config: JsonObject, path: Path, name: string): readonly Json[] {
  const known = getPath(config, path);
  const names = isList(known) ? known.filter((item) => typeof item === "string") : [];
  return [...names, name];
}

const installIt: Build = (item) => {
  const { reason, evaluation, context } = item;
  const { machine } = context;
  const nodes = isForOthers(evaluation, context) ? adviseNodes(evaluation, context) : [];
  if (nodes.length > 0) return nodes;
  const lacking = reason.names.filter((name) => machine.view.bins?.[name] !== true);
  const isAny = reason.code === "missing-any-bin";
  const names = lacking.map((name) => `\`${name}\``).join(isAny ? " or " : " and ");
  const options = installersFor(lacking, evaluation, machine, context);
  if (options.length === 0)
    return [{ say: `Install ${names}, so that it is found on the \`PATH\`.` }];
  return options.map((option) => installRemedy(names, option, machine, context));
};

/** It runs on another system than that of this machine, so that programs are wanted on a node. */
function isForOthers({ loaded }: Evaluation, { machine, rules }: GateContext): boolean {
  const { platform, os } = machine.view;
  const own = systemKey(platform ?? os ?? "", rules.systems);
  const systems = loaded?.demands.ofHosts.find(({ list }) => list === "os");
  return rules.nodes !== undefined && systems !== undefined && !systems.keys.includes(own);
}

const setIt: Build = (item) => {
  const { reason, evaluation, context } = item;
  return reason.names.flatMap((name): readonly Remedy[] => {
    const inShell: Remedy = { say: `Set \`${name}\` in the environment.` };
    if (!context.rules.entries.givesEnvironment) return [inShell];
    const say = `Or give \`${name}\` in the configuration.`;
    return evaluation.loaded?.primaryEnv === name
      ? [inShell, change(item, say, entryPath(item, "apiKey"), VALUE)]
      : [inShell, change(item, say, entryPath(item, "env", name), VALUE)];
  });
};

const connectIt: Build = (item) => connectFor(item.reason.names, item);

function connectFor(names: readonly string[], item: Case): readonly Remedy[] {
  const { reason, evaluation, context } = item;
  const shown = names.map((name) => `\`${name}\``).join(" or ");
  const { nodes } = context.rules;
  if (reason.isOfHosts === true) return [{ say: `Connect a host that offers ${shown}.` }];
  if (nodes === undefined || !names.includes(nodes.platform))
    return [{ say: `Use it on a machine that runs ${shown}.` }];
  const known = adviseNodes(evaluation, context);
  return known.length > 0
    ? known
    : [{ say: `Connect a \`${nodes.platform}\` node that allows commands and has its programs.` }];
}

/** A system under a name by which the rules never know it is to be renamed before anything else helps. */
const moveIt: Build = (item) => {
  const { names, isOfHosts } = item.reason;
  const { rules, hosts, machine } = item.context;
  const right = names.map((name) => {
    const usual = systemKey(name, "same-system");
    return systemKey(name, rules.systems) === usual ? name : usual;
  });
  const renames = names.flatMap((name, at): readonly Remedy[] => {
    const usual = right[at] ?? name;
    if (usual === name) return [];
    return [
      { say: `Write \`${usual}\` in place of \`${name}\` in the file, as the system compares it.` },
    ];
  });
  const places = isOfHosts === true ? hosts : [machine];
  const isThere = places.some(({ facts }) =>
    right.some((name) => facts[slotIndex("os")]?.has(name)),
  );
  return isThere && renames.length > 0
    ? renames
    : [...renames, ...connectFor([...new Set(right)], item)];
};

const raise =
  (limit: "maxSkills" | "maxFileBytes", say: string): Build =>
  (item) => {
    const path = item.context.rules.discovery?.limits[limit];
    if (path === undefined) return [{ say: "Move long material into files beside it." }];
    const value = Number(item.reason.names[0] ?? 0) * 2;
    return [change(item, say, path, value)];
  };

const build: { readonly [Code in ReasonCode]?: Build } = {
  "not-scanned": () => [{ say: "Move the folder closer to the root, outside any other skill." }],
  "over-root-limit": raise("maxSkills", "Raise the number of skills that a root may hold."),
  "too-large": raise(
    "maxFileBytes",
    "Raise the limit, or move long material into files beside it.",
  ),
  unreadable: lintIt,
  "requirement-invalid": (item) => {
    const inFile = invalidRequirement(item.evaluation.candidate.reading);
    if (inFile !== undefined) return lintIt(item);
    const path = formatPath(entryPath(item, "requires"));
    return [{ say: `Correct \`${path}\` in the configuration.` }];
  },
  shadowed: ({ reason }) => [
    {
      say: `Give ${reason.isByFolder === true ? "its folder" : "it"} another name, or remove ${reason.winner ?? "the other"}.`,
    },
  ],
  "changed-since-install": ({ reason }) => [
    {
      say: `Install \`${reason.names[0] ?? ""}\` again, or record your own changes with \`skillwright lock\`.`,
    },
  ],
  "taken-down": ({ reason: { names } }) => [
    {
      say: `Remove it with \`skillwright remove ${quoteForShell(names[0] ?? "")}\`, or see whether \`skillwright update ${quoteForShell(names[0] ?? "")}\` has another version.`,
    },
  ],
  "disabled-by-config": (item) => [
    item.context.rules.config.change.kind === "command"
      ? change(item, "Switch it on.", entryPath(item), { enabled: true })
      : change(item, "Switch it on.", entryPath(item, "enabled"), true),
  ],
  "secret-unresolved": ({ reason }) => [
    { say: `Check where the \`apiKey\` of \`${reason.names[0] ?? ""}\` points to.` },
  ],
  "not-in-allow-list": (item) => {
    const { path = [] } = item.context.rules.allowList ?? {};
    const names = extended(item.context.config, path, item.evaluation.name ?? "");
    return [change(item, "Add it to the list.", path, names)];
  },
  "no-connected-host": () => [{ say: "Connect a host that meets its requirements." }],
  "wrong-role": connectIt,
  "missing-capability": connectIt,
  "missing-any-capability": connectIt,
  "wrong-os": moveIt,
  "missing-env": setIt,
  "missing-bin": installIt,
  "missing-any-bin": installIt,
  "missing-config": (item) =>
    item.reason.names.map((path) => {
      const steps = configSteps(path, item.context.rules.config);
      return steps === undefined
        ? { say: `Remove \`${path}\` from the file: no configuration can ever satisfy this path.` }
        : change(item, `Set \`${path}\`.`, steps, true);
    }),
  "not-in-agent-list": (item) => {
    const { config, rules, input } = item.context;
    const paths = (rules.agentList?.paths ?? [])
      .map((path) => pathFor(path, input.agentId))
      .filter((path) => path !== undefined);
    const known = paths.find((path) => getPath(config, path) !== undefined) ?? paths[0] ?? [];
    const names = extended(config, known, item.evaluation.name ?? "");
    return [change(item, "Add it to the list of the agent.", known, names)];
  },
  "switched-off": () => [{ say: "Switch it on again for this session." }],
  "hidden-from-model": ({ evaluation }) => {
    const path = evaluation.loaded?.skill.sources["invocation.byModel"];
    const field = path === undefined ? "" : ` \`${formatPath(path)}\``;
    return [{ say: `Remove the field${field} to show it to the model.` }];
  },
};

/** What would undo a reason; empty where only the prompt can tell. */
export function remediesFor(
  reason: Reason,
  evaluation: Evaluation,
  context: GateContext,
): readonly Remedy[] {
  const ofHosts = reason.isOfHosts === true ? adviseHosts(reason, evaluation, context) : undefined;
  return ofHosts ?? build[reason.code]?.({ reason, evaluation, context }) ?? [];
}
