/**
 * Our portraits: plain busts in four tones, without features, each told by hair, glasses and dress. All in a square
 * of 80; somebody we have no drawing of gets the plainest.
 */

export type Tone = 0 | 1 | 2 | 3;

export interface Stroke {
  readonly d: string;
  readonly tone: Tone;
  /** Stroked with this width instead of filled. */
  readonly line?: number;
}

const SUIT = "M6 80C8 64 24 59 33 55L40 63L47 55C56 59 72 64 74 80Z";
const DRESS = "M10 80C12 66 27 61 34 57Q40 64 46 57C53 61 68 66 70 80Z";
const SHIRT = "M33 55L40 66L47 55L44 52H36Z";
const TIE = "M38.4 60.5H41.6L43.4 80H36.6Z";
const NECK = "M34.5 44H45.5V55Q40 61 34.5 55Z";
const FACE = "M28 31C28 18 52 18 52 31C52 42 47 51 40 51S28 42 28 31Z";
const FACE_SHADE = "M40 51C47 51 52 42 52 31C52 25 48 21 44 21C48 30 47 43 40 51Z";
const GLASSES = "M29.5 33.2H38V37.4Q34 39.6 30 37.4ZM42 33.2H50.5L50 37.4Q46 39.6 42 37.4ZM38 34.2H42";
const ROUND_GLASSES =
  "M30 35a4.3 4 0 1 0 8.6 0a4.3 4 0 1 0 -8.6 0M41.4 35a4.3 4 0 1 0 8.6 0a4.3 4 0 1 0 -8.6 0M38.6 34.4H41.4";

const man = (...more: Stroke[]): Stroke[] => [
  { d: SUIT, tone: 3 },
  { d: SHIRT, tone: 0 },
  { d: TIE, tone: 2 },
  { d: NECK, tone: 1 },
  { d: FACE, tone: 0 },
  { d: FACE_SHADE, tone: 1 },
  ...more,
];

const woman = (...more: Stroke[]): Stroke[] => [
  { d: DRESS, tone: 2 },
  { d: NECK, tone: 1 },
  { d: FACE, tone: 0 },
  { d: FACE_SHADE, tone: 1 },
  ...more,
];

