import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Message } from "../../../components/diagnostic-list.tsx";
import { ScrollBox } from "../../../components/scroll-box.tsx";
import { Status } from "../../../components/status.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { sayBytes, sayDay, StateBadge } from "../words.tsx";
import { Compare } from "./compare.tsx";
import { newestFirst, type SkillDetail, type VersionDetail } from "./data.ts";
import { type Judgement, judgementOf, useStatements } from "./statements.ts";

export interface VersionsProps {
  readonly skill: SkillDetail;
  readonly shown: VersionDetail;
  readonly onChoose: (version: string) => void;
}

/** All versions, with what each changed and whether its number says so; two of them side by side. */
export function Versions({ skill, shown, onChoose }: VersionsProps) {
  const say = useTexts();
  const versions = newestFirst(skill);
  const stated = useStatements(skill);
  const [pair, setPair] = useState<readonly [since: string, version: string]>();
  return (
    <div className="stack">
      {pair === undefined ? null : (
        <Compare
          skill={skill}
          since={pair[0]}
          version={pair[1]}
          onChoose={(...next) => setPair(next)}
          onClose={() => setPair(undefined)}
        />
      )}
      <ScrollBox label={say("versions.title")} className="card card-flush">
        <table className="table table-stacks table-middle">
          <thead>
            <tr>
              <th scope="col">{say("versions.version")}</th>
              <th scope="col">{say("versions.number")}</th>
              <th scope="col">{say("versions.changelog")}</th>
              <th scope="col">{say("versions.published")}</th>
              <th scope="col" className="number">
                {say("versions.size")}
              </th>
              <th scope="col">
                <span className="visually-hidden">{say("versions.compare")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map((one, index) => {
              const before = versions[index + 1]?.version;
              return (
                <tr key={one.version}>
                  <td>
                    {one.version === shown.version ? (
                      <strong aria-current="true">{one.version}</strong>
                    ) : (
                      <button
                        type="button"
                        className="registry-choose"
                        onClick={() => onChoose(one.version)}
                      >
                        {one.version}
                      </button>
                    )}
                    {one.state === "listed" ? null : (
                      <>
                        {" "}
                        <StateBadge state={one.state} />
                      </>
                    )}
                  </td>
                  <td>
                    <JudgementLine
                      judgement={judgementOf(stated, one.version, shown)}
                      isFirst={before === undefined}
                    />
                  </td>
                  <td className="muted">{one.changelog === "" ? "–" : one.changelog}</td>
                  <td className="registry-system">{sayDay(one.published_at)}</td>
                  <td className="registry-system number">{sayBytes(one.size_bytes)}</td>
                  <td className="number">
                    {before === undefined ? null : (
                      <Button
                        size="small"
                        aria-label={say("versions.compareWith", { version: one.version, before })}
                        onClick={() => setPair([before, one.version])}
                      >
                        {say("versions.compare")}
                      </Button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}

export interface JudgementLineProps {
  readonly judgement: Judgement | undefined;
  readonly isFirst: boolean;
}

/** Whether the number of a version says how much has changed since the one before it. */
export function JudgementLine({ judgement, isFirst }: JudgementLineProps) {
  const say = useTexts();
  if (judgement === undefined)
    return <span className="muted">{isFirst ? say("versions.first") : "–"}</span>;
  const { level, isTooLow, changes } = judgement;
  return (
    <span className="registry-judgement">
      <Status shape={isTooLow ? "partial" : "tick"} />
      <span>
        {say(isTooLow ? "versions.shouldBe" : "versions.is", { level })}
        {changes === "" ? null : (
          <small>
            <Message text={changes} />
          </small>
        )}
      </span>
    </span>
  );
}
