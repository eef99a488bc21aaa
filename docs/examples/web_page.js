// The token of a seat is in the address after the #, which browsers do not send to the server.
"use strict";

const by = (id) => document.getElementById(id);
let turn = -1; // the turn that the page shows
let reported = 0; // how many moves have been reported

async function ask(path, body) {
  const answer = await fetch(path, body === undefined ? {} : { method: "POST", body });
  const content = await answer.json();
  by("error").textContent = content.error ?? "";
  return answer.ok ? content : null;
}

async function show() {
  const token = location.hash.slice(1);
  by("new").hidden = token !== "";
  if (!token) return;
  const seen = await ask(`/seat/${token}?since=${reported}`);
  if (!seen || seen.turn === turn) return;
  turn = seen.turn;
  reported = seen.told;
  by("table").hidden = false;
  by("picture").innerHTML = seen.picture; // the library escapes every text in it
  const outcome = seen.view.outcome;
  by("status").textContent = outcome
    ? outcome.winner === null ? `A draw: ${outcome.reason}.`
      : `${outcome.winner === seen.you ? "You win" : "You lose"}: ${outcome.reason}.`
    : seen.moves.length ? "It is your turn." : "Waiting for the other player.";
  by("moves").replaceChildren(...seen.moves.map(({ move, text }) => {
    const button = document.createElement("button");
    button.textContent = text;
    button.addEventListener("click", async () => {
      await ask(`/seat/${token}/move/${seen.turn}`, move);
      await show();
    });
    return button;
  }));
}

by("new").addEventListener("submit", async (event) => {
  event.preventDefault();
  const opened = await ask("/games", by("variant").value);
  if (!opened) return;
  const [mine, theirs] = opened.seats;
  location.hash = mine;
  by("link").href = by("link").textContent = `${location.origin}/#${theirs}`;
  by("invite").hidden = false;
});

addEventListener("hashchange", () => { turn = -1; reported = 0; show(); });

ask("/variants").then((variants) => {
  by("variant").replaceChildren(...Object.entries(variants).map(([name, title]) => new Option(title, name)));
});
show();
setInterval(show, 1000);
