/** What a worker tells of its work. */
export type WorkerMessage =
  | {
      readonly kind: "found";
      readonly signature: string;
      readonly message: string;
      /** In base64. */
      readonly input: string;
    }
  | { readonly kind: "done"; readonly runs: number };
