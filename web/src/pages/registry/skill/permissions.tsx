import { useQuery } from "@tanstack/react-query";
import { Message } from "../../../components/diagnostic-list.tsx";
import { Loading } from "../../../components/states.tsx";
import { useEngine } from "../../../engine/engine.ts";
import type { SaidPermission } from "../../../engine/permissions.ts";
import type { VersionDetail } from "./data.ts";

const DECISIONS: {
  readonly [Name in SaidPermission["decision"]]: readonly [tone: string, title: string];
} = {
  auto: ["good", "given"],
  prompt: ["warn", "asks you first"],
  sandboxed: ["info", "in a sandbox"],
  refused: ["bad", "refused"],
};

/** Permissions as sentences, with what becomes of each in the tier of the version. */
export function Permissions({ version }: { readonly version: VersionDetail }) {
  const engine = useEngine();
  const { permissions, security_tier: tier, dialect } = version;
  const said = useQuery({
    queryKey: ["engine", "permissions", permissions, tier, dialect],
    queryFn: () => engine.ask("sayPermissions", { permissions, tier, dialect }),
    staleTime: Infinity,
  });
  if (permissions.length === 0)
    return <p className="small">It asks for nothing: no files, no network, no programs.</p>;
  if (said.data === undefined) return <Loading what="Reading permissions" />;
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
