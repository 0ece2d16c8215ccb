import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/program.ts";
import { openLogFile } from "./log-file.ts";

const isPosix = process.platform !== "win32";

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe("a log file", () => {
  it("appends to what is there, and rotates before it grows too large", () => {
    const path = join(temporaryFolder(), "logs", "server.log");
    const first = openLogFile({ path, maxBytes: 20 });
    first.write("a".repeat(9));
    first.close();
    const second = openLogFile({ path, maxBytes: 20 });
    second.write("b".repeat(9));
    expect(existsSync(`${path}.1`)).toBe(false);
    second.write("c".repeat(30));
    second.write("d");
    second.close();
    expect(readFileSync(`${path}.1`, "utf8")).toBe(`${"c".repeat(30)}\n`);
    expect(readFileSync(path, "utf8")).toBe("d\n");
  });

  it.runIf(isPosix)("is readable by its user alone, also where it was not before", () => {
    const path = join(temporaryFolder(), "logs", "server.log");
    openLogFile({ path, maxBytes: 20 }).close();
    expect([modeOf(path), modeOf(join(path, ".."))]).toEqual([0o600, 0o700]);
    chmodSync(path, 0o644);
    writeFileSync(path, "x".repeat(20));
    const log = openLogFile({ path, maxBytes: 20 });
    log.write("y");
    log.close();
    expect([modeOf(path), modeOf(`${path}.1`)]).toEqual([0o600, 0o600]);
  });
});
