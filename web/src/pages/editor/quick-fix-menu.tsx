import { Menu } from "@base-ui/react/menu";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Diagnostic } from "../../../../src/skill/index.ts";
import { Message } from "../../components/diagnostic-list.tsx";
import { Icon } from "../../components/icon.tsx";
import { Status } from "../../components/status.tsx";
import { applyFix } from "../../editor/fix.ts";
import type { QuickFixPlace } from "../../editor/quick-fix.ts";
import { useEngine } from "../../engine/engine.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface QuickFixMenuProps {
  readonly place: QuickFixPlace;
  readonly path: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly onFix: (diagnostic: Diagnostic) => void;
  readonly onFixAll: () => void;
  readonly onClose: () => void;
  /** Where the cursor goes back to. */
  readonly getText: () => HTMLElement | null;
}

/** What can be fixed at a line, each with what it changes. */
export function QuickFixMenu(props: QuickFixMenuProps) {
  const say = useTexts();
  const { place, path, text, diagnostics, onFix, onFixAll, onClose, getText } = props;
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined);
  const here = fixable.filter(({ range }) => (range?.start.line ?? 1) === place.line);
  // The finding may begin a line before the one on which somebody asks.
  const shown = here.length > 0 ? here : fixable.slice(0, 3);
  const safe = fixable.filter(({ fix }) => fix?.safety === "safe").length;
  const { left, top } = place;
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the menu has taken the focus: Enter takes the first fix.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        popup.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus(),
      ),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          className="select-list"
          anchor={{ getBoundingClientRect: () => new DOMRect(left, top, 0, 0) }}
          side="bottom"
          align="start"
          sideOffset={4}
        >
          <Menu.Popup
            ref={popup}
            className="menu quick-fix"
            aria-label={say("editor.quickFixes")}
            finalFocus={getText}
          >
            {shown.length === 0 ? (
              <Menu.Item className="menu-item" onClick={onClose}>
                {say("editor.noQuickFixHere")}
              </Menu.Item>
            ) : null}
            {shown.map((diagnostic, index) => (
              <Menu.Group key={`${diagnostic.code} ${index}`}>
                <Menu.GroupLabel className="quick-fix-head">
                  <Status shape={diagnostic.severity === "error" ? "error" : "warning"} />
                  <span>
                    <Message text={diagnostic.message} />
                    <span className="quick-fix-place">
                      {say("editor.line", {
                        code: diagnostic.code,
                        b: diagnostic.range?.start.line ?? 1,
                      })}
                    </span>
                  </span>
                </Menu.GroupLabel>
                <Menu.Item className="menu-item" onClick={() => onFix(diagnostic)}>
                  <Icon name="wrench" />
                  <span className="grow">
                    <Message text={diagnostic.fix?.title ?? ""} />
                  </span>
                  <Effect path={path} text={applyFix(text, diagnostic)} />
                </Menu.Item>
              </Menu.Group>
            ))}
            {safe > 1 ? (
              <>
                <Menu.Separator className="menu-line" />
                <Menu.Item className="menu-item" onClick={onFixAll}>
                  <Icon name="check" />
                  <span className="grow">{say("editor.fixProblemsInThis", { safe })}</span>
                  <kbd aria-hidden="true">Ctrl Shift .</kbd>
                </Menu.Item>
              </>
            ) : null}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** On how many systems the skill would work then. */
function Effect({ path, text }: { readonly path: string; readonly text: string }) {
  const say = useTexts();
  const engine = useEngine();
  const { data } = useQuery({
    queryKey: ["engine", "effect", path, text],
    queryFn: async () => {
      const { rows } = await engine.call("matrix", { skills: [{ path, text }] });
      const cells = rows[0]?.cells ?? [];
      const works = cells.filter(({ verdict }) => verdict === "works").length;
      return { works, of: cells.length };
    },
    gcTime: 10_000,
  });
  if (data === undefined) return null;
  return (
    <span className="muted small">
      {say("editor.ofWork", { count: data.works, count2: data.of })}
    </span>
  );
}
