import { Button } from "../../components/button.tsx";
import { MoreMenu } from "../../components/more-menu.tsx";
import { formOf, type NodeType, nodeTypes } from "./kinds.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface PaletteProps {
  readonly onAdd: (type: NodeType) => void;
  readonly onLayout: () => void;
  /** The node that a new one will follow. */
  readonly after: string | undefined;
}

/** What most workflows are made of stands in the bar; the rest is one press further. */
const FIRST: ReadonlySet<string> = new Set<NodeType>([
  "llm",
  "skill",
  "knowledge",
  "condition",
  "http",
  "end",
]);

/** Every kind of node; a click adds one after the chosen node. */
export function Palette({ onAdd, onLayout, after }: PaletteProps) {
  const say = useTexts();
  return (
    <div className="flow-palette" role="toolbar" aria-label={say("workflow.addANode")}>
      {nodeTypes
        .filter((type) => FIRST.has(type))
        .map((type) => (
          <Button
            key={type}
            size="small"
            look="quiet"
            icon={formOf(type).icon}
            title={`${formOf(type).about}${after === undefined ? "" : ` Added after ${after}.`}`}
            onClick={() => onAdd(type)}
          >
            {formOf(type).title}
          </Button>
        ))}
      <MoreMenu
        label={say("workflow.moreNodes")}
        title={say("common.more")}
        side="top"
        actions={nodeTypes
          .filter((type) => !FIRST.has(type))
          .map((type) => ({
            title: formOf(type).title,
            icon: formOf(type).icon,
            onClick: () => onAdd(type),
          }))}
      />
      <span className="flow-palette-line" />
      <Button size="small" look="quiet" icon="grid" onClick={onLayout}>
        {say("workflow.autoLayout")}
      </Button>
    </div>
  );
}
