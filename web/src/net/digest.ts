/** The digest of a view, by which it is seen that both ends have the same: as `rules/digest.py` makes it. */
import type { Player, View } from "../generated/view";

export function digestOf(view: View): string {
  const { editor, nixon, facedown, pictures, result } = view;
  const unseen = Object.entries(view.unseen_tokens).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const shared = [
    [
      ...[view.ply, view.round, view.turn, view.initiative, view.initiative_at, view.momentum_at],
      ...[view.momentum_supply, view.in_play, view.chain, view.drawn_by, view.events_silent, view.bag_count],
      ...[facedown.count, facedown.absent, facedown.answered_no, ...lyingOpen(editor), ...lyingOpen(nixon)],
    ],
    view.track.map(({ token, at }) => [token, at]),
    [
      ...[view.board.map(({ space, token, face_up }) => [space, token, face_up]), view.connected_spaces],
      ...[pictures.supply, pictures.recruited, pictures.silenced, pictures.connected],
    ],
    result && [result.winner, result.way],
  ];
  // What not all see stands last: the server hashes the rest once for everyone.
  const own = [view.drawn, editor.hand, editor.unseen, nixon.hand, nixon.unseen, facedown.tokens, unseen];
  const text = shared.map((part) => JSON.stringify(part)).join(",") + JSON.stringify(own);
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(8, "0");
}

const lyingOpen = (player: Player): unknown[] => [
  ...[player.momentum, player.hand_count, player.known_in_hand],
  ...[player.deck_count, player.discard, player.removed],
];

/** CRC-32 as zip and PNG have it: the polynomial with its bits the other way round. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ (TABLE[(rest ^ byte) & 0xff] ?? 0);
  return (rest ^ 0xffffffff) >>> 0;
}
