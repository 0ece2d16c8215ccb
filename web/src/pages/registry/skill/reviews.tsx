import { type FormEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../../components/states.tsx";
import { useSay } from "../../../components/toasts.tsx";
import { sayError } from "../../../data/workbench.ts";
import { More } from "../paged.tsx";
import { sayDay } from "../words.tsx";
import { type Review, type SkillDetail, useHandle, useRegistryChange, useReviews } from "./data.ts";
import { Select } from "../../../components/select.tsx";

export function Reviews({ skill }: { readonly skill: SkillDetail }) {
  const reviews = useReviews(skill.full_name);
  const handle = useHandle();
  const { items, found } = reviews;
  if (items === undefined)
    return found.error === null ? (
      <Loading what="Reading reviews" />
    ) : (
      <Failure error={found.error} retry={() => void found.refetch()} />
    );
  const own = items.find(({ author }) => author === handle);
  // Publishers do not praise themselves; moderators may say what they think.
  const mayReview = skill.role === null || skill.role === "moderator";
  return (
    <div className="stack">
      {mayReview ? <ReviewForm key={own?.updated_at ?? ""} skill={skill} own={own} /> : null}
      {items.length === 0 ? (
        <div className="card">
          <EmptyState icon="chat" title="Nobody has said anything yet" />
        </div>
      ) : (
        <ul className="card card-flush" aria-label="Reviews">
          {items.map((review) => (
            <li key={review.author} className="registry-review">
              <p className="row row-wrap">
                <strong>{review.author}</strong>
                <Stars rating={review.rating} />
                <span className="muted small">
                  on {review.version}, {sayDay(review.updated_at)}
                </span>
              </p>
              {review.text === "" ? null : <p className="registry-text">{review.text}</p>}
            </li>
          ))}
        </ul>
      )}
      <More found={found} what="reviews" />
    </div>
  );
}

function Stars({ rating }: { readonly rating: number }) {
  return (
    <span className="registry-stars" role="img" aria-label={`${rating} of 5`}>
      {"★".repeat(rating)}
      {"☆".repeat(5 - rating)}
    </span>
  );
}

interface ReviewFormProps {
  readonly skill: SkillDetail;
  readonly own: Review | undefined;
}

const RATINGS = [
  [5, "5: excellent"],
  [4, "4: good"],
  [3, "3: fair"],
  [2, "2: poor"],
  [1, "1: bad"],
] as const;

function ReviewForm({ skill, own }: ReviewFormProps) {
  const say = useSay();
  const [rating, setRating] = useState(own?.rating ?? 5);
  const [text, setText] = useState(own?.text ?? "");
  const params = { name: skill.full_name };
  const save = useRegistryChange(
    (client) => client.reviewRegistrySkill({ params, body: { rating, text } }),
    () => say.good("Your review is there."),
  );
  const remove = useRegistryChange((client) => client.unreviewRegistrySkill({ params }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const failed = save.error ?? remove.error;
  return (
    <form className="card stack" onSubmit={submit} aria-label="Your review">
      {failed === null ? null : <Notice tone="bad">{sayError(failed)}</Notice>}
      <div className="registry-rate">
        <Field label="Rating">
          {(control) => (
            <Select
              control={control}
              value={String(rating)}
              onChange={(chosen) => setRating(Number(chosen))}
              options={RATINGS.map(([value, title]) => ({ value: String(value), title }))}
            />
          )}
        </Field>
        <Field label="What you think of it">
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={2}
              maxLength={10_000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="row">
        <Button type="submit" look="primary" disabled={save.isPending}>
          {own === undefined ? "Rate it" : "Change my review"}
        </Button>
        {own === undefined ? null : (
          <Button disabled={remove.isPending} onClick={() => remove.mutate(undefined)}>
            Take it back
          </Button>
        )}
      </div>
    </form>
  );
}
