import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { PageTitle } from "../../components/page-head.tsx";
import "./chat.css";
import { Conversation } from "./conversation.tsx";
import { newSessionId } from "./data.ts";
import { SessionList } from "./session-list.tsx";
import { useKept } from "./use-kept.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** Talks with a model, in which skills can be called by their names. */
export function Page() {
  const say = useTexts();
  const [session, begun, go] = usePlace();
  const [isListOpen, setIsListOpen] = useState(false);
  const id = session === "" ? begun : session;
  const open = (next: string): void => {
    // What was begun here is the server's from now on.
    go(next, next === id ? begun : newSessionId());
    setIsListOpen(false);
  };
  return (
    <>
      <ChatHead>
        <Button
          className="chat-toggle"
          icon="list"
          aria-expanded={isListOpen}
          onClick={() => setIsListOpen(!isListOpen)}
        >
          {say("health.chats")}
        </Button>
        <Button icon="plus" onClick={() => open("")}>
          {say("chat.new")}
        </Button>
      </ChatHead>
      <div className="chat" data-list={isListOpen ? "open" : "closed"}>
        <aside className="chat-aside" aria-label={say("chat.chats")}>
          <SessionList
            current={session}
            onOpen={open}
            onDeleted={(gone) => {
              if (gone === id) open("");
            }}
          />
        </aside>
        <Conversation key={id} id={id} isNew={id === begun} onBegin={() => go(id, begun)} />
      </div>
    </>
  );
}

/** A bar in place of a heading: what is said has the height. */
function ChatHead({ children }: { readonly children: ReactNode }) {
  const say = useTexts();
  return (
    <header className="chat-head">
      <PageTitle title={say("nav.chat")}>
        Playground <span aria-hidden="true">/</span>
        <span className="visually-hidden">{say("nav.chat")}</span>
      </PageTitle>
      <span className="grow" />
      {children}
    </header>
  );
}

/** The chat of the address, with the id of one that is begun; who comes back finds the last one again. */
function usePlace() {
  const [session, setSession] = useQueryValue("session");
  const [last, keep] = useKept("place of chats", { session: "", begun: "" });
  const [begun, setBegun] = useState(() =>
    last.session === "" && last.begun !== "" ? last.begun : newSessionId(),
  );
  const go = (next: string, fresh: string): void => {
    keep({ session: next, begun: fresh });
    setBegun(fresh);
    setSession(next);
  };
  const [base] = useQueryValue("base");
  const restore = useEffectEvent(() => {
    // Who comes to ask a knowledge base begins anew.
    if (session === "" && last.session !== "" && base === "") setSession(last.session);
    else keep({ session, begun });
  });
  useEffect(() => restore(), []);
  return [session, begun, go] as const;
}
