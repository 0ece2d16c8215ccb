/** Who publishes, by which keys, builds and devices, and who is told of it. */
import { z } from "zod";
import type { PublisherKey, TrustedBuild, Webhook } from "../../../registry/contract/index.ts";
import type { HubOperation } from "../define.ts";
import { listPageFields, nextOffsetField, toListPage } from "../list-page.ts";
import { sentShape } from "../teams.ts";
import { listOf, type Shape, toShape } from "../shape.ts";
import {
  conflict,
  keeper,
  type MarketContext,
  member,
  moderator,
  open,
  wholeOf,
} from "./context.ts";
import { ownPublisherShape, publisherShape } from "./shapes.ts";

const role = z.enum(["owner", "maintainer", "publisher"]);
const words = z.string().min(1).max(200);

const publishers: readonly HubOperation<MarketContext>[] = [
  open("GET /whoami", {
    id: "registryWhoAmI",
    doc: "Returns the publisher as whom the owner of the token publishes.",
    gives: [
      "The user.",
      toShape({
        user_id: z.string(),
        handle: z.string(),
        display_name: z.string(),
        role: z.enum(["admin", "user"]),
      }),
    ],
    run: ({ market, viewer }) => market.whoAmI(viewer),
  }),
  member("GET /publishers", {
    id: "listOwnPublishers",
    doc: "Lists the publishers for which the user may publish, in pages.",
    input: listPageFields,
    gives: [
      "The publishers.",
      toShape({ publishers: listOf(ownPublisherShape), ...nextOffsetField }),
    ],
    run: async ({ market, viewer }, { limit, offset }) => {
      const own = await market.ownPublishers(viewer, { limit: limit + 1, offset });
      const { rows, nextOffset } = toListPage(own, { limit, offset });
      return { publishers: rows, nextOffset };
    },
  }),
  member("POST /publishers", {
    id: "createPublisher",
    doc: "Creates the publisher of the user, or one of a team that the user owns.",
    input: {
      handle: z.string().max(40),
      display_name: z.string().min(1).max(120).optional(),
      team_id: z.string().optional(),
    },
    makes: ["The publisher.", publisherShape],
    refusals: conflict,
    run: ({ market, viewer }, request) => market.createPublisher(viewer, request),
  }),
  open("GET /publishers/{handle}", {
    id: "readPublisher",
    doc: "Returns a publisher.",
    gives: ["The publisher.", publisherShape],
    run: ({ market, viewer }, { handle }) => market.publisher(viewer, handle),
  }),
  moderator("PUT /publishers/{handle}/official", {
    id: "setPublisherOfficial",
    doc: "Verifies a publisher, or withdraws the verification; for moderators.",
    input: { is_official: z.boolean() },
    gives: ["The publisher.", publisherShape],
    run: ({ market, viewer }, { handle, isOfficial }) =>
      market.setOfficial(viewer, handle, isOfficial),
  }),
  moderator("PUT /publishers/{handle}/ban", {
    id: "setPublisherBan",
    doc: "Bans a publisher, which quarantines its versions, or lifts the ban; for moderators.",
    input: { is_banned: z.boolean(), reason: z.string().min(1).max(2000) },
    gives: ["The publisher.", publisherShape],
    run: ({ market, viewer }, { handle, ...ban }) => market.setBan(viewer, handle, ban),
  }),
  member("GET /publishers/{handle}/members", {
    id: "listPublisherMembers",
    doc: "Lists the members of a publisher; for its owners.",
    gives: [
      "The members.",
      toShape({
        members: z.array(z.object({ user_id: z.string(), email: z.string(), role })),
        /** Addresses that have not answered yet. */
        invitations: listOf(sentShape),
      }),
    ],
    run: async ({ market, viewer }, { handle }) => ({
      members: await market.members(viewer, handle),
      invitations: await market.invited(viewer, handle),
    }),
  }),
  keeper("PUT /publishers/{handle}/members", {
    id: "setPublisherMember",
    doc: "Invites an email address to a publisher, or changes the role of a member; without a role, removes the member or the invitation. An invited account becomes a member by accepting.",
    input: { email: z.string().max(254), role: role.optional() },
    run: ({ market, viewer }, { handle, ...change }) => market.setMember(viewer, handle, change),
  }),
];

