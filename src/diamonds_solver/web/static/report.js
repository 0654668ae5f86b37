// A report: a game looked back at in one file (web/report.py). Its story, then the screen Review, with what was judged in place of a server.

import { askBy } from "./api.js";
import { hasSuits, MoveName, MoveTable, Reason } from "./choosing.js";
import { Judged, reasonOf } from "./judged.js";
import { placeOf, ReviewScreen, Sentence } from "./review.js";
import { MomentItem, momentsOf, Race } from "./story.js";
import { Component, html, keyOf, show } from "./ui.js";
import { capital, clause, indexOf, plain } from "./words.js";

/** @typedef {import("./judged.js").Judge} Judge */
/** @typedef {{loss: number, interval?: [number | null, number | null]}} Loss */
/**
 * @typedef {object} Report what the file has
 * @property {import("./types.js").About} about
 * @property {import("./judged.js").Game} game
 * @property {{decision: import("./judged.js").Judgement, reply: string[], words: import("./types.js").MoveText[], hindsight_mark: string}[]} judged
 * @property {object[][]} tables by decision, with all cards and as whoever decided saw it; at the end that of the end
 * @property {(number[] | null)[]} points before each decision, and at the end
 * @property {{seat: string, name: string, known: Loss | null, hindsight: Loss | null, marks: Record<string, number>, luck: {value: number} | null}[]} players
 * @property {[string, string][]} facts
 * @property {string[]} notes
 */

