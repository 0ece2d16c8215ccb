import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { openOidcServer, type Person } from "../../../test/support/oidc-server.ts";
import { createPlatform } from "../../../test/support/platform.ts";
import { createSignOn, type SignOnSettings } from "../../hub/accounts/index.ts";

const publicUrl = "https://skills.example.org";
const OWN = { "x-skillwright-page": "1" };
const ada: Person = { sub: "1", email: "ada@example.org", email_verified: true };

function problem(code: string): string {
  return `${publicUrl}/signed-in#problem=${code}`;
}

describeOnDatabases("a login by another service", ({ open }) => {
  async function begin(settings: Partial<SignOnSettings> = {}) {
    const service = await openOidcServer({ id: "skills", secret: "of the client" });
    const database = await open();
    const signOn = createSignOn(createAccounts(database), {
      publicUrl,
      services: [
        {
          id: "corp",
          title: "Corp",
          issuer: service.issuer,
          clientId: "skills",
          clientSecret: "of the client",
          scopes: ["openid", "email"],
          groupsClaim: "groups",
          users: [],
          admins: [],
          teams: {},
          linksByEmail: false,
          ...settings,
        },
      ],
    });
    const platform = await createPlatform({ database, more: { signOn, publicUrl } });
    const root = await platform.join("root@example.org");
    /** Where the browser ends up. */
    const comeBack = async (person: Person, keepsCookie = true): Promise<string> => {
      const begun = await platform.send("GET", "/api/v1/session/sign-on/corp");
      expect(begun.status).toBe(303);
      const back = service.logIn(begun.headers.get("location") ?? "", person);
      const cookie = (begun.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
      const answered = await platform.send("GET", `${back.pathname}${back.search}`, {
        headers: keepsCookie ? { cookie } : {},
      });
      expect(answered.status).toBe(303);
      return answered.headers.get("location") ?? "";
    };
    const enter = async (person: Person) => {
      const token = new URL(await comeBack(person)).hash.slice(1);
      const opened = await platform.send("POST", "/api/v1/session/link", {
        body: { token },
        headers: OWN,
      });
      return opened.json as {
        readonly token: string;
        readonly user: { readonly id: string; readonly role: string; readonly email: string };
      };
    };
    const teamsOf = async (token: string): Promise<readonly string[]> => {
      const { teams } = (await platform.send("GET", "/api/v1/teams", { token })).json as {
        readonly teams: readonly { readonly name: string }[];
      };
      return teams.map(({ name }) => name);
    };
    return { service, platform, root, comeBack, enter, teamsOf };
  }

  it("[OC-19] makes the account at the first one, and knows it later by more than its address", async () => {
    const { enter } = await begin();
    const first = await enter(ada);
    expect(first.user).toMatchObject({ email: "ada@example.org", role: "user" });
    const later = await enter({ ...ada, email: "ada.l@example.org" });
    expect(later.user).toEqual(first.user);
  });

  it("[OC-19] gives roles and teams by groups, as they are at each login", async () => {
    const teams = { Platform: { owners: ["leads"], members: ["platform"] } };
    const { platform, enter, teamsOf } = await begin({ admins: ["operators"], teams });
    const first = await enter({ ...ada, groups: ["operators", "platform"] });
    expect(first.user.role).toBe("admin");
    const bob = await enter({ ...ada, sub: "2", email: "bob@example.org", groups: "leads" });
    expect([bob.user.role, await teamsOf(bob.token)]).toEqual(["user", ["Platform"]]);
    const moved = await enter({ ...ada, groups: [] });
    expect([moved.user.role, await teamsOf(moved.token)]).toEqual(["user", []]);
    // Also where a session was opened before.
    const users = await platform.send("GET", "/api/v1/users", { token: first.token });
    expect(users.status).toBe(403);
  });

  it("[BX-14] puts nobody into a team that somebody else made by that name", async () => {
    const teams = { Platform: { owners: [], members: ["platform"] } };
    const { platform, enter, teamsOf } = await begin({ teams });
    const eve = await platform.join("eve@example.org");
    await platform.send("POST", "/api/v1/teams", { token: eve, body: { name: "Platform" } });
    const { token } = await enter({ ...ada, groups: ["platform"] });
    expect(await teamsOf(token)).toEqual([]);
  });

  it("[BX-14] lets nobody in who is in no group, or whose address the service does not vouch for", async () => {
    const { comeBack } = await begin({ users: ["staff"] });
    expect(await comeBack(ada)).toBe(problem("forbidden"));
    const staff = { ...ada, groups: ["staff"] };
    expect(await comeBack({ ...staff, email_verified: false })).toBe(problem("unconfirmed"));
    // An account that somebody else may have made is not handed over.
    expect(await comeBack({ ...staff, email: "root@example.org" })).toBe(problem("email-taken"));
  });

  it("[OC-19] finds an account by its address where the settings say so", async () => {
    const { root, platform, enter } = await begin({ linksByEmail: true });
    const body = { email: ada["email"] };
    const made = await platform.send("POST", "/api/v1/users", { token: root, body });
    const { user } = await enter(ada);
    expect(user.id).toBe((made.json as { readonly id: string }).id);
  });

  it("[BX-14] gives nobody the account that a stranger made with the address before", async () => {
    const groups = ["operators"];
    const { root, platform, comeBack, enter } = await begin({ admins: groups, linksByEmail: true });
    const body = { email: ada["email"], password: "correct horse battery" };
    const made = await platform.send("POST", "/api/v1/auth/register", { body });
    const { token, user } = made.json as {
      readonly token: string;
      readonly user: { readonly id: string };
    };
    expect(await comeBack({ ...ada, groups })).toBe(problem("email-taken"));
    expect((await platform.send("GET", "/api/v1/users", { token })).status).toBe(403);
    // An administrator who sets a password ends whatever the stranger has opened.
    const password = "known to the administrator";
    const set = { token: root, body: { password } };
    await platform.send("PATCH", `/api/v1/users/${user.id}`, set);
    expect((await enter({ ...ada, groups })).user).toMatchObject({ id: user.id, role: "admin" });
    expect((await platform.send("GET", "/api/v1/auth/me", { token })).status).toBe(401);
  });

  it("[BX-14] keeps the names of its teams from those who own them there", async () => {
    const teams = { A: { owners: ["a"], members: [] }, B: { owners: [], members: ["b"] } };
    const { platform, enter, teamsOf } = await begin({ teams });
    const { token } = await enter({ ...ada, groups: ["a"] });
    const listed = (await platform.send("GET", "/api/v1/teams", { token })).json;
    const { id } = (listed as { readonly teams: readonly { readonly id: string }[] }).teams[0] ?? {
      id: "",
    };
    const renamed = await platform.send("PATCH", `/api/v1/teams/${id}`, {
      token,
      body: { name: "B" },
    });
    expect(renamed.status).toBe(403);
    await enter({ ...ada, sub: "2", email: "bob@example.org", groups: ["b"] });
    expect(await teamsOf(token)).toEqual(["A"]);
  });

  it("[BX-14] is refused to a browser that did not begin it, and for tokens that are not of this login", async () => {
    const { service, comeBack } = await begin();
    expect(await comeBack(ada, false)).toContain("problem=bad-token");
    service.change({ nonce: "of another login" });
    expect(await comeBack(ada)).toContain("problem=sign-on-failed");
    service.change({});
    expect(await comeBack(ada)).not.toContain("problem");
  });
});
