/** The research track read off a view: what lies on which place. */
import type { View } from "../generated/view";
import { facedownSpot, markerSpot, type Spot, tokenSpot } from "../prompt/offers";

export const PLACES = ["N5", "N4", "N3", "N2", "N1", "0", "E1", "E2", "E3", "E4", "E5"] as const;
export type Place = (typeof PLACES)[number];

export type Piece =
  | { readonly kind: "marker"; readonly marker: "initiative" | "momentum"; readonly spot: Spot }
  | { readonly kind: "token"; readonly token: string; readonly spot: Spot }
  /** `token` is null for those who may not see it. */
  | { readonly kind: "facedown"; readonly token: string | null; readonly spot: Spot };

type Seen = Pick<View, "initiative_at" | "momentum_at" | "track" | "facedown">;

/** The pieces of every place, markers first; face-down evidence lies on 0. */
export function piecesOf(view: Seen): Map<Place, Piece[]> {
  const found = new Map<Place, Piece[]>(PLACES.map((place) => [place, []]));
  const put = (place: string | null, piece: Piece) => found.get(place as Place)?.push(piece);
  put(view.initiative_at, { kind: "marker", marker: "initiative", spot: markerSpot("initiative") });
  put(view.momentum_at, { kind: "marker", marker: "momentum", spot: markerSpot("momentum") });
  for (const { token, at } of view.track) put(at, { kind: "token", token, spot: tokenSpot(token, at) });
  const { count, tokens } = view.facedown;
  for (let n = 0; n < count; n += 1) {
    const token = tokens?.[n] ?? null;
    put("0", { kind: "facedown", token, spot: facedownSpot(token) });
  }
  return found;
}

/** Which side a place belongs to; 0 to neither. */
export function halfOf(place: Place): "nixon" | "editor" | null {
  return place.startsWith("N") ? "nixon" : place.startsWith("E") ? "editor" : null;
}
