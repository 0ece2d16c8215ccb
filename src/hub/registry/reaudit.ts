import { newId } from "../../platform/machine/index.ts";
import {
  isGiven,
  type SignatureRecord,
  type VersionRecord,
  type Viewer,
} from "../../registry/contract/index.ts";
import { judgeAudit } from "./audit.ts";
import { changeState } from "./change-state.ts";
import { checkUnnoticed, filesOf } from "./describe.ts";
import { findForChange, findVersion } from "./find.ts";
import { REGISTRY } from "./log.ts";
import type { MarketPorts } from "./ports.ts";
import { fromJson, toVersion } from "./records.ts";
import { versionRow } from "./requests.ts";

/** Looks at a version again. What the scanner blocks now is taken away at once. */
export async function reaudit(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<VersionRecord> {
  const found = await findForChange(ports, viewer, name, "maintainer");
  const row = await findVersion(ports.database.query, found, version);
  checkUnnoticed(viewer, row);
  const signature = row.signature === null ? undefined : fromJson<SignatureRecord>(row.signature);
  const attested = signature?.role === undefined ? "experimental" : "community";
  const files = await filesOf(ports, row);
  const audit = await ports.jobs.run(
    "audit-package",
    { slug: found.row.slug, source: { kind: "checked", files } },
    { owner: found.member.userId },
  );
  const audited = judgeAudit(ports, audit, {
    attested,
    claimed: row.claimed_tier ?? undefined,
  });
  const next = await ports.database.query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("market_versions")
      .set({ audit: JSON.stringify(audited.kept) })
      .where("id", "=", row.id)
      .execute();
    // The last report alone is read, and publishers may ask as often as they like.
    await transaction.deleteFrom("market_audits").where("version_id", "=", row.id).execute();
    await transaction
      .insertInto("market_audits")
      .values({
        id: newId(),
        version_id: row.id,
        report: JSON.stringify(audited.report).replaceAll("\\u0000", "\\ufffd"),
        created_at: audited.kept.auditedAt,
      })
      .execute();
    const isBlocked = audited.kept.verdicts[row.tier] === "block";
    if (isBlocked && isGiven(row.state, row.held_by))
      await changeState(ports, transaction, found.row, row.id, {
        event: "quarantine",
        by: "registry",
        actor: REGISTRY,
        reason: audited.kept.reason,
      });
    return await versionRow(transaction, row.id);
  });
  return toVersion(found.row, next);
}
