import type { Store } from "../../library/store/index.ts";
import { IN_MEMORY } from "../../platform/index.ts";
import { openFolderStore, openMemoryStore, openS3Store } from "../../library/store/index.ts";

/** Where skills and documents lie when they do not lie in the data folder. */
export interface BucketSettings {
  readonly name: string;
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  /** Before every key. */
  readonly prefix?: string | undefined;
}

export function inFolder(dataFolder: string, name: string): string {
  return dataFolder === IN_MEMORY ? IN_MEMORY : `${dataFolder}/${name}`;
}

interface StoreOptions {
  readonly settings: { readonly bucket?: BucketSettings | undefined };
  readonly dataFolder: string;
}

export async function openStore(
  { settings: { bucket }, dataFolder }: StoreOptions,
  folder: string,
  closers: (() => Promise<void>)[],
): Promise<Store> {
  const store =
    bucket === undefined
      ? await openLocalStore(inFolder(dataFolder, folder))
      : await openS3Store(bucketOptions(bucket, folder));
  closers.push(() => store.close());
  return store;
}

async function openLocalStore(path: string): Promise<Store> {
  return path === IN_MEMORY
    ? await openMemoryStore()
    : await openFolderStore(path, { isPrivate: true });
}

function bucketOptions(
  { name, endpoint, region, prefix = "" }: BucketSettings,
  folder: string,
): Parameters<typeof openS3Store>[0] {
  return {
    bucket: name,
    prefix: `${prefix}${folder}/`,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
  };
}
