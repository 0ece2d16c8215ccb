import type { Viewer } from "./viewer.ts";

/** A program that waits for somebody to let it in. */
export interface DeviceRequest {
  readonly userCode: string;
  /** How the program calls itself; nobody has checked it. */
  readonly label: string;
  /** Absent: not known. */
  readonly address?: string;
  readonly scopes: readonly string[];
  /** How long the token will be good. */
  readonly tokenDays: number;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** How programs without a browser log in. */
export interface DeviceLogins {
  begin(request: {
    readonly scopes: readonly string[];
    readonly label?: string;
    /** Where the program asks from, for the person who is to agree. */
    readonly address?: string;
  }): Promise<{
    readonly deviceCode: string;
    readonly userCode: string;
    readonly expiresInSeconds: number;
    readonly intervalSeconds: number;
  }>;
  /** What is asked for and by whom, for the person who is to agree. */
  read(viewer: Viewer, userCode: string): Promise<DeviceRequest>;
  /** What the person said whose browser shows the user code. */
  answer(viewer: Viewer, userCode: string, isApproved: boolean): Promise<void>;
  poll(
    deviceCode: string,
  ): Promise<
    | { readonly kind: "approved"; readonly token: string; readonly scopes: readonly string[] }
    | { readonly kind: "pending" | "slow-down" | "denied" | "expired" }
  >;
}
