import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface TabsProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly onChange: (name: Name) => void;
  readonly tabs: readonly { readonly name: Name; readonly title: ReactNode }[];
  /** What the chosen tab shows. */
  readonly children: ReactNode;
}

export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, value, onChange, tabs, children } = props;
  return (
    <Base.Root value={value} onValueChange={onChange} className="stack">
      <Base.List className="tabs-list" aria-label={label}>
        {tabs.map(({ name, title }) => (
          <Base.Tab key={name} value={name} className="tab">
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value}>{children}</Base.Panel>
    </Base.Root>
  );
}
