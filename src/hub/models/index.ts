export { findLocalProviders } from "./find-local.ts";
export { type HubModels, openHubModels } from "./hub-models.ts";
export { addProvider, changeProvider, removeProvider } from "./providers.ts";
export { modelSettingsSchema, withEnvironment } from "../../run/models/index.ts";
export { rulesSchema, writeRules } from "./rules.ts";
export { testProvider } from "./test-provider.ts";
