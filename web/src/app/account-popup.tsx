import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { useSay } from "../components/toasts.tsx";
import { formatError, useWorkbench } from "../data/workbench.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** What can be done with the account. */
export function AccountPopup(props: { readonly email: string; readonly children: ReactNode }) {
  const { session } = useWorkbench();
  const say = useSay();
  const text = useTexts();
  const logout = (): void => {
    session.logout().catch((error: unknown) => say.bad(formatError(error)));
  };
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger
        className="button button-quiet account-button"
        aria-label={text("app.account", { email: props.email })}
      >
        {props.children}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={6}>
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={logout}>
              {text("shell.logout")}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
