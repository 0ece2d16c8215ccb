import { fail } from "../errors.ts";
import { type Operation, operation } from "../operation.ts";
import { systemFields } from "./selection.ts";

const HERE = "Programs are installed on the computer of the user.";
const { as, client, agent, config, root } = systemFields;

export const depsInstall: Operation = operation({
  title: "Install what a skill needs",
  details:
    "Follows the installer that the system chooses, after a question. What a stranger wrote is checked, run without a " +
    "shell, and kept to the folder of the skill's tools.",
  examples: ["skillwright deps install pdf-tools --yes"],
  input: {
    name: {
      kind: "text",
      required: true,
      positional: true,
      doc: "Name of a skill, of its folder, or path of its file.",
    },
    as,
    client,
    agent,
    config,
    root,
    dryRun: { kind: "flag", doc: "Only show what would be done." },
    yes: { kind: "flag", short: "y", doc: "Install without a question." },
    id: {
      kind: "text",
      placeholder: "ID",
      doc: "Installer to follow, where the system offers several.",
    },
    timeout: {
      kind: "number",
      placeholder: "SECONDS",
      doc: "Most seconds for each step, 900 at most. Default: 300.",
    },
  },
  effects: "writes",
  needs: ["systems"],
  expose: { not: { http: HERE, mcp: HERE, browser: HERE } },
  run: async (context, { name, dryRun, yes, id, timeout, ...given }) => {
    const { withDependencies } = await import("./dependencies.ts");
    const { computer } = context.systems;
    if (computer === undefined) throw fail("app/inline-only", { ref: name });
    const selection = { ...given, host: [], fresh: false, plainText: false };
    return await withDependencies(context, name, selection, async (found, system) => {
      if (dryRun) return found;
      const { installDependencies } = await import("./install-dependencies.ts");
      const options = {
        yes,
        ...(id === undefined ? {} : { id }),
        ...(timeout === undefined ? {} : { timeout }),
      };
      const installed = await installDependencies(found, system, options, computer, context.person);
      return { ...found, installed };
    });
  },
  text: async () => (await import("./dependencies.text.ts")).dependenciesText,
});
