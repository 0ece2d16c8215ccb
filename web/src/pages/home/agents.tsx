import { Link } from "@tanstack/react-router";
import { splitRelease } from "../../components/agent-letters.ts";
import { AgentMark } from "../../components/agent-mark.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { shortPath } from "../../components/short-path.ts";
import { Status } from "../../components/status.tsx";
import type { ScannedRow } from "../../data/scans.ts";
import type { SkillRow } from "../../data/skill-source.ts";
import { titleOf } from "../../data/skill-states.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import type { AgentRow, Failing } from "./agents-in.ts";

export interface AgentsProps {
  readonly agents: readonly AgentRow[];
  readonly failing: readonly Failing[];
  readonly rows: readonly SkillRow[];
  readonly total: number;
  readonly risky: readonly ScannedRow[];
  /** Until then no count of the risky ones is right. */
  readonly isScanned: boolean;
}

/** The agents whose folders the server reads, and how many skills each of them loads. */
export function Agents({ agents, failing, rows, total, risky, isScanned }: AgentsProps) {
  const say = useTexts();
  if (agents.length === 0) return <OwnSkills rows={rows} risky={risky} />;
  return (
    <section className="card card-flush" aria-label={say("home.agents")}>
      <div className="home-card-head">
        <h2>{say("home.agents")}</h2>
        <Link to="/skills" search={{ view: "matrix" }}>
          {say("home.matrix")}
        </Link>
      </div>
      <table className="table home-agents">
        <thead>
          <tr>
            <th>{say("home.agent")}</th>
            <th className="home-wide">{say("home.reads")}</th>
            <th className="home-wide">{say("home.ofSkills", { count: total })}</th>
            <th className="number">{say("home.loads")}</th>
            <th className="number">{say("home.doesNotLoad")}</th>
            <th className="number">{say("home.riskyColumn")}</th>
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <AgentLine
              key={agent.dialect}
              agent={agent}
              total={total}
              risky={risky}
              isScanned={isScanned}
            />
          ))}
        </tbody>
      </table>
      <FirstFailing failing={failing} />
    </section>
  );
}

interface AgentLineProps extends Pick<AgentsProps, "total" | "risky" | "isScanned"> {
  readonly agent: AgentRow;
}

function AgentLine({ agent, total, risky, isScanned }: AgentLineProps) {
  const say = useTexts();
  const { dialect, title, roots, loads, fails } = agent;
  const [name, release] = splitRelease(title);
  const count = risky.filter(({ row }) =>
    row.systems?.some((state) => state.dialect === dialect),
  ).length;
  return (
    <tr>
      <td>
        <Link className="row home-agent" to="/skills" search={{ system: dialect }}>
          <AgentMark title={title} />
          <span>
            {name} <span className="home-release muted">{release}</span>
          </span>
        </Link>
      </td>
      <td className="home-wide mono muted clip" title={roots.join("\n")}>
        {shortPath(roots[0] ?? "")}
      </td>
      <td className="home-wide" aria-label={say("home.ofLoad", { loads, total })}>
        <div className="meter home-meter" aria-hidden="true">
          <span className="meter-good" style={{ width: `${(100 * loads) / total}%` }} />
          <span className="meter-bad" style={{ width: `${(100 * fails) / total}%` }} />
        </div>
      </td>
      <td className="number">{loads}</td>
      <td className={fails > 0 ? "number home-bad" : "number muted"}>{fails}</td>
      <td className={count > 0 ? "number home-warn" : "number muted"}>
        {count === 0 && !isScanned ? "–" : count}
      </td>
    </tr>
  );
}

function FirstFailing({ failing }: { readonly failing: readonly Failing[] }) {
  const say = useTexts();
  const [first] = failing;
  if (first === undefined) return null;
  const { row, title, reason, dialect, agent } = first;
  return (
    <div className="row home-failing">
      <Status shape="rejected" />
      <span className="clip grow">
        <strong>{row.name}</strong> {say("home.firstFailing", { agent: title })}{" "}
        <Message text={reason} />
      </span>
      <span className="muted small">{say("home.ofFailing", { count: failing.length })}</span>
      <Link
        className="button button-small"
        to="/skills/$name"
        params={{ name: row.name }}
        search={{ agent: `${dialect} ${agent}` }}
      >
        {say("home.remedy")}
      </Link>
    </div>
  );
}

const MOST = 6;

/** Where no folder of an agent is served: the newest skills of the user. */
function OwnSkills({ rows, risky }: Pick<AgentsProps, "rows" | "risky">) {
  const say = useTexts();
  const isRisky = (name: string): boolean => risky.some(({ row }) => row.name === name);
  return (
    <section className="card card-flush" aria-label={say("home.yours")}>
      <div className="home-card-head">
        <h2>{say("home.yours")}</h2>
        <Link to="/skills">{say("home.all")}</Link>
      </div>
      <ul>
        {rows.slice(0, MOST).map((row) => (
          <li key={row.name} className="home-skill">
            <Status shape={isRisky(row.name) ? "review" : "tick"} />
            <Link to="/skills/$name" params={{ name: row.name }}>
              {row.name}
            </Link>
            <span className="clip muted grow">{row.description}</span>
            <span className="muted small home-wide">{titleOf(row.dialect)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
