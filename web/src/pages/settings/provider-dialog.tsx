import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { formatError } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useModelChange } from "./data.ts";
import { renameIn } from "./model-rules.ts";

export interface ProviderDialogProps {
  readonly name: string;
  readonly changes: "rename" | "key";
  readonly onClose: () => void;
}

/** Another name for a provider, or another key. */
export function ProviderDialog({ name, changes, onClose }: ProviderDialogProps) {
  const say = useTexts();
  const isName = changes === "rename";
  const [value, setValue] = useState(isName ? name : "");
  const save = useModelChange(async (client, text: string) => {
    const { rules } = await client.changeModelProvider({
      params: { provider: name },
      body: isName ? { name: text } : { api_key: text },
    });
    // Rules name models by their provider.
    if (isName) await client.setModelRules({ body: renameIn(rules, name, text) });
  }, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(value.trim());
  };
  return (
    <Dialog
      title={say(isName ? "models.renameTitle" : "models.newKeyTitle", { name })}
      isOpen
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <Field
          label={say(isName ? "models.newName" : "models.keyOnly")}
          help={say(isName ? "models.nameHelp" : "models.keyKept")}
          error={save.error === null ? undefined : formatError(save.error)}
          isRequired
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type={isName ? "text" : "password"}
              autoComplete="off"
              maxLength={isName ? 64 : 8192}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        <div className="dialog-actions">
          <Button onClick={onClose}>{say("common.cancel")}</Button>
          <Button type="submit" look="primary" disabled={save.isPending || value.trim() === ""}>
            {say("common.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
