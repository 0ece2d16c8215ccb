/** Words that say nothing about a skill, though questions are full of them. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all also am an and any are as at be been being but by can could did do does doing for from get give had has
  have having help helps how i if in into is it its just let lets like made make makes me my need needs no not of off
  on one or our out over own please should show so some such tell than that the their them then there these they thing
  things this those through to too up us use used user uses using via want wants was we were what when where which
  while who why will with without would you your skill skills`.split(/\s+/u),
);
