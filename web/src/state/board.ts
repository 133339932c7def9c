/** What the ways to a win depend on, as a text to compare: evidence and pictures on the board. */
import type { View } from "../generated/view";

export function boardOf({ board, pictures }: Pick<View, "board" | "pictures">): string {
  const pinned = board.map(({ space, face_up }) => `${space}${face_up ? "+" : "-"}`).sort();
  return [...pinned, "/", ...pictures.recruited, "/", ...pictures.silenced].join(" ");
}
