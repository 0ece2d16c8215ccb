import { ScrollBox } from "../../components/scroll-box.tsx";
import type { ListedSkill } from "../../engine/list.ts";
import { Message } from "../../components/diagnostic-list.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

const MOST = 300;
const STATES = {
  whole: ["common.full", "badge-good"],
  shortened: ["common.truncated", "badge-warn"],
  cut: ["common.dropped", "badge-bad"],
} as const;

interface CostTableProps {
  readonly skills: readonly ListedSkill[];
  /** The name of one; its row is marked. */
  readonly selected: string;
  readonly onSelect: (name: string) => void;
}

/** What each skill costs, in the order of the list; those left out come last. */
export function CostTable({ skills, selected, onSelect }: CostTableProps) {
  const say = useTexts();
  const most = Math.max(1, ...skills.map(({ wanted, characters }) => Math.max(wanted, characters)));
  return (
    <ScrollBox label={say("prompt.costOfEachSkill")} className="card card-flush">
      <table className="table table-stacks prompt-table">
        <thead>
          <tr>
            <th className="prompt-number">
              <span className="visually-hidden">{say("prompt.rank")}</span>
            </th>
            <th>{say("skills.skill")}</th>
            <th className="prompt-number">{say("skills.tokens")}</th>
            <th>{say("prompt.share")}</th>
            <th>{say("prompt.shown")}</th>
            <th className="prompt-number">{say("prompt.characters2")}</th>
          </tr>
        </thead>
        <tbody>
          {skills.slice(0, MOST).map((skill, index) => {
            const [words, tone] = STATES[skill.state];
            return (
              <tr
                key={`${skill.name}-${index}`}
                className={skill.name === selected ? "prompt-row-selected" : undefined}
              >
                <td className="prompt-number muted">{index + 1}</td>
                <td className="prompt-name">
                  <button
                    type="button"
                    className="prompt-choose"
                    aria-pressed={skill.name === selected}
                    onClick={() => onSelect(skill.name === selected ? "" : skill.name)}
                  >
                    {skill.name}
                  </button>
                </td>
                <td className="prompt-number">{say("common.number", { n: skill.tokens })}</td>
                <td className="prompt-share">
                  <span className="visually-hidden">
                    {say("prompt.perCentOfThe", { a: Math.round((100 * skill.characters) / most) })}
                  </span>
                  <div className="prompt-bar" aria-hidden="true">
                    <span
                      className="prompt-bar-wanted"
                      style={{ width: `${(100 * skill.wanted) / most}%` }}
                    />
                    <span
                      className={`prompt-bar-given prompt-${skill.state}`}
                      style={{ width: `${(100 * skill.characters) / most}%` }}
                    />
                  </div>
                </td>
                <td>
                  {skill.state === "whole" ? (
                    say(words)
                  ) : (
                    <span className={`badge ${tone}`}>{say(words)}</span>
                  )}
                  {skill.why === undefined ? null : (
                    <span className="prompt-why muted">
                      <Message text={skill.why} />
                    </span>
                  )}
                </td>
                <td className="prompt-number">
                  {skill.characters === skill.wanted
                    ? say("common.number", { n: skill.characters })
                    : say("common.of", { done: skill.characters, total: skill.wanted })}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {skills.length > MOST ? (
        <p className="small muted prompt-more">
          {say("prompt.andMore", { a: skills.length - MOST })}
        </p>
      ) : null}
    </ScrollBox>
  );
}
