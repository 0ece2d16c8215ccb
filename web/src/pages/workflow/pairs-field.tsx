import { useId, useState } from "react";
import type { Json } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { type Variable, VariableText } from "./variable-text.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface PairsFieldProps {
  readonly label: string;
  readonly help: string | undefined;
  readonly value: Json | undefined;
  /** Keys to offer. */
  readonly keys: readonly string[];
  /** What templates in a value can name. */
  readonly variables: readonly Variable[];
  readonly onChange: (value: Json | undefined) => void;
}

type Pair = readonly [string, Json];

/** Names and what they stand for. */
export function PairsField(props: PairsFieldProps) {
  const say = useTexts();
  const { label, help, value, keys, variables, onChange } = props;
  const id = useId();
  const [pairs, setPairs] = useState<readonly Pair[]>(() => pairsOf(value, keys));
  const change = (next: readonly Pair[]): void => {
    setPairs(next);
    const given = next.filter(([key, text]) => key !== "" && text !== "");
    onChange(given.length === 0 ? undefined : Object.fromEntries(given));
  };
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {label}
      </span>
      {pairs.map(([key, text], index) => (
        <PairRow
          key={index}
          pair={[key, text]}
          number={index + 1}
          label={label}
          variables={variables}
          onChange={(pair) => change(pairs.with(index, pair))}
          onRemove={() => change(pairs.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button
          size="small"
          icon="plus"
          aria-label={say("common.addTo", { title: label })}
          onClick={() => setPairs([...pairs, ["", ""]])}
        >
          {say("common.add")}
        </Button>
      </div>
      {help === undefined ? null : <div className="field-help">{help}</div>}
    </div>
  );
}

/** What is given, and the keys that are offered with nothing yet. */
function pairsOf(value: Json | undefined, keys: readonly string[]): readonly Pair[] {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const given: readonly Pair[] = isMap ? Object.entries(value) : [];
  const names = new Set(given.map(([key]) => key));
  return [...given, ...keys.filter((key) => !names.has(key)).map((key): Pair => [key, ""])];
}

interface PairRowProps {
  readonly pair: Pair;
  readonly number: number;
  readonly label: string;
  readonly variables: readonly Variable[];
  readonly onChange: (pair: Pair) => void;
  readonly onRemove: () => void;
}

function PairRow(props: PairRowProps) {
  const say = useTexts();
  const {
    pair: [key, text],
    number,
    label,
    variables,
    onChange,
    onRemove,
  } = props;
  return (
    <div className="row flow-pair">
      <input
        className="input mono"
        aria-label={say("workflow.nameOf", { number, label })}
        value={key}
        placeholder="name"
        onChange={(event) => onChange([event.target.value, text])}
      />
      <VariableText
        control={{ "aria-label": `Value ${number} of ${label}` }}
        className="input"
        value={typeof text === "string" ? text : JSON.stringify(text)}
        placeholder={say("workflow.valueForVariables")}
        variables={variables}
        onChange={(next) => onChange([key, next])}
      />
      <Button
        size="small"
        look="quiet"
        icon="close"
        aria-label={say("common.removeFrom", {
          email: key === "" ? `pair ${number}` : key,
          handle: label,
        })}
        onClick={onRemove}
      />
    </div>
  );
}
