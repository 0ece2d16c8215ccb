import { ScrollBox } from "../../../../components/scroll-box.tsx";
import { StateBadge, TierBadge } from "../../words.tsx";
import type { SkillDetail } from "../data.ts";
import { OwnerActions } from "../owner-actions.tsx";
import { newestFirst } from "../versions.tsx";

/** Every version with what can be done with it in its state. */
export function VersionTable({ skill }: { readonly skill: SkillDetail }) {
  return (
    <section className="card card-flush" aria-labelledby="states-title">
      <h2 id="states-title" className="registry-bar">
        Versions
      </h2>
      <ScrollBox label="Versions to manage">
        <table className="table table-stacks table-middle">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">State</th>
              <th scope="col">Tier</th>
              <th scope="col">
                <span className="visually-hidden">Change</span>
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
