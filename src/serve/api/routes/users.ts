import { z } from "zod";
import { newSecret } from "../../../platform/machine/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { createAccount } from "../sign-in.ts";

const refused = { doc: "It was refused.", schema: problemSchema };

/** Where strangers may make no accounts, somebody has to. */
export const userRoutes: readonly ApiRoute[] = [
  route({
    method: "POST",
    path: "/api/v1/users",
    id: "createUser",
    tag: "accounts",
    doc: "Creates an account; without a password, one is generated and shown only once.",
    access: "admin",
    scope: "users",
    body: z.object({ email: z.string(), password: z.string().optional() }),
    answers: {
      201: {
        doc: "The account.",
        schema: z.object({
          id: z.string(),
          email: z.string(),
          role: z.enum(["admin", "user"]),
          password: z.string().nullable(),
        }),
      },
      400: refused,
      409: refused,
      429: refused,
    },
    handle: async ({ ports, caller, body }) => {
      const made = body.password === undefined ? newSecret() : undefined;
      const { id, email, role } = await createAccount(ports, caller.user, {
        email: body.email,
        password: body.password ?? made ?? "",
      });
      return { id, email, role, password: made ?? null };
    },
  }),
];
