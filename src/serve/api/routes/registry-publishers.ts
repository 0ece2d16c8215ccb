import { z } from "zod";
import { listPageFields, nextOffsetField, toListPage } from "../list-page.ts";
import type { ApiRoute } from "../route.ts";
import {
  at,
  conflict,
  given,
  member,
  keeper,
  moderator,
  open,
  problems,
  visitor,
} from "./registry-common.ts";
import { sentSchema, toSent } from "./invitations.ts";
import { keyShape } from "./registry-opinion-shapes.ts";
import { ownPublisherSchema, publisherShape } from "./registry-shapes.ts";

const role = z.enum(["owner", "maintainer", "publisher"]);
const handleParams = z.object({ handle: z.string() });

const publishers: readonly ApiRoute[] = [
  open({
    method: "GET",
    path: at("/whoami"),
    id: "registryWhoAmI",
    doc: "Says as whom the owner of the token publishes.",
    answers: {
      200: {
        doc: "The user.",
        schema: z.object({
          user_id: z.string(),
          handle: z.string(),
          display_name: z.string(),
          role: z.enum(["admin", "user"]),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const me = await context.ports.market.whoAmI(await visitor(context));
      return {
        user_id: me.userId,
        handle: me.handle,
        display_name: me.displayName,
        role: me.role,
      };
    },
  }),
  member({
    method: "GET",
    path: at("/publishers"),
    id: "listOwnPublishers",
    doc: "Lists the publishers for which the user may publish, in pages.",
    query: z.object(listPageFields),
    answers: {
      200: {
        doc: "The publishers.",
        schema: z.object({ publishers: z.array(ownPublisherSchema), ...nextOffsetField }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { limit, offset } = context.query;
      const page = { limit: limit + 1, offset };
      const own = await context.ports.market.ownPublishers(await visitor(context), page);
      const { rows, next } = toListPage(own, { limit, offset });
      return {
        publishers: rows.map((record) => ({ ...publisherShape.out(record), role: record.role })),
        ...next,
      };
    },
  }),
  member({
    method: "POST",
    path: at("/publishers"),
    id: "createPublisher",
    doc: "Makes the publisher of the user, or one of a team that the user owns.",
    body: z.object({
      handle: z.string().max(40),
      display_name: z.string().min(1).max(120).optional(),
      team_id: z.string().optional(),
    }),
    answers: {
      201: { doc: "The publisher.", schema: publisherShape.schema },
      ...conflict,
      ...problems,
    },
    handle: async (context) => {
      const { handle, display_name: displayName, team_id: teamId } = context.body;
      const record = await context.ports.market.createPublisher(await visitor(context), {
        handle,
        ...given({ displayName, teamId }),
      });
      return publisherShape.out(record);
    },
  }),
  open({
    method: "GET",
    path: at("/publishers/{handle}"),
    id: "readPublisher",
    doc: "Gives a publisher.",
    params: handleParams,
    answers: { 200: { doc: "The publisher.", schema: publisherShape.schema }, ...problems },
    handle: async (context) => {
      const viewer = await visitor(context);
      const record = await context.ports.market.publisher(viewer, context.params.handle);
      return publisherShape.out(record);
    },
  }),
  moderator({
    method: "PUT",
    path: at("/publishers/{handle}/official"),
    id: "setPublisherOfficial",
    doc: "Verifies a publisher, or withdraws the verification; for moderators.",
    params: handleParams,
    body: z.object({ is_official: z.boolean() }),
    answers: { 200: { doc: "The publisher.", schema: publisherShape.schema }, ...problems },
    handle: async (context) => {
      const { handle } = context.params;
      const viewer = await visitor(context);
      const { is_official: isOfficial } = context.body;
      const record = await context.ports.market.setOfficial(viewer, handle, isOfficial);
      return publisherShape.out(record);
    },
  }),
  moderator({
    method: "PUT",
    path: at("/publishers/{handle}/ban"),
    id: "setPublisherBan",
    doc: "Shuts a publisher out, which puts its versions into quarantine, or lets it in again; for moderators.",
    params: handleParams,
    body: z.object({ is_banned: z.boolean(), reason: z.string().min(1).max(2000) }),
    answers: { 200: { doc: "The publisher.", schema: publisherShape.schema }, ...problems },
    handle: async (context) => {
      const { is_banned: isBanned, reason } = context.body;
      const viewer = await visitor(context);
      const { handle } = context.params;
      const record = await context.ports.market.setBan(viewer, handle, { isBanned, reason });
      return publisherShape.out(record);
    },
  }),
  member({
    method: "GET",
    path: at("/publishers/{handle}/members"),
    id: "listPublisherMembers",
    doc: "Lists the members of a publisher; for its owners.",
    params: handleParams,
    answers: {
      200: {
        doc: "The members.",
        schema: z.object({
          members: z.array(z.object({ user_id: z.string(), email: z.string(), role })),
          /** Addresses that have not answered yet. */
          invitations: z.array(sentSchema),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { market } = context.ports;
      const members = await market.members(viewer, context.params.handle);
      const invited = await market.invited(viewer, context.params.handle);
      return {
        members: members.map((one) => ({ user_id: one.userId, email: one.email, role: one.role })),
        invitations: invited.map(toSent),
      };
    },
  }),
  keeper({
    method: "PUT",
    path: at("/publishers/{handle}/members"),
    id: "setPublisherMember",
    doc: "Invites an address to a publisher, or changes the role of a member; without a role takes back either. Whoever is invited becomes a member by accepting.",
    params: handleParams,
    body: z.object({ email: z.string().max(254), role: role.optional() }),
    answers: { 204: { doc: "It is done." }, ...problems },
    handle: async (context) => {
      const { email, role: given_role } = context.body;
      const viewer = await visitor(context);
      const { handle } = context.params;
      await context.ports.market.setMember(viewer, handle, {
        email,
        ...given({ role: given_role }),
      });
    },
  }),
];

const keys: readonly ApiRoute[] = [
  open({
    method: "GET",
    path: at("/keys"),
    id: "listRegistryKeys",
    doc: "Lists the keys of a publisher, or of the registry itself, by which signatures are trusted.",
    query: z.object({ publisher: z.string().optional() }),
    answers: {
      200: { doc: "The keys.", schema: z.object({ keys: z.array(keyShape.schema) }) },
      ...problems,
    },
    handle: async (context) => {
      const { publisher } = context.query;
      const found = await context.ports.market.keys(await visitor(context), publisher);
      return { keys: found.map(keyShape.out) };
    },
  }),
  keeper({
    method: "POST",
    path: at("/keys"),
    id: "addRegistryKey",
    limit: "save",
    doc: "Adds a key of a publisher, or of the registry itself where none is named: of Ed25519, of OpenPGP, or an identity of Sigstore.",
    body: z.object({
      // `gpg --export-options export-minimal` writes a small one of any key.
      public_key: z.string().min(1).max(20_000).optional(),
      identity: z.object({ name: z.string().min(1).max(500), issuer: z.url().max(500) }).optional(),
      publisher: z.string().optional(),
      role: z.enum(["publisher", "amd"]).optional(),
    }),
    answers: { 201: { doc: "The key.", schema: keyShape.schema }, ...conflict, ...problems },
    handle: async (context) => {
      const { public_key: publicKey, identity, publisher: handle, role: keyRole } = context.body;
      const key = await context.ports.market.addKey(await visitor(context), {
        ...given({ publicKey, identity, handle, role: keyRole }),
      });
      return keyShape.out(key);
    },
  }),
  keeper({
    method: "DELETE",
    path: at("/keys/{id}"),
    id: "removeRegistryKey",
    doc: "Trusts a key no more for versions to come; where several publishers have it, `publisher` names one. With `since`, versions that were signed with it since then go into quarantine.",
    params: z.object({ id: z.string() }),
    query: z.object({
      publisher: z.string().optional(),
      since: z.iso.datetime({ offset: true }).optional(),
    }),
    answers: { 204: { doc: "It is gone." }, ...problems },
    handle: async (context) => {
      const { publisher, since } = context.query;
      const { id } = context.params;
      await context.ports.market.removeKey(await visitor(context), id, publisher, since);
    },
  }),
];

const devices: readonly ApiRoute[] = [
  open({
    method: "POST",
    path: at("/device/code"),
    id: "beginDeviceLogin",
    limit: "device",
    doc: "Begins a login on a device without a browser: a code for the device, and one for a person.",
    body: z.object({
      scopes: z.array(z.string()).max(10).default(["registry:read", "registry:write"]),
      label: z.string().max(100).optional(),
    }),
    answers: {
      200: {
        doc: "The codes.",
        schema: z.object({
          device_code: z.string(),
          user_code: z.string(),
          expires_in: z.number(),
          interval: z.number(),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { scopes, label } = context.body;
      const begun = await context.ports.market.devices.begin({
        scopes,
        ...given({ label, address: context.address }),
      });
      return {
        device_code: begun.deviceCode,
        user_code: begun.userCode,
        expires_in: begun.expiresInSeconds,
        interval: begun.intervalSeconds,
      };
    },
  }),
  open({
    method: "POST",
    path: at("/device/token"),
    id: "pollDeviceLogin",
    doc: "Asks whether the person has answered; gives a token once.",
    body: z.object({ device_code: z.string().max(200) }),
    answers: {
      200: {
        doc: "The state, and the token where it is `approved`.",
        schema: z.object({
          state: z.enum(["approved", "pending", "slow-down", "denied", "expired"]),
          token: z.string().nullable(),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const polled = await context.ports.market.devices.poll(context.body.device_code);
      return {
        state: polled.kind,
        token: polled.kind === "approved" ? polled.token : null,
      };
    },
  }),
  member({
    method: "GET",
    path: at("/device/request"),
    id: "readDeviceLogin",
    limit: "device",
    doc: "Says what a program asks for that shows this code, and from where; only in a session, not with a token.",
    query: z.object({ user_code: z.string().max(20) }),
    answers: {
      200: {
        doc: "What the person is asked to agree to.",
        schema: z.object({
          user_code: z.string(),
          label: z.string(),
          address: z.string().nullable(),
          scopes: z.array(z.string()),
          token_days: z.number(),
          created_at: z.string(),
          expires_at: z.string(),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const viewer = await visitor(context);
      const asked = await context.ports.market.devices.read(viewer, context.query.user_code);
      return {
        user_code: asked.userCode,
        label: asked.label,
        address: asked.address ?? null,
        scopes: asked.scopes,
        token_days: asked.tokenDays,
        created_at: asked.createdAt,
        expires_at: asked.expiresAt,
      };
    },
  }),
  member({
    method: "POST",
    path: at("/device/answer"),
    id: "answerDeviceLogin",
    doc: "Lets a device in, or not, whose code a person sees; only in a session, not with a token.",
    body: z.object({ user_code: z.string().max(20), is_approved: z.boolean() }),
    answers: { 204: { doc: "It is done." }, ...problems },
    handle: async (context) => {
      const { user_code: userCode, is_approved: isApproved } = context.body;
      await context.ports.market.devices.answer(await visitor(context), userCode, isApproved);
    },
  }),
];

export const registryPublisherRoutes: readonly ApiRoute[] = [...publishers, ...keys, ...devices];
