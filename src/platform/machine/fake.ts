import type { Environment } from "../terminal.ts";
import type { Machine } from "./machine.ts";

export interface FakeMachineOptions {
  readonly platform?: string;
  readonly name?: string;
  readonly environment?: Environment;
  /** Full paths of the programs on it. */
  readonly programs?: readonly string[];
  readonly loginPath?: string;
}

export interface FakeMachine extends Machine {
  /** Every path that was looked at, in order. */
  readonly lookups: readonly string[];
  readonly install: (path: string) => void;
  readonly set: (name: string, value: string | undefined) => void;
}

/** A machine of any system, in memory. */
export function createFakeMachine(options: FakeMachineOptions = {}): FakeMachine {
  const { platform = "linux", name = "fake" } = options;
  const environment: Record<string, string | undefined> = { ...options.environment };
  // Windows does not tell file names apart by the case of their letters.
  const fold = (path: string): string => (platform === "win32" ? path.toLowerCase() : path);
  const programs = new Set((options.programs ?? []).map(fold));
  const lookups: string[] = [];
  return {
    platform,
    name,
    lookups,
    environment: () => ({ ...environment }),
    isProgram: (path) => {
      lookups.push(path);
      return programs.has(fold(path));
    },
    loginPath: () => Promise.resolve(options.loginPath),
    install: (path) => {
      programs.add(fold(path));
    },
    set: (key, value) => {
      environment[key] = value;
    },
  };
}
