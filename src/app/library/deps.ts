import { type Operation, operation } from "../operation.ts";
import { systemFields } from "./selection.ts";

export const deps: Operation = operation({
  title: "Show what a skill needs",
  details:
    "Shows the programs that a skill needs, which of its installers the system would follow, and why. " +
    "`skillwright deps install NAME` follows it.",
  examples: ["skillwright deps pdf-tools", "skillwright deps install pdf-tools --yes"],
  input: {
    name: {
      kind: "text",
      required: true,
      positional: true,
      doc: "Name of a skill, of its folder, or path of its file.",
    },
    ...systemFields,
  },
  output: async () => (await import("./dependencies-shape.ts")).dependenciesShape,
  effects: "reads",
  needs: ["systems"],
  expose: {
    http: "GET /library/dependencies",
    mcp: "show_dependencies",
    not: { browser: "A page has no machine on which programs could be looked for." },
  },
  run: async (context, { name, ...selection }) => {
    const { withDependencies } = await import("./dependencies.ts");
    return await withDependencies(context, name, selection, (found) => found);
  },
  text: async () => (await import("./dependencies.text.ts")).dependenciesText,
});
