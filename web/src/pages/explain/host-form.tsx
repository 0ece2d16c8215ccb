import type { HostView } from "../../../../src/library/gate/index.ts";
import { capabilityIds, executionBaseline } from "../../../../src/library/hosts/facts.ts";
import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

/** A host as somebody describes it in the form. */
export interface DescribedHost {
  readonly id: string;
  readonly os: string;
  readonly role: string;
  readonly capabilities: readonly string[];
  readonly env: string;
  readonly bins: string;
  readonly isConnected: boolean;
}

export const firstHost: DescribedHost = {
  id: "simulated",
  os: "linux",
  role: "execution",
  capabilities: executionBaseline,
  env: "",
  bins: "",
  isConnected: true,
};

const SYSTEMS = [
  ["linux", "Linux"],
  ["darwin", "macOS"],
  ["win32", "Windows"],
] as const;

export function toHostView(host: DescribedHost): HostView {
  return {
    id: host.id === "" ? "simulated" : host.id,
    role: host.role,
    capabilities: host.capabilities,
    os: host.os === "win32" ? "windows" : host.os,
    platform: host.os,
    env: namesIn(host.env),
    bins: Object.fromEntries(namesIn(host.bins).map((name) => [name, true])),
    allowsCommands: host.capabilities.includes("shell.exec"),
    isConnected: host.isConnected,
  };
}

function namesIn(text: string): readonly string[] {
  return text
    .split(/[\s,]+/u)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

export interface HostFormProps {
  readonly host: DescribedHost;
  readonly onChange: (host: DescribedHost) => void;
}

export function HostForm({ host, onChange }: HostFormProps) {
  const say = useTexts();
  const set = (change: Partial<DescribedHost>): void => onChange({ ...host, ...change });
  return (
    <fieldset className="stack explain-host">
      <legend className="visually-hidden">{say("explain.aHostToTry")}</legend>
      <div className="row row-wrap explain-pair">
        <Field label={say("explain.hostSystem")}>
          {(control) => (
            <Select
              control={control}
              value={host.os}
              onChange={(os) => set({ os })}
              options={SYSTEMS.map(([value, title]) => ({ value, title }))}
            />
          )}
        </Field>
        <Field label={say("settings.role")}>
          {(control) => (
            <Select
              control={control}
              value={host.role}
              onChange={(role) => set({ role })}
              options={["execution", "specialized"].map((role) => ({ value: role, title: role }))}
            />
          )}
        </Field>
      </div>
      <Field label={say("settings.programs")} help={say("explain.namesWithCommasOr")}>
        {(control) => (
          <input
            {...control}
            className="input mono"
            value={host.bins}
            placeholder="git, ffmpeg"
            onChange={(event) => set({ bins: event.target.value })}
          />
        )}
      </Field>
      <Field label={say("common.variables")} help={say("explain.namesOnlyValuesAre")}>
        {(control) => (
          <input
            {...control}
            className="input mono"
            value={host.env}
            placeholder="GITHUB_TOKEN"
            onChange={(event) => set({ env: event.target.value })}
          />
        )}
      </Field>
      <div className="field">
        <span className="field-label" id="capabilities">
          {say("explain.capabilities")}
        </span>
        <div className="explain-boxes" role="group" aria-labelledby="capabilities">
          {capabilityIds.map((id) => (
            <label key={id} className="row small">
              <input
                type="checkbox"
                checked={host.capabilities.includes(id)}
                onChange={(event) =>
                  set({
                    capabilities: event.target.checked
                      ? [...host.capabilities, id]
                      : host.capabilities.filter((one) => one !== id),
                  })
                }
              />
              {id}
            </label>
          ))}
        </div>
      </div>
      <label className="row small">
        <input
          type="checkbox"
          checked={host.isConnected}
          onChange={(event) => set({ isConnected: event.target.checked })}
        />
        {say("explain.itIsConnected")}
      </label>
    </fieldset>
  );
}
