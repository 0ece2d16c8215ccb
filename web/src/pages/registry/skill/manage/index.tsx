import type { SkillDetail, VersionDetail } from "../data.ts";
import { Deletion } from "./deletion.tsx";
import { Deprecation } from "./deprecation.tsx";
import { Moderation } from "./moderation.tsx";
import { Requests } from "./requests.tsx";
import { TierRequest } from "./tier-request.tsx";
import { VersionTable } from "./version-table.tsx";
import { VisibilityForm } from "./visibility-form.tsx";
import "./manage.css";
import { useTexts } from "../../../../texts/use-texts.tsx";

export interface ManageProps {
  readonly skill: SkillDetail;
  readonly version: VersionDetail;
}

/** What those who answer for a skill can do with it, each as far as their role goes. */
export function Manage({ skill, version }: ManageProps) {
  const say = useTexts();
  const { role } = skill;
  const mayChange = role === "owner" || role === "maintainer" || role === "moderator";
  return (
    <div className="manage">
      {role === "moderator" ? <Moderation skill={skill} version={version} /> : null}
      {mayChange ? <TierRequest key={version.version} version={version} /> : null}
      <VersionTable skill={skill} />
      <Requests skill={skill} />
      {mayChange ? (
        <>
          <Deprecation skill={skill} />
          <VisibilityForm skill={skill} />
          <Deletion skill={skill} />
        </>
      ) : (
        <p className="small muted">
          {say("item.onlyAMaintainerOf", { handle: skill.publisher.handle })}
        </p>
      )}
    </div>
  );
}
