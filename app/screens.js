// The screens of the phone, in place of those of the page.

import { StartScreen } from "page/start.js";

/** @type {import("page/screens.js").ScreenEntry[]} */
export const SCREENS = [
  { name: "start", title: "Play", Screen: StartScreen },
  { name: "play", title: "", load: () => import("page/play.js").then(({ PlayScreen }) => PlayScreen), isTable: true },
  { name: "daily", title: "", load: () => import("page/daily.js").then(({ DailyScreen }) => DailyScreen) },
  { name: "beat", title: "", load: () => import("page/beat.js").then(({ BeatScreen }) => BeatScreen) },
  { name: "record", title: "", load: () => import("page/record.js").then(({ RecordScreen }) => RecordScreen) },
  { name: "solve", title: "Solve", load: () => import("page/solve.js").then(({ SolveScreen }) => SolveScreen) },
  { name: "review", title: "Review", load: () => import("page/review.js").then(({ ReviewScreen }) => ReviewScreen) },
  { name: "practise", title: "", load: () => import("page/practice.js").then(({ PracticeScreen }) => PracticeScreen) },
];
