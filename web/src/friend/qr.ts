import { encode } from "uqr";

/** The modules of a QR code as rows, dark being true; a seventh of them may be lost. */
export function qrCode(text: string): boolean[][] {
  return encode(text, { ecc: "M", border: 0 }).data;
}
