/** Addresses that a registry tells what becomes of skills. */
import type { Actions } from "../operation.ts";
import { registryOperation } from "../server/ask.ts";

const registrySubscribe = registryOperation({
  title: "Send changes of skills to an address",
  details:
    "Each public entry of the log goes there as a message of Standard Webhooks, from now on. They are signed with a secret that is shown this once.",
  examples: ["skillwright registry subscribe https://example.org/hook --skill @acme/letters"],
  input: {
    url: {
      kind: "text",
      required: true,
      positional: true,
      placeholder: "URL",
      doc: "Address to which messages are sent.",
    },
    skill: {
      kind: "text",
      many: true,
      placeholder: "NAME",
      doc: "Only this skill, `@PUBLISHER/NAME`, or those of `@PUBLISHER`.",
    },
  },
  effects: "writes",
  ask: async (client, { url, skill }) =>
    await client.subscribeToRegistry({ body: { url, skills: skill } }),
  lines: ({ id, url, secret }) => [
    `${url} is told from now on what becomes of skills (${id})`,
    `Messages are signed with ${secret}, which is not shown again`,
  ],
});

const registryWebhooks = registryOperation({
  title: "List the addresses that get changes of skills",
  examples: ["skillwright registry webhooks"],
  input: {},
  effects: "reads",
  ask: async (client) => await client.listRegistryWebhooks(),
  lines: ({ webhooks }) =>
    webhooks.map(({ id, url, skills, problem }) => [
      id,
      url,
      skills.length === 0 ? "every skill" : skills.join(" "),
      problem ?? "",
    ]),
});

const registryUnsubscribe = registryOperation({
  title: "Stop sending changes of skills to an address",
  examples: ["skillwright registry unsubscribe 0195f2c4"],
  input: {
    id: { kind: "text", required: true, positional: true, doc: "Id of a webhook." },
  },
  effects: "writes",
  ask: async (client, { id }) => {
    await client.unsubscribeFromRegistry({ params: { id } });
    return { removed: id };
  },
  lines: (_output, { id }) => [`${id} is gone`],
});

export const webhookActions: Actions = {
  subscribe: registrySubscribe,
  webhooks: registryWebhooks,
  unsubscribe: registryUnsubscribe,
};
