/** A browser whose user agrees to everything; `BROWSER` names it where a program opens one. */
await fetch(process.argv.at(-1));
