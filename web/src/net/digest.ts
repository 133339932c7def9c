/** The digest of a view, by which it is seen that both ends have the same: as `rules/digest.py` makes it. */
import type { Player, View } from "../generated/view";

export function digestOf(view: View): string {
  const { facedown, pictures, result } = view;
  const unseen = Object.entries(view.unseen_tokens).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const parts = [
    [
      ...[view.ply, view.round, view.turn, view.initiative, view.initiative_at, view.momentum_at],
      ...[view.momentum_supply, view.in_play, view.chain, view.drawn, view.drawn_by, view.events_silent],
      ...[view.bag_count, unseen, view.connected_spaces],
    ],
    playerOf(view.editor),
    playerOf(view.nixon),
    view.track.map(({ token, at }) => [token, at]),
    [facedown.count, facedown.tokens, facedown.absent, facedown.answered_no],
    view.board.map(({ space, token, face_up }) => [space, token, face_up]),
    [pictures.supply, pictures.recruited, pictures.silenced, pictures.connected],
    result && [result.winner, result.way],
  ];
  const text = parts.map((part) => JSON.stringify(part)).join(",");
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(8, "0");
}

const playerOf = (player: Player): unknown[] => [
  ...[player.momentum, player.hand_count, player.hand, player.known_in_hand, player.unseen],
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
