import { Button } from "../../components/button.tsx";
import { formOf, type NodeType, nodeTypes } from "./kinds.ts";

export interface PaletteProps {
  readonly onAdd: (type: NodeType) => void;
  /** The node that a new one will follow. */
  readonly after: string | undefined;
}

/** Every kind of node; a click adds one. */
export function Palette({ onAdd, after }: PaletteProps) {
  return (
    <div className="flow-palette" role="toolbar" aria-label="Add a node">
      {nodeTypes.map((type) => (
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
    </div>
  );
}
