import { BrandMark } from "../components/brand-mark.tsx";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { Navigation, PlaygroundViews, TabBar } from "./navigation.tsx";
import { RecentSkills } from "./recent-skills.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { useTheme } from "./theme.ts";
import { pages } from "../pages/table.ts";
import { useTexts } from "../texts/use-texts.tsx";

const Palette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));
const Help = lazy(async () => ({ default: (await import("./shortcut-help.tsx")).ShortcutHelp }));

/** What stands around every page. */
export function Shell() {
  const [open, setOpen] = useState<"palette" | "help" | undefined>();
  const close = useCallback(() => setOpen(undefined), []);
  const openPalette = useCallback(() => setOpen("palette"), []);
  const openHelp = useCallback(() => setOpen("help"), []);
  useShortcuts({ openPalette, openHelp });
  const main = useFocusOnNewPage();
  const isWide = useIsWide();
  const say = useTexts();
  return (
    <div className={isWide ? "shell shell-rail" : "shell"}>
      <a className="skip-link" href="#main">
        {say("shell.skip")}
      </a>
      <div className="topbar">
        <Brand />
        <Button
          look="quiet"
          icon="search"
          aria-label={say("palette.title")}
          onClick={openPalette}
        />
        <ThemeToggle />
        <AccountMenu />
      </div>
      <header className="sidebar">
        <Brand />
        <button type="button" className="sidebar-search" onClick={openPalette}>
          <Icon name="search" />
          <span className="nav-title">{say("shell.search")}</span>
          <kbd className="nav-title" aria-hidden="true">
            Ctrl K
          </kbd>
        </button>
        <Navigation />
        <RecentSkills />
        <div className="sidebar-foot">
          <AccountMenu />
          <ThemeToggle />
        </div>
      </header>
      <main id="main" className={isWide ? "main main-wide" : "main"} tabIndex={-1} ref={main}>
        <ConnectionNotice />
        <PlaygroundViews />
        <Outlet />
      </main>
      <TabBar />
      <Suspense>
        {open === "palette" ? <Palette onClose={close} onHelp={openHelp} /> : null}
        {open === "help" ? <Help onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

/** Whether the page says that it needs the width. */
function useIsWide(): boolean {
  const { pathname } = useLocation();
  return pages.some(({ path, isWide = false }) => isWide && isAt(path, pathname));
}

/** `$name` in the path of a page stands for any part of an address. */
function isAt(path: string, pathname: string): boolean {
  const wanted = partsOf(path);
  const given = partsOf(pathname);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith("$") || part === given[index])
  );
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

function Brand() {
  return (
    <Link to="/" className="brand" aria-label="Skillwright">
      <BrandMark />
      <span className="nav-title">Skillwright</span>
    </Link>
  );
}

function ThemeToggle() {
  const say = useTexts();
  const { shown, toggle } = useTheme();
  return (
    <Button
      look="quiet"
      icon={shown === "dark" ? "sun" : "moon"}
      aria-label={say(shown === "dark" ? "shell.light" : "shell.dark")}
      onClick={toggle}
    />
  );
}

/** Whoever goes on by keyboard after a link was followed begins at the new page, not at the old link. */
function useFocusOnNewPage(): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
