/** What a new folder and a new file allow, before the mask of the process takes something away. */
export interface Modes {
  readonly folder: number;
  readonly file: number;
}

export const OPEN_MODES: Modes = { folder: 0o777, file: 0o666 };
/** For the user of this process alone. */
export const PRIVATE_MODES: Modes = { folder: 0o700, file: 0o600 };
