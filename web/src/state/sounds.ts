/** Small sounds of a newsroom, made on the spot: a key of a typewriter, its bell, a pin, the presses. Off unless wished. */
import type { Update } from "../generated/messages";
import type { Told } from "../net/game";
import { settings } from "./settings.svelte";

export type Sound = "key" | "bell" | "pin" | "won" | "lost";

/** What is heard of an act. */
export function soundOf({ status, you }: Told, { events, by }: Update): Sound | null {
  if (status.ending) return status.ending.winner === you ? "won" : "lost";
  if (events.some((entry) => entry.key.startsWith("evidence_pinned"))) return "pin";
  if (status.decider === you && by !== you) return "bell";
  return "key";
}

class Sounds {
  private context: AudioContext | null = null;

  play(sound: Sound | null): void {
    if (!settings.sound || sound === null) return;
    try {
      this.context ??= new AudioContext();
    } catch {
      return; // no sound here
    }
    const { context } = this;
    void context.resume();
    const now = context.currentTime;
    switch (sound) {
      case "key":
        this.noise(now, 0.03, 2600, 0.16);
        this.noise(now + 0.05, 0.02, 1500, 0.08);
        break;
      case "pin":
        this.tone(now, 190, 0.09, 0.2, "triangle");
        this.noise(now, 0.02, 900, 0.2);
        break;
      case "bell":
        this.tone(now, 1975, 0.9, 0.1, "sine");
        this.tone(now, 3951, 0.6, 0.03, "sine");
        break;
      case "won":
        for (const [n, pitch] of [523, 659, 784, 1047].entries())
          this.tone(now + n * 0.13, pitch, 0.5, 0.09, "sine");
        break;
      case "lost":
        for (const [n, pitch] of [392, 330, 262].entries())
          this.tone(now + n * 0.2, pitch, 0.6, 0.09, "triangle");
        break;
    }
  }

  private tone(at: number, pitch: number, length: number, loud: number, type: OscillatorType): void {
    if (!this.context) return;
    const source = this.context.createOscillator();
    source.type = type;
    source.frequency.value = pitch;
    this.heard(source, at, length, loud);
  }

  private noise(at: number, length: number, pitch: number, loud: number): void {
    if (!this.context) return;
    const { sampleRate } = this.context;
    const buffer = this.context.createBuffer(1, Math.ceil(sampleRate * length), sampleRate);
    const data = buffer.getChannelData(0);
    for (let n = 0; n < data.length; n += 1) data[n] = Math.random() * 2 - 1;
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    const filter = this.context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    source.connect(filter);
    this.heard(source, at, length, loud, filter);
  }

  private heard(
    source: AudioScheduledSourceNode,
    at: number,
    length: number,
    loud: number,
    last?: AudioNode,
  ): void {
    if (!this.context) return;
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    (last ?? source).connect(gain).connect(this.context.destination);
    source.start(at);
    source.stop(at + length);
  }
}

export const sounds = new Sounds();
