import { type Facets, marketCodes, marketRefusal } from "../../registry/contract/index.ts";
import { isTier } from "../../registry/sign/index.ts";

/** Values of facets as they stand in their table, of which a skill has to have one. */
export type AnyFacet = readonly string[];

/** Each may be a condition of its own, and a question with thousands of them keeps a database busy. */
const MOST_VALUES = 50;

/** Every one of these has to hold. A skill has one dialect and one tier, but as many of the others as it likes. */
export function facetsIn(request: Facets): readonly AnyFacet[] {
  const { dialects = [], tiers = [], permissions = [], worksOn = [], topics = [] } = request;
  const count = [dialects, tiers, permissions, worksOn, topics].flat().length;
  if (count > MOST_VALUES)
    throw marketRefusal(
      marketCodes.invalid,
      `A question names ${MOST_VALUES} at most of dialects, tiers, permissions, systems and topics together.`,
    );
  const unknown = tiers.find((value) => !isTier(value));
  if (unknown !== undefined)
    throw marketRefusal(
      marketCodes.invalid,
      `Unknown tier \`${String(unknown)}\`: use \`experimental\`, \`community\` or \`verified\`.`,
      { path: ["tier"] },
    );
  return [
    dialects.map((value) => `dialect=${value}`),
    tiers.map((value) => `tier=${value}`),
    ...permissions.map((value) => [`permission=${value}`]),
    ...worksOn.map((value) => [`works-on=${value}`]),
    ...topics.map((value) => [`topic=${value.trim().toLowerCase()}`]),
  ].filter((values) => values.length > 0);
}