const keyShape: Shape<PublisherKey> = toShape({
  key_id: z.string(),
  public_key: z.string(),
  role: z.enum(["publisher", "amd"]),
  publisher: z.string().nullable(),
  added_at: z.string(),
});

const keys: readonly HubOperation<MarketContext>[] = [
  open("GET /keys", {
    id: "listRegistryKeys",
    doc: "Lists the keys of a publisher, or of the registry itself, whose signatures are trusted.",
    input: { publisher: z.string().optional() },
    gives: ["The keys.", wholeOf("keys", keyShape)],
    run: ({ market, viewer }, { publisher }) => market.keys(viewer, publisher),
  }),
  keeper("POST /keys", {
    id: "addRegistryKey",
    limit: "save",
    doc: "Adds a key of a publisher, or of the registry itself where none is named: an Ed25519 or OpenPGP key, or a Sigstore identity.",
    input: {
      // `gpg --export-options export-minimal` writes a small one of any key.
      public_key: z.string().min(1).max(20_000).optional(),
      identity: z.object({ name: z.string().min(1).max(500), issuer: z.url().max(500) }).optional(),
      publisher: z.string().optional(),
      role: z.enum(["publisher", "amd"]).optional(),
    },
    makes: ["The key.", keyShape],
    refusals: conflict,
    run: ({ market, viewer }, { publisher, ...key }) =>
      market.addKey(viewer, { ...key, ...(publisher === undefined ? {} : { handle: publisher }) }),
  }),
  keeper("DELETE /keys/{id}", {
    id: "removeRegistryKey",
    doc: "Revokes a key for future versions; where several publishers have it, `publisher` names one. With `since`, versions signed with it since then are quarantined.",
    input: {
      publisher: z.string().optional(),
      since: z.iso.datetime({ offset: true }).optional(),
    },
    done: "It was deleted.",
    run: ({ market, viewer }, { id, publisher, since }) =>
      market.removeKey(viewer, id, publisher, since),
  }),
];

const buildShape: Shape<TrustedBuild> = toShape({
  id: z.string(),
  publisher: z.string(),
  skill: z.string().nullable(),
  issuer: z.string(),
  repository: z.string(),
  workflow: z.string(),
  environment: z.string().nullable(),
  created_at: z.string(),
});

/** Builds that publish without a secret. */
const builds: readonly HubOperation<MarketContext>[] = [
  member("GET /publishers/{handle}/builds", {
    id: "listTrustedBuilds",
    doc: "Lists the trusted builds of a publisher; for its owners.",
    gives: ["The builds.", wholeOf("builds", buildShape)],
    run: ({ market, viewer }, { handle }) => market.trustedBuilds(viewer, handle),
  }),
  keeper("POST /publishers/{handle}/builds", {
    id: "trustBuild",
    doc: "Trusts a workflow of a repository to publish for a publisher, or one of its skills, without a secret: its issuer attests the identity of the build.",
    input: {
      issuer: z.url().max(500),
      repository: words,
      workflow: words,
      environment: words.optional(),
      skill: words.optional(),
    },
    makes: ["The build.", buildShape],
    run: ({ market, viewer }, { handle, ...build }) =>
      market.trustBuild(viewer, { publisher: handle, ...build }),
  }),
  keeper("DELETE /publishers/{handle}/builds/{build}", {
    id: "untrustBuild",
    doc: "Removes a trusted build.",
    run: ({ market, viewer }, { handle, build }) => market.untrustBuild(viewer, handle, build),
  }),
  open("POST /builds/token", {
    id: "exchangeBuildToken",
    doc: "Exchanges the token of a trusted build's issuer for a token that can publish for 15 minutes.",
    limit: "device",
    maxBytes: 16 * 1024,
    input: { token: z.string().min(1).max(12_000), publisher: words },
    gives: [
      "The token.",
      toShape({ token: z.string(), expires_at: z.string(), publisher: z.string() }),
    ],
    run: ({ market }, request) => market.exchangeBuild(request),
  }),
];

