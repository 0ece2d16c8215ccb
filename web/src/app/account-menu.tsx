import { Menu } from "@base-ui/react/menu";
import { Icon } from "../components/icon.tsx";
import { useSay } from "../components/toasts.tsx";
import { sayError, useUser, useWorkbench } from "../data/workbench.ts";

export function AccountMenu() {
  const { session } = useWorkbench();
  const user = useUser();
  const say = useSay();
  const logout = (): void => {
    session.logout().catch((error: unknown) => say.bad(sayError(error)));
  };
  return (
    <Menu.Root>
      <Menu.Trigger
        className="button button-quiet account-button"
        aria-label={`Account ${user.email}`}
      >
        <Icon name="user" />
        <span className="clip">{user.email}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={6}>
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={logout}>
              Log out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
