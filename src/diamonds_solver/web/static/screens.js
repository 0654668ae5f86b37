// The screens of the page, also on the phone.

import { StartScreen } from "./start.js";

/**
 * A screen: `Screen` is its component, or `load` brings it when it is first shown. `isTable`: it has a bar of its own; `part`: it is not there
 * where the page is `without` that part.
 * @typedef {{name: string, title: string, Screen?: any, load?: () => Promise<any>, isTable?: boolean, part?: string}} ScreenEntry
 */

/** In the order of the bar; one without a title has no place there. @type {ScreenEntry[]} */
export const SCREENS = [
  { name: "start", title: "Play", Screen: StartScreen },
  { name: "play", title: "", load: () => import("./play.js").then(({ PlayScreen }) => PlayScreen), isTable: true },
  { name: "daily", title: "", load: () => import("./daily.js").then(({ DailyScreen }) => DailyScreen) },
  { name: "beat", title: "", load: () => import("./beat.js").then(({ BeatScreen }) => BeatScreen) },
  { name: "record", title: "", load: () => import("./record.js").then(({ RecordScreen }) => RecordScreen) },
  { name: "solve", title: "Solve", load: () => import("./solve.js").then(({ SolveScreen }) => SolveScreen) },
  { name: "review", title: "Review", load: () => import("./review.js").then(({ ReviewScreen }) => ReviewScreen) },
  { name: "pass", title: "Pass", load: () => import("./pass.js").then(({ PassScreen }) => PassScreen), part: "hands" },
  { name: "practise", title: "", load: () => import("./practice.js").then(({ PracticeScreen }) => PracticeScreen) },
];
