import { useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { Dialog } from "../../../../components/dialog.tsx";
import { Notice } from "../../../../components/states.tsx";
import { useSay } from "../../../../components/toasts.tsx";
import { sayError } from "../../../../data/workbench.ts";
import { type SkillDetail, useRegistryChange } from "../data.ts";

export function Deletion({ skill }: { readonly skill: SkillDetail }) {
  const say = useSay();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useRegistryChange(
    (client, _input: undefined) =>
      client.deleteRegistrySkill({ params: { name: skill.full_name } }),
    () => {
      say.good("It is deleted.");
      setIsAsked(false);
    },
  );
  return (
    <section className="card stack" aria-labelledby="deletion-title">
      <h2 id="deletion-title">Deletion</h2>
      <p className="small">
        Nobody is given it any more. Its name and versions stay taken, and for a while it can come
        back.
      </p>
      <div className="row">
        <Button look="danger" onClick={() => setIsAsked(true)}>
          Delete the skill
        </Button>
      </div>
      {isAsked ? (
        <Dialog title={`Delete ${skill.full_name}?`} isOpen onClose={() => setIsAsked(false)}>
          <div className="stack">
            {remove.error === null ? null : <Notice tone="bad">{sayError(remove.error)}</Notice>}
            <p>Whoever installs it is refused from now on, with every version.</p>
            <div className="dialog-actions">
              <Button onClick={() => setIsAsked(false)}>Keep it</Button>
              <Button
                look="danger"
                disabled={remove.isPending}
                onClick={() => remove.mutate(undefined)}
              >
                Delete it
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}

/** For a skill that is deleted, as long as its bytes are there. */
export function BringBack({ skill }: { readonly skill: SkillDetail }) {
  const say = useSay();
  const restore = useRegistryChange(
    (client, _input: undefined) =>
      client.undeleteRegistrySkill({ params: { name: skill.full_name } }),
    () => say.good("It is there again."),
  );
  return (
    <Button
      size="small"
      disabled={restore.isPending}
      onClick={() => restore.mutate(undefined, { onError: (error) => say.bad(sayError(error)) })}
    >
      Bring it back
    </Button>
  );
}
