import { Menu } from "@base-ui/react/menu";
import { Icon, type IconName } from "./icon.tsx";

export interface MoreAction {
  readonly title: string;
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export interface MoreMenuProps {
  /** What the menu is about, for those who do not see the three dots. */
  readonly label: string;
  readonly actions: readonly MoreAction[];
  /** Words on the button in place of the dots. */
  readonly title?: string;
  readonly side?: "top" | "bottom";
}

/** Rare and destructive actions, out of the way of the main one. */
export function MoreMenu({ label, actions, title, side = "bottom" }: MoreMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className={title === undefined ? "button button-quiet button-icon" : "button button-quiet"}
        aria-label={label}
      >
        {title}
        <Icon name={title === undefined ? "more" : "down"} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" side={side} align="end" sideOffset={6}>
          <Menu.Popup className="menu">
            {actions.map((action) => (
              <Menu.Item
                key={action.title}
                className={action.isDanger === true ? "menu-item menu-item-danger" : "menu-item"}
                disabled={action.disabled ?? false}
                onClick={action.onClick}
              >
                {action.icon === undefined ? null : <Icon name={action.icon} />}
                {action.title}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
