import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { Navigation } from "./navigation.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { useTheme } from "./theme.ts";

const Palette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));
const Help = lazy(async () => ({ default: (await import("./shortcut-help.tsx")).ShortcutHelp }));

/** What stands around every page. */
export function Shell() {
  const [open, setOpen] = useState<"menu" | "palette" | "help" | undefined>();
  const close = useCallback(() => setOpen(undefined), []);
  const openPalette = useCallback(() => setOpen("palette"), []);
  const openHelp = useCallback(() => setOpen("help"), []);
  useShortcuts({ openPalette, openHelp });
  const main = useFocusOnNewPage();
  return (
    <div className="shell" data-menu={open === "menu" ? "open" : "closed"}>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <div className="topbar">
        <Button
          look="quiet"
          icon="menu"
          aria-label="Open navigation"
          onClick={() => setOpen("menu")}
        />
        <Brand />
        <Button look="quiet" icon="search" aria-label="Search pages" onClick={openPalette} />
      </div>
      <button
        type="button"
        className="sidebar-backdrop"
        aria-label="Close navigation"
        tabIndex={open === "menu" ? 0 : -1}
        hidden={open !== "menu"}
        onClick={close}
      />
      <header className="sidebar">
        <Brand />
        <button type="button" className="sidebar-search" onClick={openPalette}>
          <Icon name="search" />
          Go to…
          <kbd>Ctrl K</kbd>
        </button>
        <Navigation onGo={close} />
        <div className="sidebar-foot">
          <AccountMenu />
          <ThemeToggle />
        </div>
      </header>
      <main id="main" className="main" tabIndex={-1} ref={main}>
        <ConnectionNotice />
        <Outlet />
      </main>
      <Suspense>
        {open === "palette" ? <Palette onClose={close} onHelp={openHelp} /> : null}
        {open === "help" ? <Help onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

function Brand() {
  return (
    <Link to="/" className="brand">
      <img src="/favicon.svg" alt="" />
      Skillwright
    </Link>
  );
}

function ThemeToggle() {
  const { shown, toggle } = useTheme();
  const other = shown === "dark" ? "light" : "dark";
  return (
    <Button
      look="quiet"
      icon={shown === "dark" ? "sun" : "moon"}
      aria-label={`Change to ${other} colours`}
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
