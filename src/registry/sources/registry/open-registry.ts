import { openClawHub } from "../clawhub/index.ts";
import type { WebOptions } from "../http.ts";
import type { SkillPlace } from "../place.ts";

/** Opens a registry by its address. */
export async function openRegistry(
  address: string,
  options: WebOptions & { readonly mayBeRisky?: boolean } = {},
): Promise<SkillPlace> {
  return await openClawHub(address, options);
}
