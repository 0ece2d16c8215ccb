import { useQuery } from "@tanstack/react-query";
import { lettersOf } from "../../components/agent-letters.ts";
import { Status, type StatusShape } from "../../components/status.tsx";
import { readSource, type SkillRow } from "../../data/skill-source.ts";
import { systemOf } from "../../data/system-of.ts";
import { useClient } from "../../data/workbench.ts";
import { useEngine } from "../../engine/engine.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** The agents that people use first. */
const AGENTS = [
  "Claude Code",
  "Codex",
  "Gemini CLI",
  "OpenCode",
  "Copilot CLI",
  "OpenClaw",
  "Cursor",
] as const;

/** With fewer, what the others would make of the format says more than a narrow table. */
const FEWEST = 3;

/** Those of them that are on this machine, whose folders the server reads; all of them where hardly any is. */
export function agentsHere(served: ReadonlySet<string>): readonly string[] {
  const here = AGENTS.filter((title) => idsOf(title).some((id) => served.has(id)));
  return here.length < FEWEST ? AGENTS : here;
}

/** What the server calls an agent: its name; or else the first word of it, as systems are called. */
function idsOf(title: string): readonly string[] {
  const id = title.replaceAll(" ", "-").toLowerCase();
  return [id, id.split("-", 1).join("")];
}

export interface AgentVerdict {
  readonly title: string;
  readonly verdict: "works" | "partial" | "refused";
  readonly reason: string;
}

/** What each of the agents makes of the text. */
export function useAgentVerdicts(
  row: SkillRow,
  isEnabled: boolean,
): readonly AgentVerdict[] | undefined {
  const client = useClient();
  const engine = useEngine();
  const { data } = useQuery({
    queryKey: ["row-verdicts", row.kind, row.system, row.path ?? row.name, row.updated_at],
    queryFn: async ({ signal }) => {
      const { path, text } = await readSource(client, row, signal);
      const { systems, rows } = await engine.call("matrix", { skills: [{ path, text }] });
      return AGENTS.flatMap((title): readonly AgentVerdict[] => {
        const id = systems.find((system) => system.title === title)?.id;
        const cell = rows[0]?.cells.find(({ system }) => system === id);
        if (cell === undefined) return [];
        return [{ title, verdict: cell.verdict, reason: cell.reasons[0]?.message ?? "" }];
      });
    },
    enabled: isEnabled,
    staleTime: Infinity,
  });
  return data;
}

const SHAPES = { works: "tick", partial: "partial", refused: "rejected" } as const;
const WORDS = {
  works: "skills.works",
  partial: "skills.partial",
  refused: "skills.rejected",
} as const;

export interface AgentMarksProps {
  readonly agents: readonly string[];
  readonly served: ReadonlySet<string>;
  readonly row: SkillRow;
  readonly verdicts: readonly AgentVerdict[] | undefined;
}

/** A mark for each agent: whether it loads the skill here, or else what it makes of its format. */
export function AgentMarks({ agents, row, verdicts, served }: AgentMarksProps) {
  const say = useTexts();
  return agents.map((title) => {
    const id = idsOf(title).find((one) => served.has(one));
    const here = row.systems?.find(({ dialect }) => systemOf(dialect) === id);
    const known = verdicts?.find((one) => one.title === title);
    const isAbsent = here === undefined && row.kind === "folder" && id !== undefined;
    const verdict =
      here === undefined ? known?.verdict : here.is_eligible ? "works" : ("refused" as const);
    const shape: StatusShape = isAbsent
      ? "absent"
      : verdict === undefined
        ? "waiting"
        : SHAPES[verdict];
    const said = say(
      isAbsent
        ? "skills.notFoundThere"
        : verdict === undefined
          ? "skills.notChecked"
          : WORDS[verdict],
    );
    return (
      <span key={title} className="skills-mark" title={`${title}: ${said}`}>
        <Status shape={shape} label={`${title}: ${said}`} />
      </span>
    );
  });
}

export function AgentHeads({ agents }: Pick<AgentMarksProps, "agents">) {
  return agents.map((title) => (
    <span key={title} className="skills-mark">
      <abbr title={title}>{lettersOf(title)}</abbr>
    </span>
  ));
}
