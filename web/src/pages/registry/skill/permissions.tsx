import { useQuery } from "@tanstack/react-query";
import { Message } from "../../../components/diagnostic-list.tsx";
import { Loading } from "../../../components/states.tsx";
import { useEngine } from "../../../engine/engine.ts";
import type { SaidPermission } from "../../../engine/permissions.ts";
import type { VersionDetail } from "./data.ts";
import { sayUse } from "./uses.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

const DECISIONS: {
  readonly [Name in SaidPermission["decision"]]: readonly [tone: string, title: string];
} = {
  auto: ["good", "given"],
  prompt: ["warn", "asks you first"],
  sandboxed: ["info", "in a sandbox"],
  refused: ["bad", "refused"],
};

/** Permissions as sentences, with what becomes of each in the tier of the version, and what the scan saw besides. */
export function Permissions({ version }: { readonly version: VersionDetail }) {
  const say = useTexts();
  const { permissions } = version;
  return (
    <>
      {permissions.length === 0 ? (
        <p className="small">{say("item.itDeclaresNoPermissions")}</p>
      ) : (
        <Declared version={version} />
      )}
      <Seen version={version} />
    </>
  );
}

function Declared({ version }: { readonly version: VersionDetail }) {
  const say = useTexts();
  const engine = useEngine();
  const { permissions, security_tier: tier, dialect } = version;
  const said = useQuery({
    queryKey: ["engine", "permissions", permissions, tier, dialect],
    queryFn: () => engine.ask("sayPermissions", { permissions, tier, dialect }),
    staleTime: Infinity,
  });
  if (said.data === undefined) return <Loading what={say("item.readingPermissions")} />;
  return (
    <ul className="registry-permissions">
      {said.data.map(({ permission, sentence, decision }) => (
        <li key={permission}>
          <span className={`badge badge-${DECISIONS[decision][0]}`}>{DECISIONS[decision][1]}</span>
          <span>
            <Message text={sentence} /> <span className="muted mono">{permission}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What a skill does without having asked for it; a permission names its domain first. */
function Seen({ version: { permissions, audit } }: { readonly version: VersionDetail }) {
  const say = useTexts();
  if (audit.uses === null) return null;
  const declared = new Set(permissions.map((permission) => permission.split(":", 1)[0]));
  const undeclared = audit.uses.filter(({ domain }) => !declared.has(domain));
  if (undeclared.length === 0)
    return permissions.length > 0 ? null : (
      <p className="small muted">{say("item.theScanSawIt")}</p>
    );
  return (
    <div className="stack-tight small">
      <p>{say("item.whatTheScanSaw")}</p>
      <ul className="registry-permissions" aria-label={say("item.seenByTheScan")}>
        {undeclared.map((use) => (
          <li key={`${use.domain} ${String(use.is_writing)}`}>
            <span className="badge badge-warn">{say("common.notDeclared")}</span>
            <span>
              <Message text={sayUse(use)} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
