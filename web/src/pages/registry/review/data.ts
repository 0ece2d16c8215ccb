import type { Client } from "../../../../../src/client/index.ts";
import { type Paged, usePaged } from "../paged.tsx";

type QueuePage = Awaited<ReturnType<Client["listRegistryQueue"]>>;
type ReportPage = Awaited<ReturnType<Client["listRegistryReports"]>>;
type PromotionPage = Awaited<ReturnType<Client["listRegistryPromotions"]>>;
export type QueuedVersion = QueuePage["versions"][number];
export type Report = ReportPage["reports"][number];
export type Promotion = PromotionPage["promotions"][number];

const PAGE = 25;

export function useQueue(state: "in-review" | "quarantined"): Paged<QueuedVersion, QueuePage> {
  return usePaged({
    queryKey: ["registry", "queue", state],
    limit: PAGE,
    // What somebody appeals for stands among the appeals, with what they say.
    ask: (client, page, signal) =>
      client.listRegistryQueue({ query: { ...page, state, is_appealed: "false" }, signal }),
    itemsOf: ({ versions }) => versions,
  });
}

export function useReports(): Paged<Report, ReportPage> {
  return usePaged({
    queryKey: ["registry", "reports"],
    limit: PAGE,
    ask: (client, page, signal) =>
      client.listRegistryReports({ query: { ...page, state: "open" }, signal }),
    itemsOf: ({ reports }) => reports,
  });
}

export function usePromotions(): Paged<Promotion, PromotionPage> {
  return usePaged({
    queryKey: ["registry", "promotions"],
    limit: PAGE,
    ask: (client, page, signal) =>
      client.listRegistryPromotions({ query: { ...page, state: "open" }, signal }),
    itemsOf: ({ promotions }) => promotions,
  });
}
