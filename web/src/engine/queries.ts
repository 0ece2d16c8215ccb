/** What never changes while the page is open: systems, which the build writes into it. */
import type { SystemInfo } from "./systems.ts";

declare const SKILL_SYSTEMS: readonly SystemInfo[];

export const systems: readonly SystemInfo[] = SKILL_SYSTEMS;
