import { Tabs as Base } from "@base-ui/react/tabs";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

const TABS = [
  ["problems", "common.problems"],
  ["run", "common.run"],
  ["evals", "common.evals"],
  ["trace", "common.trace"],
  ["history", "run.history"],
] as const;

export type DockTab = (typeof TABS)[number][0];

/** What the address says: a tab, or that the dock is closed. */
export function toDockTab(value: string): DockTab | "none" {
  if (value === "none") return "none";
  return TABS.find(([id]) => id === value)?.[0] ?? "problems";
}

export interface DockProps {
  readonly tab: DockTab;
  /** The server keeps the skill: one in a folder is neither run nor evaluated here, and has no history. */
  readonly isStored: boolean;
  readonly onTab: (tab: DockTab | "none") => void;
  readonly count: number;
  readonly height: number;
  readonly onHeight: (height: number) => void;
  readonly children: ReactNode;
}

/** What is below the text. Its height is kept in this browser. */
export function Dock({
  tab: wanted,
  isStored,
  onTab,
  count,
  height,
  onHeight,
  children,
}: DockProps) {
  const say = useTexts();
  const [isTall, setIsTall] = useState(false);
  const tab = isStored ? wanted : "problems";
  return (
    <section
      className={isTall ? "dock dock-tall" : "dock"}
      aria-label={say("editor.aboutTheText")}
      style={{ height: isTall ? undefined : height }}
    >
      <Splitter height={height} onHeight={onHeight} />
      <Base.Root value={tab} onValueChange={onTab} className="dock-tabs">
        <div className="dock-head">
          <Base.List className="tabs-list" aria-label={say("editor.aboutTheText")}>
            {TABS.filter(([id]) => isStored || id === "problems").map(([id, title]) => (
              <Base.Tab key={id} value={id} className="tab">
                {say(title)}
                {id === "problems" && count > 0 ? (
                  <>
                    {" "}
                    <span className="pill">{count}</span>
                  </>
                ) : null}
              </Base.Tab>
            ))}
          </Base.List>
          <span className="row dock-tools">
            <kbd aria-hidden="true">Ctrl J</kbd>
            <Button
              size="small"
              look="quiet"
              icon={isTall ? "down" : "up"}
              aria-label={
                isTall ? say("editor.makeThePanelSmaller") : say("editor.makeThePanelLarger")
              }
              onClick={() => setIsTall(!isTall)}
            />
            <Button
              size="small"
              look="quiet"
              icon="close"
              aria-label={say("editor.closeThePanel")}
              onClick={() => onTab("none")}
            />
          </span>
        </div>
        <Base.Panel value={tab} className="dock-panel">
          {children}
        </Base.Panel>
      </Base.Root>
    </section>
  );
}

const LEAST = 120;
const STEP = 24;

/** Between text and dock, to be moved by hand or by arrows. */
function Splitter({ height, onHeight }: Pick<DockProps, "height" | "onHeight">) {
  const say = useTexts();
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget;
    if (!box.hasPointerCapture(event.pointerId)) return;
    const bottom = box.parentElement?.getBoundingClientRect().bottom ?? window.innerHeight;
    onHeight(clamp(bottom - event.clientY));
  };
  const listen = (event: KeyboardEvent): void => {
    const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onHeight(clamp(height + step));
  };
  return (
    <div
      className="dock-splitter"
      role="separator"
      aria-orientation="horizontal"
      aria-label={say("editor.heightOfThePanel")}
      aria-valuenow={height}
      aria-valuemin={LEAST}
      aria-valuemax={most()}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={move}
      onKeyDown={listen}
    />
  );
}

function most(): number {
  return Math.round(window.innerHeight * 0.7);
}

function clamp(height: number): number {
  return Math.round(Math.min(most(), Math.max(LEAST, height)));
}

const HEIGHT_KEY = "skillwright-dock-height";
const USUAL = 252;

export function useDockHeight(): readonly [number, (height: number) => void] {
  const [height, setHeight] = useState(() => {
    const kept = Number(localStorage.getItem(HEIGHT_KEY) ?? USUAL);
    return Number.isFinite(kept) ? clamp(kept) : USUAL;
  });
  return [
    height,
    (next) => {
      setHeight(next);
      localStorage.setItem(HEIGHT_KEY, String(next));
    },
  ];
}

/** Ctrl J shows and hides the dock, wherever the focus is. */
export function useDockKey(toggle: () => void): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      const isKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "j";
      if (!isKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [toggle]);
}