const PORTRAITS: Readonly<Record<string, readonly Stroke[]>> = {
  // Swept-up, very big fair hair; large earrings.
  martha_mitchell: [
    {
      d: "M40 6C20 5 16 22 19 36C20 44 24 50 28 51C25 40 26 30 32 25H48C54 30 55 40 52 51C56 50 60 44 61 36C64 22 60 5 40 6Z",
      tone: 1,
    },
    ...woman(
      { d: "M27 33C27 24 32 22 41 22C47 22 53 25 53 33C57 22 54 11 40 11S23 22 27 33Z", tone: 1 },
      { d: "M24 20C30 12 40 9 50 13M22 28C24 20 30 15 37 14M57 27C56 21 53 17 48 15", tone: 2, line: 1.2 },
      {
        d: "M26.5 42a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0M48.7 42a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0",
        tone: 3,
      },
    ),
  ],
  // Tidy fair hair parted at the side, round horn-rimmed glasses.
  dean: man(
    {
      d: "M27 33C25 18 32 12 42 13C52 13 55 21 53 33C51 27 50 24 47 23C41 24 33 23 31 20C29 23 28 28 27 33Z",
      tone: 2,
    },
    { d: ROUND_GLASSES, tone: 3, line: 1.5 },
  ),
  // An airman's short hair, high forehead.
  butterfield: man(
    {
      d: "M27.5 32C26 20 31 14 40 14S54 20 52.5 32C51 28 51 24 49 21C44 18 36 18 31 21C29 24 29 28 27.5 32Z",
      tone: 3,
    },
    { d: "M31 30.5H37M43 30.5H49", tone: 2, line: 1.4 },
  ),
  // Nearly bald, heavy glasses.
  mccord: man(
    {
      d: "M27 36C25.5 31 26 27 28 24C29 28 28.6 32 28.6 36ZM53 36C54.5 31 54 27 52 24C51 28 51.4 32 51.4 36Z",
      tone: 2,
    },
    { d: "M34 20C37 17.6 43 17.6 46 20", tone: 1, line: 1.2 },
    { d: GLASSES, tone: 3, line: 1.6 },
  ),
  // Young, thick dark hair down over the ears.
  baldwin: man(
    {
      d: "M25 41C22 22 28 11 41 11C54 11 58 23 55 41C53 41 52 38 52 34C51 27 49 25 44 25C38 25 33 24 30 22C28 27 28 36 28 40Z",
      tone: 3,
    },
    { d: "M30 22C36 25 44 23 50 27", tone: 2, line: 1.2 },
  ),
  // Curled short hair, a brooch.
  woods: [
    {
      d: "M40 11C26 10 21 20 23 31C23 37 25 41 28 43L29 30L51 30L52 43C55 41 57 37 57 31C59 20 54 10 40 11Z",
      tone: 3,
    },
    ...woman(
      {
        d: "M27 33C26 26 30 24 34 25C36 22 40 24 42 23C46 21 49 25 51 26C53 28 53 31 53 33C58 24 54 12 40 12S22 24 27 33Z",
        tone: 3,
      },
      { d: "M28 19q3 -4 6 -1q3 -4 6 -1q4 -4 7 0q4 -2 5 3M26 27q2 -4 5 -3", tone: 2, line: 1.3 },
      { d: "M52 66a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0", tone: 0 },
    ),
  ],
  // Slim and young, hair parted, a bow tie.
  sloan: [
    { d: SUIT, tone: 3 },
    { d: SHIRT, tone: 0 },
    { d: NECK, tone: 1 },
    { d: "M29 31C29 18 51 18 51 31C51 43 46 51 40 51S29 43 29 31Z", tone: 0 },
    { d: FACE_SHADE, tone: 1 },
    {
      d: "M28 31C27 17 33 12 42 13C51 14 53 21 52 31C50 26 50 23 48 21C42 22 36 19 34 17C32 20 29 25 28 31Z",
      tone: 2,
    },
    { d: "M40 58.5L33.5 55.5V62ZM40 58.5L46.5 55.5V62Z", tone: 3 },
  ],
  // Widow's peak, heavy brows and jowls.
  nixon: [
    { d: SUIT, tone: 3 },
    { d: SHIRT, tone: 0 },
    { d: TIE, tone: 2 },
    { d: NECK, tone: 1 },
    {
      d: "M27 29C27 17 53 17 53 29C54 35 55 41 52 46C49 51 45 53 40 53S31 51 28 46C25 41 26 35 27 29Z",
      tone: 0,
    },
    { d: "M40 53C45 53 49 51 52 46C55 41 54 35 53 29C53 24 49 20 45 20C49 30 48 46 40 53Z", tone: 1 },
    {
      d: "M26 34C23 20 28 10 41 10C53 10 57 20 54 34C53 29 52 24 49 20C47 22 44 23 40 25C36 23 33 22 31 20C28 24 27 29 26 34Z",
      tone: 3,
    },
    { d: "M29.6 31.4L37.4 32.6M50.4 31.4L42.6 32.6", tone: 3, line: 2 },
    { d: "M40 33C41.6 37 43.4 39.6 41.8 41.4C40.8 42.4 39 42 38 41.4", tone: 2, line: 1.3 },
    {
      d: "M35 46.4C38 45.4 42 45.4 45 46.4M29.4 43C30 46 31 48 33 49.6M50.6 43C50 46 49 48 47 49.6",
      tone: 2,
      line: 1.2,
    },
    { d: "M57 68L63 66.4V69.4L57 71Z", tone: 0 },
  ],
};

const SOMEBODY = man({
  d: "M27 32C25 18 31 12 40 12S55 18 53 32C51 26 49 23 46 22H34C31 23 29 26 27 32Z",
  tone: 2,
});

export function portraitOf(name: string): readonly Stroke[] {
  return PORTRAITS[name] ?? SOMEBODY;
}

/** Whether we have drawn somebody. */
export const hasPortrait = (name: string): boolean => name in PORTRAITS;
