/** Our small drawings, each in a square from -12 to 12. `line` is stroked, `solid` filled. */

export interface Drawing {
  readonly line?: string;
  readonly solid?: string;
}

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

export const SYMBOLS: Readonly<Record<string, Drawing>> = {
  // The money: a cheque with a sum and a signature.
  cheque: {
    line: "M-10 -6.5H10V6.5H-10ZM-7 -2.6H-0.5M-7 2.8C-5.5 0.6 -4.6 0.6 -4.4 2.4S-2.6 4.2 -1.4 2.2S0.4 1.4 1 3",
    solid: "M3.4 -4H7.4V-0.6H3.4Z",
  },
  // The break-in: the plan of some rooms, with doors.
  plan: {
    line: "M-9.5 3.5V-9H9.5V9H-3M-9.5 9H-9.5M-9.5 7.4V9H-6.6M-9.5 -1H-4.6M-1 -9V-1M-1 3V9M3.4 2.4H9.5M-1 -1H-1.6",
  },
  // The tapes: a reel.
  tape: {
    line: circle(0, 0, 10),
    solid: `${circle(0, 0, 1.7)}${circle(0, -5.2, 2.7)}${circle(4.5, 2.6, 2.7)}${circle(-4.5, 2.6, 2.7)}`,
  },
  momentum: { line: "M-7 7.5L0 0.5L7 7.5M-7 -0.5L0 -7.5L7 -0.5" },
  initiative: { line: "M-6 10V-10", solid: "M-6 -9.6L9.5 -4.4L-6 0.8Z" },
  unknown: { line: "M-4.2 -4.4C-4.2 -8.6 4.2 -8.6 4.2 -4.2C4.2 -1 0 -1 0 2.6", solid: circle(0, 7, 1.5) },
  reaction: { solid: "M2.5 -11L-7.5 1.8H-1.2L-3 11L7.5 -2.6H0.8Z" },
  // Out of the box, for good.
  once: { line: "M-1 -9H-9V9H-1M-3 0H9.5M5 -4.5L9.5 0L5 4.5" },
  again: { line: "M8.5 2A8.6 8.6 0 1 1 5 -7M5.4 -11V-6.6H1" },
  newspaper: {
    line: "M-10 -8H7V8H-8A2 2 0 0 1 -10 6ZM7 -3H10V6A2 2 0 0 1 7 7M-6.5 1.5H3.5M-6.5 4.6H3.5",
    solid: "M-6.5 -5H3.5V-1.4H-6.5Z",
  },
  house: {
    line: "M-10 9H10M-8 8V-1M-2.7 8V-1M2.7 8V-1M8 8V-1M-10 -1.6H10",
    solid: "M-10 -3.4L0 -9.5L10 -3.4Z",
  },
  log: { line: "M-7 -10H7V10H-7ZM-4 -5.5H4M-4 -1.5H4M-4 2.5H4M-4 6H1" },
  piles: { line: "M-9 -5.5H3.5V10H-9ZM-5 -5.5V-9.5H8V6H3.5" },
  bag: { line: "M-7.5 9.5C-11 3 -6 -3 -3 -5H3C6 -3 11 3 7.5 9.5ZM-3.6 -5.2L-5 -9.5H5L3.6 -5.2" },
  cog: {
    line: `${circle(0, 0, 3.4)}M0 -10.5V-7M0 7V10.5M-10.5 0H-7M7 0H10.5M-7.4 -7.4L-5 -5M5 5L7.4 7.4M-7.4 7.4L-5 5M5 -5L7.4 -7.4${circle(0, 0, 7)}`,
  },
  close: { line: "M-7 -7L7 7M7 -7L-7 7" },
  book: {
    line: "M0 -7C-3 -9.5 -7 -9.5 -10 -8.5V8C-7 7 -3 7 0 9.5C3 7 7 7 10 8V-8.5C7 -9.5 3 -9.5 0 -7ZM0 -7V9.5",
  },
  person: { line: `${circle(0, -4.5, 4.5)}M-9 10C-8 2 8 2 9 10` },
  back: { line: "M3 -8L-5 0L3 8" },
  // A lamp on the desk: a hint.
  hint: { line: "M-4 5.5C-4 2 -7 0.5 -7 -3.5A7 7 0 0 1 7 -3.5C7 0.5 4 2 4 5.5ZM-3.2 8.6H3.2M-1.6 11H1.6" },
  undo: { line: "M-4 -10L-9 -5L-4 0M-9 -5H2.5A6.5 6.5 0 0 1 2.5 8H-5" },
  menu: { solid: `${circle(-8, 0, 2)}${circle(0, 0, 2)}${circle(8, 0, 2)}` },
  chat: { line: "M-10 -8H10V5H-2L-7 10V5H-10Z" },
  flag: { line: "M-7 10V-10M-7 -9H8L4 -4.2L8 0.6H-7" },
  pause: { line: "M-4 -8V8M4 -8V8" },
  eye: { line: `M-11 0C-6 -7.5 6 -7.5 11 0C6 7.5 -6 7.5 -11 0Z${circle(0, 0, 3)}` },
  clock: { line: `${circle(0, 0, 9.5)}M0 -5.5V0L4 2.5` },
  link: {
    line: "M-2 2A4.5 4.5 0 0 0 4.4 2L9 -2.6A4.5 4.5 0 0 0 2.6 -9L0.4 -6.8M2 -2A4.5 4.5 0 0 0 -4.4 -2L-9 2.6A4.5 4.5 0 0 0 -2.6 9L-0.4 6.8",
  },
  dice: { line: "M-9 -9H9V9H-9Z", solid: `${circle(-4, -4, 1.8)}${circle(4, 4, 1.8)}${circle(0, 0, 1.8)}` },
  screen: { line: "M-10 -8H10V5H-10ZM-4 9H4M0 5V9" },
  file: { line: "M-7 -10H3L8 -5V10H-7ZM3 -10V-5H8" },
  pen: { line: "M-9 9L-7 3L5 -9L9 -5L-3 7ZM-7 3L-3 7" },
  disc: { line: circle(0, 0, 9) },
  brush: { line: "M9.5 -10L-1.5 1L1.5 4L10.5 -7M-2.5 2C-7 2 -5.5 7 -10 9.5C-5 11 0.5 9.5 0.5 5" },
  // The keys of a tape recorder.
  play: { solid: "M-6 -9L9 0L-6 9Z" },
  forward: { line: "M-4 -8L4 0L-4 8" },
  backward: { line: "M4 -8L-4 0L4 8" },
  faster: { line: "M-8 -8L0 0L-8 8M1 -8L9 0L1 8" },
  slower: { line: "M8 -8L0 0L8 8M-1 -8L-9 0L-1 8" },
  to_end: { line: "M-7 -8L1 0L-7 8M7 -8V8" },
  to_start: { line: "M7 -8L-1 0L7 8M-7 -8V8" },
  check: { line: "M-9 1L-3 7L9 -7" },
  printer: { line: "M-6 -4V-10H6V-4M-6 6H-10V-4H10V6H6M-6 2H6V10H-6Z" },
  download: { line: "M0 -10V4M-6 -2L0 4L6 -2M-9 9H9" },
};
