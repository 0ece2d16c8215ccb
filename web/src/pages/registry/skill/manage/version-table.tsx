import { ScrollBox } from "../../../../components/scroll-box.tsx";
import { StateBadge, TierBadge } from "../../words.tsx";
import type { SkillDetail } from "../data.ts";
import { OwnerActions } from "../owner-actions.tsx";
import { newestFirst } from "../data.ts";
import { useTexts } from "../../../../texts/use-texts.tsx";

/** Every version with what can be done with it in its state. */
export function VersionTable({ skill }: { readonly skill: SkillDetail }) {
  const say = useTexts();
  return (
    <section className="card card-flush" aria-labelledby="states-title">
      <h2 id="states-title" className="registry-bar">
        {say("versions.title")}
      </h2>
      <ScrollBox label={say("item.versionsToManage")}>
        <table className="table table-stacks table-middle">
          <thead>
            <tr>
              <th scope="col">{say("versions.version")}</th>
              <th scope="col">{say("workflows.state")}</th>
              <th scope="col">{say("item.tier")}</th>
              <th scope="col">
                <span className="visually-hidden">{say("versions.number")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {newestFirst(skill).map((one) => (
              <tr key={one.version}>
                <td className="mono">{one.version}</td>
                <td>
                  <StateBadge state={one.state} />
                </td>
                <td>
                  <TierBadge tier={one.security_tier} />
                </td>
                <td>
                  <span className="row">
                    <OwnerActions skill={skill} version={one} isInTable />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}
