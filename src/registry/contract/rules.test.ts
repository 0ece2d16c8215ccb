import { describe, expect, it } from "vitest";
import type { Tier } from "../sign/index.ts";
import {
  checkHandle,
  checkReserved,
  checkVersion,
  handleFrom,
  isSlug,
  nextState,
  type PromotionFacts,
  promotionSteps,
  computeQuality,
  readSkillName,
  computeReputation,
  type ReviewEvent,
  type SkillStanding,
  trendAfter,
  versionKey,
} from "./index.ts";

describe("names", () => {
  it.each([
    ["web-search", { slug: "web-search", publisher: undefined }],
    ["@ada/web-search", { slug: "web-search", publisher: "ada" }],
    ["3d", { slug: "3d", publisher: undefined }],
    ["@ada", undefined],
    ["@/x", undefined],
    ["a/b", undefined],
    ["../x", undefined],
    ["Web", undefined],
    ["a--b", undefined],
    ["-a", undefined],
    ["a-", undefined],
    ["a".repeat(65), undefined],
    ["", undefined],
    ["a\n", undefined],
  ])("reads %j", (text, expected) => {
    expect(readSkillName(text)).toEqual(expected);
  });

  it.each([
    ["Ada.Lovelace", "ada.lovelace"],
    ["ada+tag", "ada-tag"],
    ["..", "user"],
    ["admin", "user"],
    ["über", "ber"],
    ["a..b", "a.b"],
  ])("makes a handle of %j", (text, expected) => {
    expect(handleFrom(text)).toBe(expected);
  });

  it.each(["registry", "skills"])("takes no handle that stands for the registry: %s", (handle) => {
    expect(() => {
      checkHandle(handle);
    }).toThrow(`The handle \`${handle}\` is not valid`);
    expect(handleFrom(handle)).toBe("user");
  });

  it.each(["1.0", "v1.0.0", "1.0.0.0", "latest", "01.0.0", ""])("takes no version %j", (text) => {
    expect(() => {
      checkVersion(text);
    }).toThrow(/The version .* is not valid/u);
  });

  it("takes versions that differ in their build alone for one", () => {
    expect(versionKey("1.0.0-rc.1+a")).toBe("1.0.0-rc.1");
    expect(isSlug("1-0-0")).toBe(true);
  });

  it.each([
    ["amd-chat", false, [], false],
    ["gaia-chat", true, [], true],
    ["mcp-chat", false, [], false],
    ["mcp-chat", false, ["mcp:connect:chat"], true],
    ["amd-chat", false, ["mcp:connect"], false],
    ["amdahl", false, [], true],
  ] as const)("keeps the prefix of %s for some", (slug, isOfficial, permissions, isFree) => {
    const check = (): void => {
      checkReserved(slug, { isOfficial, permissions });
    };
    if (isFree) expect(check).not.toThrow();
    else expect(check).toThrow(/The prefix .* is reserved/u);
  });
});

describe("states of a version", () => {
  const events: readonly ReviewEvent[] = [
    "submit",
    "withdraw",
    "list",
    "flag",
    "quarantine",
    "appeal",
    "yank",
    "unyank",
  ];
  const states = ["draft", "in-review", "listed", "quarantined", "yanked"] as const;

  it("[GA-19] are left only in these ways", () => {
    const ways = states.flatMap((state) =>
      (["publisher", "moderator", "registry"] as const).flatMap((actor) =>
        events.flatMap((event) => {
          try {
            return [`${actor}: ${state} -${event}-> ${nextState(state, event, actor)}`];
          } catch {
            return [];
          }
        }),
      ),
    );
    expect(ways).toEqual([
      "publisher: draft -submit-> in-review",
      "publisher: in-review -withdraw-> draft",
      "moderator: in-review -list-> listed",
      "moderator: in-review -quarantine-> quarantined",
      "registry: in-review -list-> listed",
      "registry: in-review -quarantine-> quarantined",
      "publisher: listed -yank-> yanked",
      "moderator: listed -flag-> in-review",
      "moderator: listed -quarantine-> quarantined",
      "moderator: listed -yank-> yanked",
      "registry: listed -flag-> in-review",
      "registry: listed -quarantine-> quarantined",
      "publisher: quarantined -appeal-> in-review",
      "moderator: quarantined -list-> listed",
      "moderator: quarantined -flag-> in-review",
      "publisher: yanked -unyank-> listed",
      "moderator: yanked -quarantine-> quarantined",
      "moderator: yanked -unyank-> listed",
      "registry: yanked -quarantine-> quarantined",
    ]);
  });

  it("say what was expected where they are not left", () => {
    expect(() => nextState("draft", "yank", "publisher")).toThrow(
      "The state `draft` does not allow `yank`: it must be `listed`.",
    );
    expect(() => nextState("listed", "list", "publisher")).toThrow("The publisher may not `list`.");
  });
});

