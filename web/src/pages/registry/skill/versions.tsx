import { Button } from "../../../components/button.tsx";
import { ScrollBox } from "../../../components/scroll-box.tsx";
import { sayBytes, sayDay, StateBadge, TierBadge } from "../words.tsx";
import type { SkillDetail } from "./data.ts";

export interface VersionsProps {
  readonly skill: SkillDetail;
  readonly shown: string;
  readonly onChoose: (version: string) => void;
}

export function newestFirst({ versions }: SkillDetail): readonly SkillDetail["versions"][string][] {
  return Object.values(versions).toSorted((a, b) => b.published_at.localeCompare(a.published_at));
}

export function Versions({ skill, shown, onChoose }: VersionsProps) {
  const versions = newestFirst(skill);
  return (
    <ScrollBox label="Versions" className="card card-flush">
      <table className="table table-stacks table-middle">
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">State</th>
            <th scope="col">Tier</th>
            <th scope="col">Published</th>
            <th scope="col">Size</th>
            <th scope="col">Changelog</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((one) => (
            <tr key={one.version}>
              <td>
                {one.version === shown ? (
                  <strong className="mono" aria-current="true">
                    {one.version}
                  </strong>
                ) : (
                  <Button size="small" onClick={() => onChoose(one.version)}>
                    {one.version}
                  </Button>
                )}
              </td>
              <td>
                <StateBadge state={one.state} />
              </td>
              <td>
                <TierBadge tier={one.security_tier} />
              </td>
              <td className="registry-system">{sayDay(one.published_at)}</td>
              <td className="registry-system">{sayBytes(one.size_bytes)}</td>
              <td>{one.changelog === "" ? <span className="muted">–</span> : one.changelog}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
