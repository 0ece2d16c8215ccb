/** Optional peers that need not be installed to build the program; `providers.ts` says what it takes of them. */
declare module "@ai-sdk/google";
declare module "@ai-sdk/azure";
declare module "@ai-sdk/amazon-bedrock";
declare module "@ai-sdk/mistral";
