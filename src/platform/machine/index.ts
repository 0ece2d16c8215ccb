export { isAdministrator } from "./administrator.ts";
export type { Clock } from "./clock.ts";
export { createFakeClock, nextTurn, systemClock } from "./clock.ts";
export { createFakeMachine } from "./fake.ts";
export type { Machine } from "./machine.ts";
export { thisMachine } from "./machine.ts";
export { hashPassword, isPassword } from "./password.ts";
export { isSameSecret, newId, newSecret } from "./secrets.ts";
export { listenForStop } from "./signals.ts";
