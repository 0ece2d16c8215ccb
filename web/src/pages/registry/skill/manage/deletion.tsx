import { useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { Dialog } from "../../../../components/dialog.tsx";
import { Notice } from "../../../../components/states.tsx";
import { useSay } from "../../../../components/toasts.tsx";
import { formatError } from "../../../../data/workbench.ts";
import { type SkillDetail, useRegistryChange } from "../data.ts";
import { useTexts } from "../../../../texts/use-texts.tsx";

export function Deletion({ skill }: { readonly skill: SkillDetail }) {
  const text = useTexts();
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
      <h2 id="deletion-title">{text("item.deletion")}</h2>
      <p className="small">{text("item.nobodyIsGivenIt")}</p>
      <div className="row">
        <Button look="danger" onClick={() => setIsAsked(true)}>
          {text("item.deleteTheSkill")}
        </Button>
      </div>
      {isAsked ? (
        <Dialog
          title={text("common.delete3", { name: skill.full_name })}
          isOpen
          onClose={() => setIsAsked(false)}
        >
          <div className="stack">
            {remove.error === null ? null : <Notice tone="bad">{formatError(remove.error)}</Notice>}
            <p>{text("item.whoeverInstallsItIs")}</p>
            <div className="dialog-actions">
              <Button onClick={() => setIsAsked(false)}>{text("common.keepIt")}</Button>
              <Button
                look="danger"
                disabled={remove.isPending}
                onClick={() => remove.mutate(undefined)}
              >
                {text("item.deleteIt")}
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
  const text = useTexts();
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
      onClick={() => restore.mutate(undefined, { onError: (error) => say.bad(formatError(error)) })}
    >
      {text("item.bringItBack")}
    </Button>
  );
}
