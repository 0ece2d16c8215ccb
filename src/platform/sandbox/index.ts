export { findOnPath } from "./programs.ts";
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
  SandboxCheck as Wall,
  SandboxReport as Walls,
} from "./contract.ts";
export { PROXY_ADDRESS as DOOR } from "./bridge.ts";
export { createBubblewrapRunner } from "./bubblewrap.ts";
export { sandboxCodes } from "./diagnostics.ts";
export { findNode, type Interpreter, nodeInterpreter, pythonInterpreter } from "./interpreters.ts";
export { chownToSandbox, mountsFor, type Place } from "./places.ts";
