/** Short sounds, made on the spot from a few tones: no file, no request. Loaded with the first one that is heard. */
export type Sound = 'turn' | 'sale' | 'build' | 'income' | 'step' | 'last' | 'end';

/** Pitch in hertz, start and length in seconds. */
type Tone = readonly [pitch: number, start: number, length: number];

const TONES: Record<Sound, { wave: OscillatorType; loud: number; tones: readonly Tone[] }> = {
  turn: {
    wave: 'sine',
    loud: 0.08,
    tones: [
      [523.25, 0, 0.4],
      [783.99, 0.14, 0.4],
    ],
  },
  sale: {
    wave: 'triangle',
    loud: 0.06,
    tones: [
      [196, 0, 0.12],
      [146.83, 0.07, 0.18],
    ],
  },
  build: {
    wave: 'square',
    loud: 0.018,
    tones: [
      [220, 0, 0.05],
      [329.63, 0.06, 0.08],
    ],
  },
  income: {
    wave: 'sine',
    loud: 0.05,
    tones: [
      [987.77, 0, 0.1],
      [1318.51, 0.08, 0.22],
    ],
  },
  step: {
    wave: 'triangle',
    loud: 0.06,
    tones: [
      [293.66, 0, 0.3],
      [440, 0.1, 0.3],
      [587.33, 0.2, 0.5],
    ],
  },
  last: {
    wave: 'triangle',
    loud: 0.07,
    tones: [
      [440, 0, 0.25],
      [349.23, 0.14, 0.25],
      [293.66, 0.28, 0.6],
    ],
  },
  end: {
    wave: 'sine',
    loud: 0.08,
    tones: [
      [392, 0, 0.3],
      [523.25, 0.16, 0.3],
      [659.25, 0.32, 0.3],
      [783.99, 0.48, 0.7],
    ],
  },
};

let audio: AudioContext | null = null;

export function play(sound: Sound): void {
  try {
    audio ??= new AudioContext();
    const { wave, loud, tones } = TONES[sound];
    for (const [pitch, start, length] of tones) {
      const at = audio.currentTime + start;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = wave;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(loud, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length + 0.05);
    }
  } catch {
    // no sound device, or not allowed before the first tap: everything is shown as well
  }
}
