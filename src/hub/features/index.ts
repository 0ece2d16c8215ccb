export { featureCodes } from "./diagnostics.ts";
export {
  createEmbed,
  findEmbed,
  deleteExpiredEmbeds as forgetEmbeds,
  listEmbeds,
  requireEmbeds,
  revokeEmbed,
} from "./embeds.ts";
export {
  type Feature,
  type FeaturePorts,
  isFeatureEnabled,
  listFeatures,
  setFeature,
} from "./flags.ts";
