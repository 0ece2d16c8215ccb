import type { ButtonHTMLAttributes } from "react";
import { Icon, type IconName } from "./icon.tsx";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "plain" | "primary" | "danger" | "quiet";
  readonly size?: "normal" | "small";
  readonly icon?: IconName;
}

export function Button(props: ButtonProps) {
  const { look = "plain", size = "normal", icon, children, className, ...rest } = props;
  const classes = [
    "button",
    look === "plain" ? "" : `button-${look}`,
    size === "small" ? "button-small" : "",
    children === undefined ? "button-icon" : "",
    className ?? "",
  ];
  return (
    <button type="button" {...rest} className={classes.filter((name) => name !== "").join(" ")}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}
