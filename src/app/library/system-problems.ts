/** What is wrong around the skills of a system: its settings, the hosts that were given, the agent. */
import { sessionCodes } from "../../library/session/index.ts";
import { type Diagnostic, suggest } from "../../skill/index.ts";
import type { System } from "./systems.ts";

export function systemProblems(system: System): readonly Diagnostic[] {
  const { settings, hosts } = system;
  return [
    ...settings.diagnostics,
    ...hosts.problems,
    ...unlistedAgent(system),
    ...unknownPriorities(system),
  ];
}

/** A name that no skill bears decides nothing, which is seldom what was meant. */
function unknownPriorities({ library, limits }: System): readonly Diagnostic[] {
  const { priorities = library.config.priorities ?? [] } = limits;
  if (priorities.length === 0) return [];
  const known = new Set(
    library
      .snapshot()
      .evaluations()
      .flatMap(({ name }) => name ?? []),
  );
  return priorities
    .filter((name) => !known.has(name))
    .map((name) => {
      const nearest = suggest(name, known);
      return {
        code: sessionCodes.unknownSkill,
        severity: "warning",
        message: `The settings give \`${name}\` a priority, but there is no such skill.`,
        ...(nearest === undefined ? {} : { hint: `Did you mean \`${nearest}\`?` }),
      };
    });
}

/** An agent that the settings do not list has the skills of all agents, which is seldom what was meant. */
function unlistedAgent({ askedAgent, library, settings }: System): readonly Diagnostic[] {
  const known = [...library.config.agents.keys()];
  if (askedAgent === undefined || known.length === 0 || known.includes(askedAgent)) return [];
  const nearest = suggest(askedAgent, known);
  const names = known.map((name) => `\`${name}\``).join(", ");
  return [
    {
      code: sessionCodes.badAgent,
      severity: "warning",
      message: `No agent \`${askedAgent}\` in the settings; they list ${names}.`,
      ...(nearest === undefined ? {} : { hint: `Did you mean \`${nearest}\`?` }),
      ...(settings.file === undefined ? {} : { file: settings.file }),
    },
  ];
}
