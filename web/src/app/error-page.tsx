import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { PageHead } from "../components/page-head.tsx";
import { EmptyState, Failure } from "../components/states.tsx";

/** A fault in a page stays in it: the navigation around it goes on. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const isStale = /dynamically imported module|module script failed/iu.test(String(error));
  return (
    <>
      <PageHead title="This page has failed" />
      {isStale ? (
        <EmptyState
          icon="warning"
          title="The workbench was renewed"
          actions={<Button onClick={() => location.reload()}>Load it again</Button>}
        >
          The server has a newer version of it than this tab.
        </EmptyState>
      ) : (
        <Failure error={error} retry={reset} />
      )}
    </>
  );
}

export function MissingPage() {
  return (
    <>
      <PageHead title="There is no such page" />
      <EmptyState
        icon="search"
        title="Nothing is at this address"
        actions={
          <Link to="/" className="button">
            To the skills
          </Link>
        }
      />
    </>
  );
}
