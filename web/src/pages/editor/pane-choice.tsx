import { ToggleGroup } from "@base-ui/react/toggle-group";
import { Toggle } from "@base-ui/react/toggle";
import { useTexts } from "../../texts/use-texts.tsx";

const PANES = [
  ["check", "editor.check"],
  ["files", "studio.files"],
  ["run", "common.run"],
  ["evals", "editor.evals"],
] as const;

export type Pane = (typeof PANES)[number][0];

export interface PaneChoiceProps {
  readonly pane: Pane;
  readonly onChoose: (pane: Pane) => void;
}

/** On a phone one part of the studio is shown at a time. */
export function PaneChoice({ pane, onChoose }: PaneChoiceProps) {
  const say = useTexts();
  return (
    <ToggleGroup
      className="segments panes"
      aria-label={say("editor.partsOfTheStudio")}
      value={[pane]}
      onValueChange={([chosen]) => {
        const found = PANES.find(([id]) => id === chosen);
        if (found !== undefined) onChoose(found[0]);
      }}
    >
      {PANES.map(([id, title]) => (
        <Toggle key={id} value={id} className="segment pane">
          {say(title)}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