const devices: readonly HubOperation<MarketContext>[] = [
  open("POST /device/code", {
    id: "beginDeviceLogin",
    limit: "device",
    doc: "Starts a login on a device without a browser: a code for the device, and one for a person.",
    input: {
      scopes: z.array(z.string()).max(10).default(["registry:read", "registry:write"]),
      label: z.string().max(100).optional(),
    },
    gives: [
      "The codes.",
      toShape({
        device_code: z.string(),
        user_code: z.string(),
        expires_in: z.number(),
        interval: z.number(),
      }),
    ],
    run: async ({ market, address }, request) => {
      const begun = await market.devices.begin({
        ...request,
        ...(address === undefined ? {} : { address }),
      });
      return { ...begun, expiresIn: begun.expiresInSeconds, interval: begun.intervalSeconds };
    },
  }),
  open("POST /device/token", {
    id: "pollDeviceLogin",
    doc: "Polls whether the person has answered; returns a token once.",
    input: { device_code: z.string().max(200) },
    gives: [
      "The state, and the token where it is `approved`.",
      toShape({
        state: z.enum(["approved", "pending", "slow-down", "denied", "expired"]),
        token: z.string().nullable(),
      }),
    ],
    run: async ({ market }, { deviceCode }) => {
      const polled = await market.devices.poll(deviceCode);
      return { state: polled.kind, token: polled.kind === "approved" ? polled.token : null };
    },
  }),
  member("GET /device/request", {
    id: "readDeviceLogin",
    limit: "device",
    doc: "Returns what the program that shows this code asks for, and from where; only in a session, not with a token.",
    input: { user_code: z.string().max(20) },
    gives: [
      "What the person is asked to agree to.",
      toShape({
        user_code: z.string(),
        label: z.string(),
        address: z.string().nullable(),
        scopes: z.array(z.string()),
        token_days: z.number(),
        created_at: z.string(),
        expires_at: z.string(),
      }),
    ],
    run: ({ market, viewer }, { userCode }) => market.devices.read(viewer, userCode),
  }),
  member("POST /device/answer", {
    id: "answerDeviceLogin",
    doc: "Approves or denies the device that shows this code; only in a session, not with a token.",
    input: { user_code: z.string().max(20), is_approved: z.boolean() },
    run: ({ market, viewer }, { userCode, isApproved }) =>
      market.devices.answer(viewer, userCode, isApproved),
  }),
];

const webhook = {
  id: z.string(),
  url: z.string(),
  skills: z.array(z.string()),
  failures: z.number(),
  problem: z.string().nullable(),
  created_at: z.string(),
};

/** Who is told what becomes of skills. */
const webhooks: readonly HubOperation<MarketContext>[] = [
  member("GET /webhooks", {
    id: "listRegistryWebhooks",
    doc: "Lists the webhooks of the account, with their last errors.",
    gives: ["The webhooks.", wholeOf<Webhook>("webhooks", toShape(webhook))],
    run: ({ market, viewer }) => market.webhooks(viewer),
  }),
  member("POST /webhooks", {
    id: "subscribeToRegistry",
    doc: "Adds a webhook: each public entry of the log is sent to its address as a Standard Webhooks message, signed with a secret that is returned only here.",
    input: {
      url: z.url({ protocol: /^https?$/u }).max(2000),
      skills: z.array(z.string().min(1).max(200)).max(100).default([]),
    },
    makes: ["The webhook.", toShape({ ...webhook, secret: z.string() })],
    run: ({ market, viewer }, request) => market.subscribe(viewer, request),
  }),
  member("DELETE /webhooks/{id}", {
    id: "unsubscribeFromRegistry",
    doc: "Deletes a webhook.",
    done: "It was deleted.",
    run: ({ market, viewer }, { id }) => market.unsubscribe(viewer, id),
  }),
];

export const publisherOperations: readonly HubOperation<MarketContext>[] = [
  ...publishers,
  ...keys,
  ...devices,
  ...builds,
  ...webhooks,
];
