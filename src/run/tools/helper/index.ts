/**
 * What a `tools.ts` imports as `skillwright/tools`. One file without imports: it is also mounted beside the
 * worker that runs such a module, where no package is installed.
 */

/** What libraries such as Zod, Valibot and ArkType agree on (https://standardschema.dev). */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/** Parameters by name, or one schema for all of them. */
export type ToolParameters = Readonly<Record<string, StandardSchema>> | StandardSchema;

type OutputOf<Schema> = Schema extends StandardSchema<infer Output> ? Output : never;

/** The arguments that `run` gets. */
export type ToolArguments<Parameters extends ToolParameters> =
  Parameters extends StandardSchema<infer Output>
    ? Output
    : { readonly [Name in keyof Parameters]: OutputOf<Parameters[Name]> };

/** What a running call can be asked and told. */
export interface ToolContext {
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
}

/** What a tool is: name, description, parameters, hints and the function to run. */
export interface ToolDefinition<Parameters extends ToolParameters> {
  /** Where absent, the name of the export. */
  readonly name?: string;
  readonly title?: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** The result, where more is to be said about it than that it is JSON. */
  readonly returns?: StandardSchema;
  /** The call is one step and needs no plan around it. */
  readonly atomic?: boolean;
  /** Seconds after which a call ends with an error. */
  readonly timeout?: number;
  /** It changes nothing. */
  readonly readOnly?: boolean;
  /** It may take away what cannot be had again. */
  readonly destructive?: boolean;
  /** Twice is the same as once. */
  readonly idempotent?: boolean;
  /** It deals with things beyond this machine. */
  readonly openWorld?: boolean;
  readonly run: (input: ToolArguments<Parameters>, context: ToolContext) => unknown;
}

const MARK: unique symbol = Symbol.for("skillwright.tool");

/** A function that is marked as a tool. */
export interface Tool<
  Parameters extends ToolParameters = ToolParameters,
> extends ToolDefinition<Parameters> {
  readonly [MARK]: true;
}

/** Marks a function as a tool; export what it returns. */
export function tool<const Parameters extends ToolParameters>(
  definition: ToolDefinition<Parameters>,
): Tool<Parameters> {
  return { ...definition, [MARK]: true };
}

/** What can be said of a parameter. */
export interface ParameterOptions<Value> {
  readonly description?: string;
  /** Makes it optional. */
  readonly default?: Value;
  readonly optional?: boolean;
}

type Result<Value, Options> = Options extends { readonly default: unknown }
  ? Value
  : Options extends { readonly optional: true }
    ? Value | undefined
    : Value;

/** A text parameter. */
export function string<const Options extends ParameterOptions<string>>(
  options?: Options,
): StandardSchema<Result<string, Options>> {
  return schema("a string", (value) => typeof value === "string", options);
}

/** A whole number. */
export function integer<const Options extends ParameterOptions<number>>(
  options?: Options,
): StandardSchema<Result<number, Options>> {
  return schema("an integer", (value) => Number.isSafeInteger(value), options);
}

/** Any finite number. */
export function number<const Options extends ParameterOptions<number>>(
  options?: Options,
): StandardSchema<Result<number, Options>> {
  return schema("a number", (value) => Number.isFinite(value), options);
}

/** True or false. */
export function boolean<const Options extends ParameterOptions<boolean>>(
  options?: Options,
): StandardSchema<Result<boolean, Options>> {
  return schema("true or false", (value) => typeof value === "boolean", options);
}

/** A list of values of any kind. */
export function array<const Options extends ParameterOptions<readonly unknown[]>>(
  options?: Options,
): StandardSchema<Result<readonly unknown[], Options>> {
  return schema("a list", (value) => Array.isArray(value), options);
}

/** A map of values of any kind. */
export function object<const Options extends ParameterOptions<Readonly<Record<string, unknown>>>>(
  options?: Options,
): StandardSchema<Result<Readonly<Record<string, unknown>>, Options>> {
  return schema("a map", isMap, options);
}

function isMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function schema<Value, Options extends ParameterOptions<Value>>(
  expected: string,
  accepts: (value: unknown) => boolean,
  options: Options | undefined,
): StandardSchema<Result<Value, Options>> {
  // `accepts` has looked at the value, and an absent one is allowed only where the options say so.
  const take = (value: unknown): StandardResult<Result<Value, Options>> => ({
    value: value as Result<Value, Options>,
  });
  return {
    "~standard": {
      version: 1,
      vendor: "skillwright",
      validate: (value) => {
        if (value === undefined && options?.default !== undefined) return take(options.default);
        if (value === undefined && options?.optional === true) return take(value);
        if (accepts(value)) return take(value);
        const given = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
        return { issues: [{ message: `The value must be ${expected}, not ${given}.` }] };
      },
    },
  };
}
