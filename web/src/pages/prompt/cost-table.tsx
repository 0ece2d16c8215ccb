import { ScrollBox } from "../../components/scroll-box.tsx";
import type { ListedSkill } from "../../engine/list.ts";
import { Message } from "../../components/diagnostic-list.tsx";

const MOST = 300;
const STATES = {
  whole: ["full", "badge-good"],
  shortened: ["truncated", "badge-warn"],
  cut: ["dropped", "badge-bad"],
} as const;

/** What each skill costs, in the order of the list; those left out come last. */
export function CostTable({ skills }: { readonly skills: readonly ListedSkill[] }) {
  const most = Math.max(1, ...skills.map(({ wanted, characters }) => Math.max(wanted, characters)));
  return (
    <ScrollBox label="Cost of each skill" className="card card-flush">
      <table className="table">
        <thead>
          <tr>
            <th>Skill</th>
            <th>In the list</th>
            <th className="prompt-number">Characters</th>
            <th className="prompt-number">Tokens</th>
            <th>Share</th>
          </tr>
        </thead>
        <tbody>
          {skills.slice(0, MOST).map((skill, index) => {
            const [words, tone] = STATES[skill.state];
            return (
              <tr key={`${skill.name}-${index}`}>
                <td className="prompt-name">{skill.name}</td>
                <td>
                  <span className={`badge ${tone}`}>{words}</span>
                  {skill.why === undefined ? null : (
                    <span className="prompt-why muted">
                      <Message text={skill.why} />
                    </span>
                  )}
                </td>
                <td className="prompt-number">
                  {skill.characters === skill.wanted
                    ? skill.characters.toLocaleString("en")
                    : `${skill.characters.toLocaleString("en")} of ${skill.wanted.toLocaleString("en")}`}
                </td>
                <td className="prompt-number">{skill.tokens.toLocaleString("en")}</td>
                <td>
                  <span className="visually-hidden">
                    {Math.round((100 * skill.characters) / most)} per cent of the largest
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
              </tr>
            );
          })}
        </tbody>
      </table>
      {skills.length > MOST ? (
        <p className="small muted prompt-more">
          and {(skills.length - MOST).toLocaleString("en")} more
        </p>
      ) : null}
    </ScrollBox>
  );
}
