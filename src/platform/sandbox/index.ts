export type {
  Command,
  ConfinedProcess,
  ConfinedRunner,
  Confinement,
  HostRule,
  Limits,
  Mount,
  Refusal,
  SandboxEnd,
  StartOptions,
  Wall,
  Walls,
} from "./contract.ts";
