import { MiniMap, useNodesInitialized, useReactFlow, useStore } from "@xyflow/react";
import { useLayoutEffect, useRef } from "react";

/** The least at which the words of a node can be read. */
const READABLE = 0.8;
const PADDING = 24;

export interface KeepInSightProps {
  /** The node that somebody works on, or where the workflow begins. */
  readonly middle: string;
}

/**
 * Shows all of a workflow where that can be read, else the part around the node that matters; a map shows where
 * that part is.
 */
export function KeepInSight({ middle }: KeepInSightProps) {
  const { getNodes, getNode, getNodesBounds, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const count = useStore(({ nodes }) => nodes.length);
  const areMeasured = useNodesInitialized();
  const isWhole = useStore(({ nodes, transform: [, , zoom] }) => {
    const { width: long, height: high } = getNodesBounds(nodes);
    return long * zoom <= width && high * zoom <= height;
  });
  const shown = useRef(middle);
  useLayoutEffect(() => {
    shown.current = middle;
  }, [middle]);
  // Before anything is painted: what moves under a pointer that is already down is not chosen.
  useLayoutEffect(() => {
    if (count === 0 || width === 0 || !areMeasured) return;
    const all = getNodesBounds(getNodes());
    const node = getNode(shown.current);
    const own = node === undefined ? all : getNodesBounds([node]);
    const fitting = Math.min(
      (width - 2 * PADDING) / all.width,
      (height - 2 * PADDING) / all.height,
    );
    const zoom = Math.min(1, Math.max(READABLE, fitting));
    void setViewport({
      x: offset([all.x, all.width], own.x + own.width / 2, width, zoom),
      y: offset([all.y, all.height], own.y + own.height / 2, height, zoom),
      zoom,
    });
  }, [count, areMeasured, width, height, getNodes, getNode, getNodesBounds, setViewport]);
  if (isWhole || width < 520) return null;
  return (
    <MiniMap
      pannable
      position="top-right"
      ariaLabel="Map of the whole workflow"
      bgColor="var(--surface)"
      maskColor="var(--backdrop)"
      nodeColor="var(--line-strong)"
      style={{ width: 130, height: 70 }}
    />
  );
}

/** In the middle where all of it fits; else with `middle` in the middle, and nothing empty at the ends. */
function offset(
  [start, length]: readonly [number, number],
  middle: number,
  room: number,
  zoom: number,
): number {
  const all = length * zoom;
  if (all + 2 * PADDING <= room) return (room - all) / 2 - start * zoom;
  const first = PADDING - start * zoom;
  const last = room - PADDING - (start + length) * zoom;
  return Math.min(first, Math.max(last, room / 2 - middle * zoom));
}
