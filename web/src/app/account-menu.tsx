import { lazy, Suspense, useState } from "react";
import { useUser } from "../data/workbench.ts";
import { useTexts } from "../texts/use-texts.tsx";

const Popup = lazy(async () => ({ default: (await import("./account-popup.tsx")).AccountPopup }));

/** The menu itself is loaded once it is opened: the first page does not need it. */
export function AccountMenu() {
  const say = useTexts();
  const user = useUser();
  const [isOpened, setIsOpened] = useState(false);
  const face = (
    <>
      <span className="avatar" data-initials={user.email.slice(0, 2).toUpperCase()} />
      <span className="clip">{user.email}</span>
    </>
  );
  const button = (
    <button
      type="button"
      className="button button-quiet account-button"
      aria-label={say("app.account", { email: user.email })}
      aria-haspopup="menu"
      onClick={() => setIsOpened(true)}
    >
      {face}
    </button>
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <Popup email={user.email}>{face}</Popup>
    </Suspense>
  );
}
