import { Select as Base } from "@base-ui/react/select";
import { Icon } from "./icon.tsx";

export interface SelectOption {
  readonly value: string;
  readonly title: string;
}

export interface SelectProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
  /** What it is called, where no label of a field says it. */
  readonly label?: string;
  /** What ties it to the label of a field. */
  readonly control?: {
    readonly id?: string;
    readonly "aria-describedby"?: string;
    readonly "aria-invalid"?: true;
    readonly required?: true;
  };
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** One of a list. The list is drawn by the page, so that it looks the same in both themes and on every machine. */
export function Select(props: SelectProps) {
  const { value, onChange, options, label, control = {}, isDisabled = false, className } = props;
  const { required: isRequired, ...tied } = control;
  return (
    <Base.Root
      items={options.map(({ value: id, title }) => ({ value: id, label: title }))}
      value={value}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
      disabled={isDisabled}
      required={isRequired === true}
    >
      <Base.Trigger
        {...tied}
        aria-label={label}
        className={className === undefined ? "input select" : `input select ${className}`}
      >
        <Base.Value className="clip" />
        <Base.Icon className="row">
          <Icon name="down" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="select-list" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="menu">
            <Base.List>
              {options.map(({ value: id, title }) => (
                <Base.Item key={id} value={id} className="menu-item">
                  <Base.ItemText>{title}</Base.ItemText>
                  <Base.ItemIndicator className="row">
                    <Icon name="check" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
