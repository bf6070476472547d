// What every page of the console has: asking the prop for something, and signing out.

const formToken = document.querySelector("meta[name=form-token]")?.content;

/** Ask for a change; resolves to the answer's object, refused or done. Never throws. */
export async function ask(address, body, method = "POST") {
  try {
    const answer = await fetch(address, {
      method,
      headers: { "Content-Type": "application/json", ...(formToken && { "X-Runeheart-Token": formToken }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.status === 401 && !location.pathname.startsWith("/sign-in")) location.assign("/sign-in");
    if (answer.status === 204) return { result: "done" };
    return await answer.json();
  } catch {
    return { result: "refused", why: "the prop did not answer; look at the connection and try again" };
  }
}

document.querySelector("[data-sign-out]")?.addEventListener("click", async () => {
  await ask("/sign-out");
  location.assign("/sign-in");
});
