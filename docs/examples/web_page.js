// A seat's token stands behind the # of the address, which no browser sends to a server by itself.
"use strict";

const by = (id) => document.getElementById(id);
let turn = -1; // the moment of the game that the page shows
let told = 0; // how many moves it has told

async function ask(path, body) {
  const answer = await fetch(path, body === undefined ? {} : { method: "POST", body });
  const told = await answer.json();
  by("error").textContent = told.error ?? "";
  return answer.ok ? told : null;
}

async function show() {
  const token = location.hash.slice(1);
  by("new").hidden = token !== "";
  if (!token) return;
  const seen = await ask(`/seat/${token}?since=${told}`);
  if (!seen || seen.turn === turn) return;
  turn = seen.turn;
  told = seen.told;
  by("table").hidden = false;
  by("picture").innerHTML = seen.picture; // drawn by the library, which escapes what it is given
  const outcome = seen.view.outcome;
  by("status").textContent = outcome
    ? outcome.winner === null ? `A draw: ${outcome.reason}.`
      : `${outcome.winner === seen.you ? "You win" : "You lose"}: ${outcome.reason}.`
    : seen.moves.length ? "It is your turn." : "The other player is to decide.";
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

addEventListener("hashchange", () => { turn = -1; told = 0; show(); });

ask("/variants").then((variants) => {
  by("variant").replaceChildren(...Object.entries(variants).map(([name, title]) => new Option(title, name)));
});
show();
setInterval(show, 1000);
