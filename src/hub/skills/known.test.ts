import { expect, it } from "vitest";
import { createKnownSkills, type KnownSkill } from "./known.ts";

function skillOf(name: string, day: number): KnownSkill {
  return { name, version: "1", updatedAt: `2026-01-0${day}T00:00:00.000Z`, ownerId: undefined };
}

function namesOf(skills: readonly KnownSkill[] | undefined): readonly string[] | undefined {
  return skills?.map(({ name }) => name);
}

it("knows nothing before somebody has looked", () => {
  const known = createKnownSkills();
  known.note("a", skillOf("a", 1));
  expect(known.all()).toBeUndefined();
});

it("tells the newest first, with changes made since", () => {
  const known = createKnownSkills();
  known.look()([skillOf("a", 1), skillOf("c", 2), skillOf("b", 2)]);
  expect(namesOf(known.all())).toEqual(["b", "c", "a"]);
  known.note("a", skillOf("a", 3));
  known.note("c", undefined);
  expect(namesOf(known.all())).toEqual(["a", "b"]);
});

it("keeps changes that were made while somebody looked", () => {
  const known = createKnownSkills();
  const keep = known.look();
  known.note("new", skillOf("new", 3));
  known.note("old", undefined);
  keep([skillOf("old", 1), skillOf("a", 2)]);
  expect(namesOf(known.all())).toEqual(["new", "a"]);
});

it("keeps what it knew where a look came to no end", () => {
  const known = createKnownSkills();
  known.look()([skillOf("a", 1)]);
  known.look()(undefined);
  expect(namesOf(known.all())).toEqual(["a"]);
});
