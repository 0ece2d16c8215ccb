import { useState } from "react";
import { Button } from "../components/button.tsx";
import type { IconName } from "../components/icon.tsx";
import { useSay } from "../components/toasts.tsx";
import { type Shared, type Sharing, type Team, useSharing, useTeams } from "../data/sharing.ts";
import { ShareDialog } from "./share-dialog.tsx";
import { useTexts } from "../texts/use-texts.tsx";

export interface ShareButtonProps {
  readonly shared: Shared;
  /** Administrators change what others own as well. */
  readonly isOwn: boolean;
  /** As the page calls it. */
  readonly name: string;
  /** What others can do with it then, such as “search it”. */
  readonly use: string;
  readonly size?: "normal" | "small";
}

const ICONS: { readonly [Visibility in Sharing["visibility"]]: IconName } = {
  private: "shield",
  team: "user",
  public: "globe",
};

/** Says who may see a thing, and lets its owner change that. */
export function ShareButton({ shared, isOwn, name, use, size = "normal" }: ShareButtonProps) {
  const text = useTexts();
  const [isOpen, setOpen] = useState(false);
  const say = useSay();
  const sharing = useSharing(shared).data;
  const teams = useTeams();
  if (sharing === undefined) return null;
  const nobody = text(isOwn ? "common.onlyYou" : "common.onlyTheOwner");
  const whom = sayWhom(sharing, teams) ?? nobody;
  return (
    <>
      <Button
        size={size}
        icon={ICONS[sharing.visibility]}
        aria-label={text("sharing.sharedWith", { whom })}
        onClick={() => setOpen(true)}
      >
        {whom}
      </Button>
      {isOpen ? (
        <ShareDialog
          shared={shared}
          name={name}
          use={use}
          nobody={nobody}
          sharing={sharing}
          teams={teams ?? []}
          onClose={() => setOpen(false)}
          onDone={(now) => {
            setOpen(false);
            const others = sayWhom(now, teams);
            say.good(
              `${name} is ${others === undefined ? "private" : `shared with ${others === "Everyone" ? "everyone" : others}`}.`,
            );
          }}
        />
      ) : null}
    </>
  );
}

/** Undefined: nobody but the owner. */
function sayWhom(
  { visibility, team_id: id }: Sharing,
  teams: readonly Team[] | undefined,
): string | undefined {
  if (visibility === "private") return undefined;
  if (visibility === "public") return "Everyone";
  return `Team ${teams?.find((team) => team.id === id)?.name ?? "…"}`;
}
