import { type FormEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../../components/states.tsx";
import { useSay } from "../../../components/toasts.tsx";
import { formatError } from "../../../data/workbench.ts";
import { More } from "../paged.tsx";
import { sayDay } from "../words.tsx";
import { type Review, type SkillDetail, useHandle, useRegistryChange, useReviews } from "./data.ts";
import { Select } from "../../../components/select.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";

export function Reviews({ skill }: { readonly skill: SkillDetail }) {
  const say = useTexts();
  const reviews = useReviews(skill.full_name);
  const handle = useHandle();
  const { items, found } = reviews;
  if (items === undefined)
    return found.error === null ? (
      <Loading what={say("item.readingReviews")} />
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
          <EmptyState icon="chat" title={say("item.noReviewsYet")} />
        </div>
      ) : (
        <ul className="card card-flush" aria-label={say("item.reviews")}>
          {items.map((review) => (
            <li key={review.author} className="registry-review">
              <p className="row row-wrap">
                <strong>{review.author}</strong>
                <Stars rating={review.rating} />
                <span className="muted small">
                  {say("item.on", { version: review.version, b: sayDay(review.updated_at) })}
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
  const say = useTexts();
  return (
    <span className="registry-stars" role="img" aria-label={say("item.of5", { rating })}>
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
  const texts = useTexts();
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
    <form className="card stack" onSubmit={submit} aria-label={texts("item.yourReview")}>
      {failed === null ? null : <Notice tone="bad">{formatError(failed)}</Notice>}
      <div className="registry-rate">
        <Field label={texts("item.rating")}>
          {(control) => (
            <Select
              control={control}
              value={String(rating)}
              onChange={(chosen) => setRating(Number(chosen))}
              options={RATINGS.map(([value, title]) => ({ value: String(value), title }))}
            />
          )}
        </Field>
        <Field label={texts("item.whatYouThinkOf")}>
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
          {own === undefined ? texts("item.rateIt") : texts("item.changeMyReview")}
        </Button>
        {own === undefined ? null : (
          <Button disabled={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {texts("item.takeItBack")}
          </Button>
        )}
      </div>
    </form>
  );
}