/** What stands in the file, unpacked. @returns {Promise<Report>} */
async function read() {
  const packed = atob(document.getElementById("data")?.textContent ?? "");
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** @param {Report} report */
function judgedOf({ about, game, judged }) {
  const all = new Judged(game, about, () => {});
  for (const { decision, reply, words, hindsight_mark: mark } of judged) {
    for (const each of words) all.words.set(each.move, each);
    if (decision.known) all.said.known.set(decision.number, { ...decision, reply });
    if (decision.hindsight) all.said.hindsight.set(decision.number, { ...decision, known: null, why: null, mark, reply });
  }
  all.isDone = true;
  return all;
}

/** The players: what they had at the end, and what they gave away. @param {{report: Report, judged: Judged}} props */
function Players({ report: { players, points }, judged: { objective: { chance } } }) {
  const ends = points.at(-1);
  const marks = Object.keys(players[0]?.marks ?? {});
  // By chance an estimate can be below 0; what was lost cannot.
  const lost = (/** @type {Loss | null} */ loss) => {
    const [low = null, high = null] = loss?.interval ?? [];
    return loss ? `${plain(Math.max(0, loss.loss), chance)}${low === null || high === null ? "" : ` ±${plain((high - low) / 2, chance)}`}` : "–";
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Players"><table class="small num"><thead><tr><th scope="col">Player</th>${ends ? html`<th scope="col">Points</th>` : null}
      <th scope="col">Loss known at the time</th><th scope="col">In hindsight</th>${marks.map((mark) => html`<th scope="col">${mark}</th>`)}<th scope="col">Luck</th></tr></thead>
    <tbody>${players.map(({ seat, name, known, hindsight, marks: own, luck }) => html`<tr key=${seat}><th scope="row">${name}</th>${ends ? html`<td>${ends[indexOf(seat)]}</td>` : null}
      <td>${lost(known)}</td><td>${hindsight ? plain(hindsight.loss) : "–"}</td>${marks.map((mark) => html`<td>${own[mark]}</td>`)}<td>${luck ? plain(luck.value, chance) : "–"}</td></tr>`)}</tbody></table></div>
    <p class="xs soft">Loss: for each decision with a choice, ± is half a 95 % interval. Luck: what the deals were worth before anybody decided.</p>`;
}

/**
 * How the points ran, and what stands out of each player's decisions.
 * @param {{report: Report, judged: Judged, onLook: (number: number) => void}} props
 */
function Story({ report, judged, onLook }) {
  const { players } = judged.game;
  const rows = report.points.flatMap((points) => (points ? [points] : []));
  const moments = players.flatMap((name, seat) => {
    const own = judged.game.decisions.filter((one) => indexOf(one.seat) === seat && !one.forced);
    return momentsOf(own, judged.said.known, judged.objective.margin, null)
      .filter(({ kind }) => kind !== "luck")
      .map((moment) => ({ name, moment }));
  });
  const isTold = hasSuits(report.about, judged.game.game) && !judged.objective.chance;
  return html`<section class="report-story" aria-label="Story">
    ${rows.length > 1 ? html`<div><${Race} rows=${rows} names=${players} last=${html`<span>end</span>`} /></div>` : null}
    <div><${Players} report=${report} judged=${judged} /></div>
    ${isTold && moments.length ? html`<section class="moments" aria-label="Moments"><h2>Moments</h2><ol>${moments.map(({ name, moment }) => html`
      <${MomentItem} key=${`${name} ${moment.kind}`} moment=${moment} players=${players} who=${`${name}${judged.rounds.length > 1 ? `, round ${moment.one.round}` : ""}`} onLook=${onLook} />`)}</ol></section>` : null}
  </section>`;
}

/** The marked decisions one below the other: on paper in place of the screen. @param {{report: Report, judged: Judged, judge: Judge}} props */
function Paper({ report, judged, judge }) {
  const { players } = judged.game;
  return html`<section class="report-paper">${judged.marked(judge).map((one) => {
    const name = (/** @type {string} */ move) => html`<${MoveName} move=${move} players=${players} words=${judged.words} />`;
    const said = judged.said[judge].get(one.number);
    return html`<article key=${one.number}><h2>${capital(placeOf(judged, one))}: ${clause(players[indexOf(one.seat)] ?? "", hasSuits(report.about, judged.game.game) && one.decision === "card" ? "plays" : "chooses")} ${name(one.move)}</h2>
      <p><${Sentence} judged=${judged} judge=${judge} one=${one} show=${name} /></p>
      <${MoveTable} rows=${judged.rows(judge, one.number)} played=${one.move} show=${name} chance=${judged.objective.chance} /><${Reason} text=${said ? reasonOf(said) : ""} players=${players} /></article>`;
  })}</section>`;
}

/** @extends {Component<{report: Report, judged: Judged}, {number: number}>} */
class Page extends Component {
  state = { number: Number(/^#d(\d+)$/.exec(location.hash)?.[1] ?? 0) };
  /** @type {(key: string) => boolean} of the screen */
  heard = () => false;

  componentDidMount() {
    addEventListener("hashchange", () => this.setState({ number: Number(/^#d(\d+)$/.exec(location.hash)?.[1] ?? 0) }));
    addEventListener("keydown", (event) => {
      const key = keyOf(event);
      if (key.length > 1 && this.heard(key)) event.preventDefault(); // letters are left to whoever reads
    });
  }

  /** @param {number} number */
  look = (number) => {
    location.hash = `#d${number}`;
    document.querySelector(".rev")?.scrollIntoView();
  };

  render() {
    const { report, judged } = this.props;
    const { about, facts, notes } = report;
    const judge = about.review?.first ?? "known";
    const listen = (/** @type {(key: string) => boolean} */ key) => (this.heard = key);
    return html`<${Story} report=${report} judged=${judged} onLook=${this.look} />
      <${ReviewScreen} key=${this.state.number} about=${about} go=${() => {}} given=${{ judged, number: this.state.number }} openSheet=${() => {}} listen=${listen} />
      <${Paper} report=${report} judged=${judged} judge=${judge} />
      <footer class="report-end small"><h2>How it was made</h2><dl>${facts.map(([name, text]) => html`<dt key=${name}>${name}</dt><dd>${text}</dd>`)}</dl>${notes.map((note) => html`<p>${note}</p>`)}</footer>`;
  }
}

const found = await read();
askBy((_name, { body }) => {
  const { number, seen = false } = JSON.parse(String(body));
  const [opened, own = opened] = found.tables[number - 1] ?? [];
  return Promise.resolve(new Response(JSON.stringify(seen ? own : opened)));
});
show(html`<${Page} report=${found} judged=${judgedOf(found)} />`);
