/** Which of a skill's installers a system would follow, and why not the others. */
import {
  type Dialect,
  getKey,
  type InstallOption,
  type InstallRequest,
  isEqual,
  isList,
  isObject,
  type Json,
} from "../../skill/index.ts";

export type ChoiceState =
  | "chosen"
  | "other-system"
  | "malformed"
  /** It would be chosen if the program that follows it were there. */
  | "program-missing"
  | "not-preferred";

export interface Choice {
  readonly option: InstallOption;
  readonly state: ChoiceState;
  /** Systems for which it is meant, where it says so. */
  readonly systems: readonly string[];
}

type Chooser = NonNullable<Dialect["installOptions"]>;

/** Every installer of a skill in its order, with what the system makes of it. */
export function judgeInstallers(dialect: Dialect, request: InstallRequest): readonly Choice[] {
  const choose = dialect.installOptions ?? takeAll;
  const chosen = choose(request);
  return request.install.map((raw, index): Choice => {
    const systems = readSystems(raw);
    const [alone] = choose({ ...request, install: [raw] });
    if (alone === undefined)
      return { option: asWritten(raw, index), systems, ...whyNone(choose, request, raw) };
    const offered = chosen.find(({ spec }) => isEqual(spec, alone.spec));
    if (offered !== undefined) return { option: offered, state: "chosen", systems };
    return {
      option: { ...alone, id: readId(raw, alone.kind, index) },
      state: isMissed(choose, request, alone) ? "program-missing" : "not-preferred",
      systems,
    };
  });
}

/** Of all programs only Homebrew, by being there, changes what is chosen. */
function isMissed(
  choose: Chooser,
  request: InstallRequest,
  { kind, spec }: InstallOption,
): boolean {
  if (request.bins.includes(kind)) return false;
  return choose({ ...request, bins: [...request.bins, kind] }).some((option) =>
    isEqual(option.spec, spec),
  );
}

/** Taken by itself for a system that it names, it is either fine or malformed. */
function whyNone(choose: Chooser, request: InstallRequest, raw: Json): Pick<Choice, "state"> {
  const isFine = readSystems(raw).some(
    (platform) => choose({ ...request, install: [raw], platform }).length > 0,
  );
  return { state: isFine ? "other-system" : "malformed" };
}

const takeAll: Chooser = ({ install, platform }) =>
  install.map(asWritten).filter(({ kind, spec }) => {
    const systems = readSystems(spec);
    return kind !== "" && (systems.length === 0 || systems.includes(platform));
  });

function asWritten(raw: Json, index: number): InstallOption {
  const spec = isObject(raw) ? raw : {};
  const kind = getKey(spec, "kind") ?? getKey(spec, "type");
  const name = typeof kind === "string" ? kind.trim().toLowerCase() : "";
  return { id: readId(raw, name, index), kind: name, spec };
}

function readId(raw: Json, kind: string, index: number): string {
  const id = isObject(raw) ? getKey(raw, "id") : undefined;
  return typeof id === "string" && id.trim() !== "" ? id.trim() : `${kind}-${index}`;
}

function readSystems(raw: Json): readonly string[] {
  const systems = isObject(raw) ? getKey(raw, "os") : undefined;
  return isList(systems) ? systems.filter((item) => typeof item === "string") : [];
}