describe("promotion", () => {
  const facts: PromotionFacts = {
    tier: "experimental",
    state: "listed",
    claimedTier: "verified",
    isSigned: true,
    signedAs: "publisher",
    verdicts: { experimental: "allow", community: "allow", verified: "review" },
    lintErrors: 0,
    openReports: 0,
  };
  const missing = (given: Partial<PromotionFacts>, to: Tier): readonly string[] =>
    promotionSteps({ ...facts, ...given }, to)
      .filter(({ isMet }) => !isMet)
      .map(({ code }) => code);

  it.each([
    [{}, []],
    [{ signedAs: undefined }, ["signed-by-publisher"]],
    [{ isSigned: false, signedAs: undefined }, ["signed-by-publisher"]],
    [{ verdicts: { ...facts.verdicts, community: "review" } }, ["scan-community"]],
    [{ lintErrors: 1 }, ["lint"]],
    [{ claimedTier: "experimental" }, ["claimed-tier"]],
    [{ claimedTier: undefined }, []],
    [{ state: "in-review" }, ["listed"]],
    [{ tier: "community" }, ["one-step"]],
  ] as const)("[GA-08] to community with %j misses %j", (given, expected) => {
    expect(missing(given, "community")).toEqual(expected);
  });

  it.each([
    [{ tier: "community", signedAs: "amd" }, []],
    [{ signedAs: "amd" }, ["one-step"]],
    [{ tier: "community" }, ["signed-by-registry"]],
    [
      { tier: "community", signedAs: "amd", verdicts: { ...facts.verdicts, verified: "block" } },
      ["scan-verified"],
    ],
    [{ tier: "community", signedAs: "amd", openReports: 2 }, ["reports"]],
    [{ tier: "community", signedAs: "amd", claimedTier: "community" }, ["claimed-tier"]],
  ] as const)("[GA-08] to verified with %j misses %j", (given, expected) => {
    expect(missing(given, "verified")).toEqual(expected);
  });
});

describe("rank", () => {
  const standing: SkillStanding = {
    tier: "experimental",
    downloads: 0,
    stars: 0,
    ratingSum: 0,
    ratings: 0,
    reputation: 0,
    isOfficial: false,
    isDeprecated: false,
  };
  const quality = (given: Partial<SkillStanding>): number =>
    computeQuality({ ...standing, ...given });

  it("[GA-06] rises with trust, adoption, ratings and reputation", () => {
    expect(quality({})).toBe(200);
    expect(quality({ tier: "verified" })).toBeGreaterThan(quality({ tier: "community" }));
    expect(quality({ tier: "community" })).toBeGreaterThan(quality({}));
    expect(quality({ downloads: 1000 })).toBeGreaterThan(quality({ downloads: 100 }));
    expect(quality({ ratingSum: 50, ratings: 10 })).toBeGreaterThan(quality({}));
    expect(quality({ ratingSum: 10, ratings: 10 })).toBeLessThan(quality({}));
    expect(quality({ reputation: 50 })).toBeGreaterThan(quality({}));
    expect(quality({ reputation: -50 })).toBeLessThan(quality({}));
    expect(quality({ isDeprecated: true })).toBeLessThan(quality({ reputation: -100 }));
  });

  it("stays between its bounds, and the same for most downloads", () => {
    expect(
      quality({
        tier: "verified",
        downloads: 1e12,
        stars: 1e9,
        reputation: 100,
        isOfficial: true,
        ratingSum: 5e6,
        ratings: 1e6,
      }),
    ).toBeLessThanOrEqual(1000);
    expect(quality({ isDeprecated: true, reputation: -100, ratingSum: 1e6, ratings: 1e6 })).toBe(0);
    expect(quality({ downloads: 1500 })).toBe(quality({ downloads: 1900 }));
  });

  it("fades, and compares at any moment", () => {
    const day = 86_400_000;
    const now = 20_000 * day;
    const once = trendAfter(0, now);
    expect(trendAfter(once, now)).toBeCloseTo(once + 1, 10);
    // Twice as many, but one half-life ago, weigh the same.
    const twice = trendAfter(trendAfter(0, now - 3.5 * day), now - 3.5 * day);
    expect(twice).toBeCloseTo(once, 10);
  });

  it("[GA-06] gives publishers a reputation that harm takes away faster than it came", () => {
    const none = {
      verified: 0,
      community: 0,
      ratingSum: 0,
      ratings: 0,
      quarantined: 0,
      upheldReports: 0,
    };
    expect(computeReputation(none)).toBe(0);
    expect(computeReputation({ ...none, verified: 1, community: 2 })).toBe(16);
    expect(computeReputation({ ...none, ratings: 10, ratingSum: 50 })).toBe(40);
    expect(computeReputation({ ...none, ratings: 1, ratingSum: 1 })).toBe(-4);
    expect(computeReputation({ ...none, verified: 1, quarantined: 1 })).toBe(-20);
    expect(computeReputation({ ...none, quarantined: 9 })).toBe(-100);
  });
});
