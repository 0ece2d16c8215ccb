import { marketCodes, marketRefusal } from "../../registry/contract/index.ts";
import { SkillError } from "../../skill/index.ts";
import { type QuotaRequest, quotaCodes, reserve } from "../quotas/index.ts";
import type { MarketPorts, Query } from "./ports.ts";

/** As `reserve`, with the refusal in the words of the registry, which all of its protocols know. */
export async function reserveFor<T>(
  ports: MarketPorts,
  userId: string,
  wish: QuotaRequest,
  work: (transaction: Query) => Promise<T>,
): Promise<T> {
  try {
    return await reserve(ports, userId, wish, work);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    const { code, message, hint = "" } = error.diagnostic;
    if (code === quotaCodes.exceeded) throw marketRefusal(marketCodes.overQuota, message, { hint });
    if (code === quotaCodes.tooLarge) throw marketRefusal(marketCodes.tooLarge, message, { hint });
    throw error;
  }
}
