/** Calls for attention when it is one's turn: the title's badge and a short sound. */
import { useEffect, useRef } from 'react';
import { settings, useSettings } from './settings';

let audio: AudioContext | null = null;

/** Two soft notes, made on the spot: no file, no request. */
function chime(): void {
  try {
    audio ??= new AudioContext();
    const at = audio.currentTime;
    for (const [index, pitch] of [523.25, 783.99].entries()) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, at + index * 0.14);
      volume.gain.linearRampToValueAtTime(0.08, at + index * 0.14 + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + index * 0.14 + 0.4);
      tone.connect(volume).connect(audio.destination);
      tone.start(at + index * 0.14);
      tone.stop(at + index * 0.14 + 0.45);
    }
  } catch {
    // no sound device, or not allowed before the first tap: the badge is there all the same
  }
}

export function useAttention(mine: boolean, title: string, key: string): void {
  const last = useRef('');
  const { badge } = useSettings();
  useEffect(() => {
    // the browser's frame takes its time to write a title: not in the task that draws a move
    const timer = window.setTimeout(() => {
      document.title = mine && badge ? `● ${title} · Kilowatt` : `${title} · Kilowatt`;
    });
    return () => {
      window.clearTimeout(timer);
    };
  }, [mine, title, badge]);
  useEffect(() => {
    if (mine && last.current !== key && last.current !== '' && settings.get().sound) window.setTimeout(chime); // opening the sound device takes longer than a frame
    last.current = mine ? key : 'waiting';
  }, [mine, key]);
}
