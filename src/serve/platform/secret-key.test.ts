import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { openSession, publicKeys, register } from "../../hub/accounts/index.ts";
import { openSecretCipher } from "./secret-key.ts";

function keyFile(): string {
  return join(mkdtempSync(join(tmpdir(), "skillwright-key-")), "secret.key");
}

const key = (fill: number): string => Buffer.alloc(32, fill).toString("base64");

describeOnDatabases("the key of the secrets", ({ open, kind }) => {
  it("[BX-14] is made once, for the user of the server alone, and found again", async () => {
    const [database, file] = [await open(), keyFile()];
    const both = await Promise.all([
      openSecretCipher({ file, database, environment: {} }),
      openSecretCipher({ file, database, environment: {} }),
    ]);
    expect(new Set(both.map(({ cipher }) => cipher.keyId)).size).toBe(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toMatch(/^[\w-]{43}\n$/u);
  });

  it("[BX-14] must be the same on every replica, or the replica does not start", async () => {
    const database = await open();
    const first = keyFile();
    const { cipher } = await openSecretCipher({ file: first, database, environment: {} });
    const other = keyFile();
    await expect(openSecretCipher({ file: other, database, environment: {} })).rejects.toThrow(
      "The key for the secrets in the database is missing.",
    );
    // It was not made up either, which would only hide that the right one is missing.
    expect(() => statSync(other)).toThrow("ENOENT");
    const environment = { SKILLWRIGHT_SECRET_KEY: key(9) };
    await expect(openSecretCipher({ file: other, database, environment })).rejects.toThrow(
      `encrypted with the key \`${cipher.keyId}\``,
    );
    const shared = { SKILLWRIGHT_SECRET_KEY: readFileSync(first, "utf8") };
    await openSecretCipher({ database, environment: shared });
  });

  it("needs to be given where a database outlives the process and no folder does", async () => {
    const opening = openSecretCipher({ database: await open(), environment: {} });
    if (kind === "postgres")
      await expect(opening).rejects.toThrow("The key for the secrets in the database is missing.");
    else await opening;
  });

  it("[BX-14] can be changed: what was encrypted before is encrypted anew", async () => {
    const [database, file] = [await open(), keyFile()];
    const { cipher } = await openSecretCipher({ file, database, environment: {} });
    const accounts = { ...createAccounts(database), cipher };
    const credentials = { email: "ada@example.org", password: "planted-password-4711" };
    const user = await register(accounts, credentials);
    await openSession(accounts, user);
    const before = await publicKeys(accounts);
    writeFileSync(file, `${key(2)}\n${readFileSync(file, "utf8")}`);
    await openSecretCipher({ file, database, environment: {} });
    writeFileSync(file, `${key(2)}\n`);
    const later = await openSecretCipher({ file, database, environment: {} });
    expect(later).toMatchObject({ plain: 0 });
    // The same key signs; only what encrypts it is another.
    await openSession({ ...accounts, cipher: later.cipher }, user);
    expect(await publicKeys(accounts)).toEqual(before);
  });
});
