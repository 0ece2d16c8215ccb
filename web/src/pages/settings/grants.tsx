import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { formatError, useUser } from "../../data/workbench.ts";
import { readGrants, sayDay, type SkillRights, useChange, useSetting } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** What the tools of each skill may do on this server, and who said so. */
export function Grants() {
  const say = useTexts();
  const grants = useSetting("grants", readGrants);
  const { role } = useUser();
  if (grants.isError) return <Failure error={grants.error} retry={() => void grants.refetch()} />;
  if (grants.data === undefined) return <Loading what={say("settings.loadingGrants")} />;
  const { is_enabled: isEnabled, allows, skills } = grants.data;
  return (
    <div className="stack">
      {isEnabled ? (
        <p className="small muted">
          Tools of skills run in a sandbox. A grant is for one skill and the very files it has: when
          one of them changes, it has to be looked at again.
          {role === "admin" ? "" : " Administrators grant."}
        </p>
      ) : (
        <Notice>
          Tools of skills are switched off on this server; its setting <code>tools</code> allows
          them. What is granted here holds from then on.
        </Notice>
      )}
      {allows.length === 0 ? null : (
        <p className="small">
          The settings of the server give to every skill:{" "}
          {allows.map((one) => (
            <code key={one} className="settings-permission">
              {one}
            </code>
          ))}
        </p>
      )}
      {skills.length === 0 ? (
        <div className="card">
          <EmptyState icon="shield" title={say("settings.noSkillHasTools")}>
            A skill brings tools in a file <code>tools.py</code>, <code>tools.ts</code> or{" "}
            <code>tools.js</code> beside its SKILL.md.
          </EmptyState>
        </div>
      ) : null}
      {skills.map((skill) => (
        // What was chosen belongs to the files that were seen.
        <Rights key={`${skill.skill} ${skill.digest}`} rights={skill} mayGrant={role === "admin"} />
      ))}
    </div>
  );
}

interface RightsProps {
  readonly rights: SkillRights;
  readonly mayGrant: boolean;
}

function Rights({ rights: { skill, digest, rights, grant }, mayGrant }: RightsProps) {
  const say = useTexts();
  const asked = rights.filter(({ state }) => state === "asks").map(({ permission }) => permission);
  const had = grant?.is_current === true ? grant.permissions : [];
  const [chosen, choose] = useState<readonly string[]>([]);
  const give = useChange(
    (client, permissions: readonly string[]) =>
      client.grantSkill({ params: { name: skill }, body: { permissions, digest } }),
    () => choose([]),
  );
  const withdraw = useChange((client, _input: undefined) =>
    client.withdrawGrant({ params: { name: skill } }),
  );
  const failed = give.error ?? withdraw.error;
  const toggle = (permission: string): void => {
    choose(
      chosen.includes(permission)
        ? chosen.filter((other) => other !== permission)
        : [...chosen, permission],
    );
  };
  return (
    <section className="card stack" aria-label={say("settings.grantsOf", { skill })}>
      <div className="row row-between row-wrap">
        <h2>{skill}</h2>
        {mayGrant && grant !== null ? (
          <Button
            size="small"
            look="danger"
            aria-label={say("settings.withdrawFrom", { skill })}
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate(undefined)}
          >
            {say("settings.withdraw")}
          </Button>
        ) : null}
      </div>
      {failed === null ? null : <Notice tone="bad">{formatError(failed)}</Notice>}
      <GrantLine grant={grant} />
      {rights.length === 0 ? (
        <p className="small">{say("settings.itDeclaresNoPermissions")}</p>
      ) : (
        <ul className="settings-rights">
          {rights.map((right) => (
            <Right
              key={right.permission}
              right={right}
              isChosen={chosen.includes(right.permission)}
              {...(mayGrant && right.state === "asks"
                ? { onToggle: () => toggle(right.permission) }
                : {})}
            />
          ))}
        </ul>
      )}
      {mayGrant && asked.length > 0 ? (
        <div className="row">
          <Button
            look="primary"
            disabled={chosen.length === 0 || give.isPending}
            aria-label={say("settings.grantWhatIsChosen", { skill })}
            onClick={() => give.mutate([...had, ...chosen])}
          >
            {say("settings.grantWhatIsChosen2")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function GrantLine({ grant }: Pick<SkillRights, "grant">) {
  const say = useTexts();
  if (grant === null) return null;
  const { granted_by: by, granted_at: at, is_current: isCurrent, permissions } = grant;
  if (isCurrent)
    return <p className="small muted">{say("settings.grantedByOn", { by, b: sayDay(at) })}</p>;
  return (
    <Notice tone="warn">
      {say("settings.whatGrantedOnHolds", { by, b: sayDay(at), c: permissions.join(", ") })}
    </Notice>
  );
}

const STATES = {
  given: ["good", "given"],
  asks: ["warn", "not granted"],
  refused: ["bad", "refused"],
} as const;
const GIVERS = {
  tier: "to every skill",
  settings: "by the settings",
  grant: "by a grant",
} as const;

interface RightProps {
  readonly right: SkillRights["rights"][number];
  readonly isChosen: boolean;
  /** Absent: there is nothing to choose. */
  readonly onToggle?: () => void;
}

function Right({ right: { permission, sentence, state, by }, isChosen, onToggle }: RightProps) {
  const [tone, title] = STATES[state];
  const text = (
    <span>
      <Message text={sentence} /> <span className="muted mono">{permission}</span>
      {by === null ? null : <span className="muted"> {GIVERS[by]}</span>}
    </span>
  );
  return (
    <li>
      <span className={`badge badge-${tone}`}>{title}</span>
      {onToggle === undefined ? (
        text
      ) : (
        <label className="settings-right">
          <input type="checkbox" checked={isChosen} onChange={onToggle} />
          {text}
        </label>
      )}
    </li>
  );
}
