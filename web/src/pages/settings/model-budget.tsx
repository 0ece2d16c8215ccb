import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { useSay } from "../../components/toasts.tsx";
import { formatError } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useModelChange } from "./data.ts";
import type { Rules } from "./model-rules.ts";

/** How much each user may take of all models on one day. */
export function ModelBudget({ rules }: { readonly rules: Rules }) {
  const text = useTexts();
  const say = useSay();
  const [tokens, setTokens] = useState(shown(rules.budget.tokens));
  const [cost, setCost] = useState(shown(rules.budget.cost));
  const save = useModelChange(
    (client, body: Rules) => client.setModelRules({ body }),
    () => say.good(text("models.budgetSaved")),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ ...rules, budget: { tokens: amount(tokens), cost: amount(cost) } });
  };
  return (
    <form className="card card-flush" onSubmit={submit} aria-labelledby="budget-title">
      <div className="connect-head">
        <h2 id="budget-title">{text("models.budget")}</h2>
        <span className="small muted">{text("models.budgetHelp")}</span>
      </div>
      <div className="connect-form">
        <Field label={text("models.tokensADay")}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="number"
              min={0}
              placeholder={text("models.noLimit")}
              value={tokens}
              onChange={({ target }) => setTokens(target.value)}
            />
          )}
        </Field>
        <Field
          label={text("models.costADay")}
          error={save.error === null ? undefined : formatError(save.error)}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="number"
              min={0}
              step="any"
              placeholder={text("models.noLimit")}
              value={cost}
              onChange={({ target }) => setCost(target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="connect-go" disabled={save.isPending}>
          {text("models.saveBudget")}
        </Button>
      </div>
    </form>
  );
}

/** 0 is no limit, and shown as an empty field. */
function shown(value: number): string {
  return value === 0 ? "" : String(value);
}

function amount(text: string): number {
  return Math.max(0, Number(text) || 0);
}
